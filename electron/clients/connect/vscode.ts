import { type ConnectClient, SERVER_NAME } from "./client.ts";
import { applicationPath } from "./folders.ts";
import { authorization, stdioEntry } from "./snippets.ts";

const TOKEN_INPUT = "recollect-token";

export const vscode: ConnectClient = {
  id: "vscode",
  title: "VS Code",
  takesHttp: true,
  place: { language: "json", container: "servers", form: "map" },
  signs: (machine) => ({ paths: [applicationPath(machine, "Code")], commands: ["code"] }),
  userFiles: (machine) => [applicationPath(machine, "Code", "User", "mcp.json")],
  // It asks for the token once and keeps it among its own secrets.
  projectFile: {
    path: ".vscode/mcp.json",
    tokenReference: `\${input:${TOKEN_INPUT}}`,
    companion: {
      place: { language: "json", container: "inputs", form: "list", item: { key: "id", value: TOKEN_INPUT } },
      entry: { type: "promptString", id: TOKEN_INPUT, description: "Token for Recollect", password: true },
    },
  },
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
