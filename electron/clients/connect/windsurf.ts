import type { ConnectClient } from "./client.ts";
import { homePath } from "./folders.ts";
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
