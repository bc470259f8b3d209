import { authorization, type ConnectClient, type Machine, stdioEntry } from "../client.ts";
import { applicationPath, configPath, homePath } from "../folders.ts";

export const windsurf: ConnectClient = {
  id: "windsurf",
  title: "Windsurf",
  wireNames: ["windsurf", "cascade", "codeium"],
  takesHttp: true,
  place: { language: "json", container: "mcpServers", form: "map" },
  installMarkers: (machine) => ({ paths: [homePath(machine, ".codeium", "windsurf")], commands: ["windsurf"] }),
  userFiles: (machine) => [homePath(machine, ".codeium", "windsurf", "mcp_config.json")],
  projectFile: null,
  entry: (context, transport) =>
    transport === "stdio" ? stdioEntry(context) : { serverUrl: context.url, headers: authorization(context) },
  serverForm: { variables: "editor" },
  nextStep: { reason: "next_windsurf" },
  help: { reason: "help_windsurf" },
};

/** The Devin agent in Windsurf has its own file, in a different format. */
export const devin: ConnectClient = {
  ...windsurf,
  id: "devin",
  title: "Devin in Windsurf",
  wireNames: ["devin"],
  installMarkers: (machine) => ({ paths: [devinFolder(machine)], commands: ["devin"] }),
  userFiles: (machine) => [devinFolder(machine, "mcp_config.json")],
  entry: (context, transport) =>
    transport === "stdio"
      ? stdioEntry(context)
      : { url: context.url, transport: "http", headers: authorization(context) },
  nextStep: { reason: "next_new_sessions" },
  help: undefined,
};

function devinFolder(machine: Machine, ...parts: readonly string[]): string {
  return machine.platform === "win32"
    ? applicationPath(machine, "devin", ...parts)
    : configPath(machine, "devin", ...parts);
}
