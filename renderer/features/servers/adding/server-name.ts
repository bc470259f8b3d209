import { toServerName } from "../../../../electron/core/server-name.ts";

/** Programs that run another one, which their first argument without a hyphen names. */
const RUNNERS =
  /^(?:cmd|npx|bunx|uvx|pnpx|dlx|exec|x|run|npm|pnpm|yarn|bun|uv|pipx|deno|node|python3?|tsx|docker|podman|tool)$/;
/** Options of `docker run` and others whose value is the next argument. */
const OPTIONS_WITH_VALUE = /^(?:-e|-v|-p|--env|--volume|--mount|--name|--network|--from|--with|--directory|--package)$/;
/** File names that say nothing about a server. */
const GENERIC = /^(?:index|main|server|mcp|cli|dist|build|src|start|app|lib|bin)$/;

/** Proposes a name: `filesystem` for `npx -y @modelcontextprotocol/server-filesystem`. */
export function nameFromCommand(command: string, args: readonly string[]): string {
  const program = baseName(command);
  if (!RUNNERS.test(program)) return toServerName(withoutAffixes(program));
  const words = args.filter(
    (arg, index) => !/^(?:-|\/c$)/i.test(arg) && !OPTIONS_WITH_VALUE.test(args[index - 1] ?? ""),
  );
  const named = words.find((word) => !RUNNERS.test(word));
  return named === undefined ? toServerName(program) : nameOfPackage(named);
}

/** Proposes a name: `linear` for `https://mcp.linear.app/mcp`. */
export function nameFromUrl(url: URL): string {
  if (/^(?:localhost|[\d.]+|\[.*\])$/.test(url.hostname)) return "local";
  const labels = url.hostname.split(".").slice(0, -1);
  const named = labels.filter((label) => !/^(?:mcp|api|www|co|com)$/.test(label));
  return toServerName(named.at(-1) ?? labels.at(-1) ?? url.hostname);
}

/** A package with scope and version, an image with a tag, or a path. */
function nameOfPackage(text: string): string {
  const parts = text
    .replace(/(?<=.)[@:][^/]*$/, "")
    .split(/[/\\]/)
    .filter((part) => part !== "");
  const named = parts.map((part) => withoutAffixes(part)).findLast((part) => part !== "" && !GENERIC.test(part));
  return toServerName(named ?? text);
}

/** `server-files`, `mcp-server-files` and `files-mcp.js` become `files`. */
function withoutAffixes(name: string): string {
  return name
    .replace(/^@/, "")
    .replace(/\.(?:[cm]?[jt]s|py|exe|cmd)$/i, "")
    .replace(/^(?:mcp|server)[-_](?:server[-_])?|[-_](?:mcp[-_])?(?:server|mcp)$/gi, "");
}

function baseName(path: string): string {
  return (path.split(/[/\\]/).at(-1) ?? path).replace(/\.(?:exe|cmd|bat)$/i, "").toLowerCase();
}
