import { authorization, type ConnectClient, SERVER_NAME, stdioEntry } from "../client.ts";
import { applicationPath } from "../folders.ts";

const TOKEN_INPUT = "recollect-token";

export const vscode: ConnectClient = {
  id: "vscode",
  title: "VS Code",
  wireNames: ["vscode", "visual studio code", "vs code"],
  takesHttp: true,
  hasHooks: true,
  place: { language: "json", container: "servers", form: "map" },
  installMarkers: (machine) => ({ paths: [applicationPath(machine, "Code")], commands: ["code"] }),
  userFiles: (machine) => [applicationPath(machine, "Code", "User", "mcp.json")],
  // VS Code asks for the token once and stores it with its own secrets.
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
  command(context) {
    // On Windows `code` is a batch file, which removes the quotes from JSON.
    if (context.platform === "win32") return null;
    return ["code", "--add-mcp", JSON.stringify({ name: SERVER_NAME, ...vscode.entry(context, "stdio") })];
  },
  deepLink: {
    scheme: "vscode:",
    build(context) {
      const server = { name: SERVER_NAME, ...vscode.entry(context, "stdio") };
      return `vscode:mcp/install?${encodeURIComponent(JSON.stringify(server))}`;
    },
  },
  serverForm: { variables: "editor" },
  nextStep: { reason: "next_vscode" },
  help: { reason: "help_vscode" },
};
