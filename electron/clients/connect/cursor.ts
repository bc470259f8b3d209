import { type ConnectClient, SERVER_NAME, TOKEN_VARIABLE } from "./client.ts";
import { encodeEntry } from "./deep-links.ts";
import { homePath } from "./folders.ts";
import { authorization, stdioEntry } from "./snippets.ts";

export const cursor: ConnectClient = {
  id: "cursor",
  title: "Cursor",
  takesHttp: true,
  place: { language: "json", container: "mcpServers", form: "map" },
  signs: (machine) => ({ paths: [homePath(machine, ".cursor")], commands: ["cursor"] }),
  userFiles: (machine) => [homePath(machine, ".cursor", "mcp.json")],
  projectFile: { path: ".cursor/mcp.json", tokenReference: `\${env:${TOKEN_VARIABLE}}` },
  entry(context, transport) {
    if (transport === "http") return { url: context.url, headers: authorization(context) };
    // Cursor fills in the folder that is open; where it starts servers is not promised.
    const env = { ...context.shim.env, RECOLLECT_FOLDER: `\${workspaceFolder}` };
    return { ...stdioEntry(context), env };
  },
  deepLink(context) {
    const config = encodeEntry(cursor.entry(context, "stdio"));
    return `cursor://anysphere.cursor-deeplink/mcp/install?name=${SERVER_NAME}&config=${config}`;
  },
  afterwards: "Cursor connects when it is saved; see Settings › Tools & MCP.",
};
