import { type ConnectClient, SERVER_NAME } from "./client.ts";
import { homePath } from "./folders.ts";
import { authorization, jsonFile, mergeInto, stdioEntry } from "./snippets.ts";

const AFTERWARDS = "Cursor connects when it is saved; see Settings › Tools & MCP.";

export const cursor: ConnectClient = {
  id: "cursor",
  title: "Cursor",
  takesHttp: true,
  snippets(context) {
    const file = homePath(context, ".cursor", "mcp.json");
    // Cursor fills in the folder that is open; where it starts servers is not promised.
    const env = { ...context.shim.env, RECOLLECT_FOLDER: `\${workspaceFolder}` };
    const http = { url: context.url, headers: authorization(context) };
    return [
      jsonFile(
        "stdio",
        file,
        { mcpServers: { [SERVER_NAME]: { ...stdioEntry(context), env } } },
        mergeInto("mcpServers", AFTERWARDS),
      ),
      jsonFile("http", file, { mcpServers: { [SERVER_NAME]: http } }, mergeInto("mcpServers", AFTERWARDS)),
    ];
  },
};
