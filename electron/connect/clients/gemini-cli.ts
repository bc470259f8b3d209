import { authorization, type ConnectClient, stdioEntry, TOKEN_VARIABLE } from "../client.ts";
import { homePath } from "../folders.ts";

export const geminiCli: ConnectClient = {
  id: "gemini-cli",
  title: "Gemini CLI",
  wireNames: ["gemini-cli"],
  takesHttp: true,
  hasHooks: true,
  place: { language: "json", container: "mcpServers", form: "map" },
  installMarkers: (machine) => ({ paths: [homePath(machine, ".gemini")], commands: ["gemini"] }),
  userFiles: (machine) => [homePath(machine, ".gemini", "settings.json")],
  projectFile: { path: ".gemini/settings.json", tokenReference: `\${${TOKEN_VARIABLE}}` },
  entry: (context, transport) =>
    transport === "stdio" ? stdioEntry(context) : { type: "http", url: context.url, headers: authorization(context) },
  serverForm: { variables: "dollar" },
  nextStep: { reason: "next_gemini_cli" },
  help: { reason: "help_gemini_cli" },
};
