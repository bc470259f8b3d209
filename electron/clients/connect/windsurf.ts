import type { ConnectClient, Machine } from "./client.ts";
import { applicationPath, configPath, homePath } from "./folders.ts";
import { authorization, stdioEntry } from "./snippets.ts";

export const windsurf: ConnectClient = {
  id: "windsurf",
  title: "Windsurf",
  takesHttp: true,
  place: { language: "json", container: "mcpServers", form: "map" },
  signs: (machine) => ({ paths: [homePath(machine, ".codeium", "windsurf")], commands: ["windsurf"] }),
  userFiles: (machine) => [homePath(machine, ".codeium", "windsurf", "mcp_config.json")],
  projectFile: null,
  entry: (context, transport) =>
    transport === "stdio" ? stdioEntry(context) : { serverUrl: context.url, headers: authorization(context) },
  afterwards: "Then press Refresh in Windsurf's MCP settings.",
};

/** Its Devin agent reads a file of its own, in another form. */
export const devin: ConnectClient = {
  ...windsurf,
  id: "devin",
  title: "Devin in Windsurf",
  signs: (machine) => ({ paths: [devinFolder(machine)], commands: ["devin"] }),
  userFiles: (machine) => [devinFolder(machine, "mcp_config.json")],
  entry: (context, transport) =>
    transport === "stdio"
      ? stdioEntry(context)
      : { url: context.url, transport: "http", headers: authorization(context) },
  afterwards: "It holds for sessions that start afterwards.",
};

function devinFolder(machine: Machine, ...parts: readonly string[]): string {
  return machine.platform === "win32"
    ? applicationPath(machine, "devin", ...parts)
    : configPath(machine, "devin", ...parts);
}
