import { type ConnectClient, SERVER_NAME } from "./client.ts";
import { applicationPath } from "./folders.ts";
import { authorization, jsonFile, mergeInto, stdioEntry } from "./snippets.ts";

const INSTRUCTIONS = mergeInto("mcpServers", "Cline connects when it is saved.");
const SETTINGS = ["Code", "User", "globalStorage", "saoudrizwan.claude-dev", "settings", "cline_mcp_settings.json"];

export const cline: ConnectClient = {
  id: "cline",
  title: "Cline",
  takesHttp: true,
  snippets(context) {
    const file = applicationPath(context, ...SETTINGS);
    // Without a type Cline speaks the older SSE transport.
    const http = { type: "streamableHttp", url: context.url, headers: authorization(context) };
    return [
      jsonFile("stdio", file, { mcpServers: { [SERVER_NAME]: stdioEntry(context) } }, INSTRUCTIONS),
      jsonFile("http", file, { mcpServers: { [SERVER_NAME]: http } }, INSTRUCTIONS),
    ];
  },
};
