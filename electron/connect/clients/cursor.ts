import { authorization, type ConnectClient, encodeEntry, SERVER_NAME, stdioEntry, TOKEN_VARIABLE } from "../client.ts";
import { homePath } from "../folders.ts";

export const cursor: ConnectClient = {
  id: "cursor",
  title: "Cursor",
  wireNames: ["cursor"],
  takesHttp: true,
  hasHooks: true,
  place: { language: "json", container: "mcpServers", form: "map" },
  installMarkers: (machine) => ({ paths: [homePath(machine, ".cursor")], commands: ["cursor"] }),
  userFiles: (machine) => [homePath(machine, ".cursor", "mcp.json")],
  projectFile: { path: ".cursor/mcp.json", tokenReference: `\${env:${TOKEN_VARIABLE}}` },
  entry(context, transport) {
    if (transport === "http") return { url: context.url, headers: authorization(context) };
    // Cursor substitutes the open folder. It does not document the working directory of servers.
    const env = { ...context.shim.env, RECOLLECT_FOLDER: `\${workspaceFolder}` };
    return { ...stdioEntry(context), env };
  },
  deepLink: {
    scheme: "cursor:",
    build(context) {
      const config = encodeEntry(cursor.entry(context, "stdio"));
      return `cursor://anysphere.cursor-deeplink/mcp/install?name=${SERVER_NAME}&config=${config}`;
    },
  },
  serverForm: { variables: "editor" },
  nextStep: { reason: "next_cursor" },
  help: { reason: "help_cursor" },
};
