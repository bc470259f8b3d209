import { toServerName } from "../server-name.ts";

/** Programs that run another program: their first argument without a hyphen. */
export const RUNNERS =
  /^(?:cmd|npx|bunx|uvx|pnpx|dlx|exec|x|run|npm|pnpm|yarn|bun|uv|pipx|deno|node|python3?|tsx|docker|podman|tool|dnx|env|wsl)$/;
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

/** The name for a package with scope and version, an image with a tag, or a path. */
function nameOfPackage(text: string): string {
  const nameStart = Math.max(1, text.lastIndexOf("/") + 1, text.lastIndexOf("\\") + 1);
  const name = text.slice(nameStart).split(/[@:]/, 1)[0] ?? "";
  const parts = `${text.slice(0, nameStart)}${name}`.split(/[/\\]/).filter((part) => part !== "");
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

/** The name of a program without its folder and extension. */
export function baseName(path: string): string {
  return (path.split(/[/\\]/).at(-1) ?? path).replace(/\.(?:exe|cmd|bat)$/i, "").toLowerCase();
}
