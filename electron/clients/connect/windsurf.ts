import { type ConnectClient, SERVER_NAME } from "./client.ts";
import { homePath } from "./folders.ts";
import { authorization, jsonFile, mergeInto, stdioEntry } from "./snippets.ts";

const INSTRUCTIONS = mergeInto("mcpServers", "Then press Refresh in Windsurf's MCP settings.");

export const windsurf: ConnectClient = {
  id: "windsurf",
  title: "Windsurf",
  takesHttp: true,
  snippets(context) {
    const file = homePath(context, ".codeium", "windsurf", "mcp_config.json");
    const http = { serverUrl: context.url, headers: authorization(context) };
    return [
      jsonFile("stdio", file, { mcpServers: { [SERVER_NAME]: stdioEntry(context) } }, INSTRUCTIONS),
      jsonFile("http", file, { mcpServers: { [SERVER_NAME]: http } }, INSTRUCTIONS),
    ];
  },
};
