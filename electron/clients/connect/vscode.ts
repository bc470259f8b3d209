import { type ConnectClient, SERVER_NAME } from "./client.ts";
import { applicationPath } from "./folders.ts";
import { authorization, stdioEntry } from "./snippets.ts";

export const vscode: ConnectClient = {
  id: "vscode",
  title: "VS Code",
  takesHttp: true,
  place: { language: "json", container: "servers", form: "map" },
  signs: (machine) => ({ paths: [applicationPath(machine, "Code")], commands: ["code"] }),
  userFiles: (machine) => [applicationPath(machine, "Code", "User", "mcp.json")],
  // Its form for secrets is a question it asks, kept in another part of the file: in a project it takes the shim.
  projectFile: { path: ".vscode/mcp.json", tokenReference: null },
  entry: (context, transport) =>
    transport === "stdio"
      ? { type: "stdio", ...stdioEntry(context) }
      : { type: "http", url: context.url, headers: authorization(context) },
  command(context, transport) {
    // Windows starts `code` through a batch file, which takes the quotes out of JSON.
    if (transport === "http" || context.platform === "win32") return null;
    return ["code", "--add-mcp", JSON.stringify({ name: SERVER_NAME, ...vscode.entry(context, "stdio") })];
  },
  deepLink(context) {
    const server = { name: SERVER_NAME, ...vscode.entry(context, "stdio") };
    return `vscode:mcp/install?${encodeURIComponent(JSON.stringify(server))}`;
  },
  afterwards: "Then choose Start above the entry, or MCP: List Servers in the command palette.",
};
