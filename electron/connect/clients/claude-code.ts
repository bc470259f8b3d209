import { authorization, type ConnectClient, SERVER_NAME, stdioEntry, TOKEN_VARIABLE } from "../client.ts";
import { homePath, joinPath } from "../folders.ts";

export const claudeCode: ConnectClient = {
  id: "claude-code",
  title: "Claude Code",
  wireNames: ["claude-code"],
  takesHttp: true,
  hasHooks: true,
  place: { language: "json", container: "mcpServers", form: "map" },
  installMarkers: (machine) => ({
    paths: [homePath(machine, ".claude"), homePath(machine, ".claude.json")],
    commands: ["claude"],
  }),
  userFiles(machine) {
    const folder = machine.env.CLAUDE_CONFIG_DIR;
    return [folder ? joinPath(machine, folder, ".claude.json") : homePath(machine, ".claude.json")];
  },
  projectFile: { path: ".mcp.json", tokenReference: `\${${TOKEN_VARIABLE}}` },
  entry: (context, transport) =>
    transport === "stdio"
      ? { type: "stdio", ...stdioEntry(context) }
      : { type: "http", url: context.url, headers: authorization(context) },
  command({ shim }) {
    // The name comes first because --env accepts any number of values.
    const add = ["claude", "mcp", "add", SERVER_NAME];
    const variables = Object.entries(shim.env).flatMap(([name, value]) => ["--env", `${name}=${value}`]);
    return [...add, "--scope", "user", ...variables, "--", shim.command, ...shim.args];
  },
  serverForm: { variables: "shell" },
  nextStep: { reason: "next_claude_code" },
  help: { reason: "help_claude_code" },
};
