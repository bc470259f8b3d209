import { authorization, type ConnectClient, SERVER_NAME, stdioEntry, TOKEN_VARIABLE } from "../client.ts";
import { homePath, joinPath } from "../folders.ts";

export const codex: ConnectClient = {
  id: "codex",
  title: "Codex",
  wireNames: ["codex"],
  takesHttp: true,
  hasHooks: true,
  place: { language: "toml", container: "mcp_servers", form: "map" },
  installMarkers: (machine) => ({ paths: [homePath(machine, ".codex")], commands: ["codex"] }),
  userFiles(machine) {
    const folder = machine.env.CODEX_HOME;
    return [folder ? joinPath(machine, folder, "config.toml") : homePath(machine, ".codex", "config.toml")];
  },
  projectFile: {
    path: ".codex/config.toml",
    tokenReference: TOKEN_VARIABLE,
    httpEntry: ({ url, token }) => ({ url, bearer_token_env_var: token }),
  },
  entry: (context, transport) =>
    transport === "stdio"
      ? stdioEntry(context)
      : // Codex reads `http_headers` and ignores `headers`.
        { url: context.url, http_headers: authorization(context) },
  command({ shim }) {
    const variables = Object.entries(shim.env).flatMap(([name, value]) => ["--env", `${name}=${value}`]);
    return ["codex", "mcp", "add", SERVER_NAME, ...variables, "--", shim.command, ...shim.args];
  },
  nextStep: { reason: "next_codex" },
  help: { reason: "help_codex" },
};
