import { type ConnectClient, TOKEN_VARIABLE } from "./client.ts";
import { homePath } from "./folders.ts";
import { authorization, stdioEntry } from "./snippets.ts";

export const geminiCli: ConnectClient = {
  id: "gemini-cli",
  title: "Gemini CLI",
  takesHttp: true,
  place: { language: "json", container: "mcpServers", form: "map" },
  signs: (machine) => ({ paths: [homePath(machine, ".gemini")], commands: ["gemini"] }),
  userFiles: (machine) => [homePath(machine, ".gemini", "settings.json")],
  projectFile: { path: ".gemini/settings.json", tokenReference: `\${${TOKEN_VARIABLE}}` },
  entry: (context, transport) =>
    transport === "stdio" ? stdioEntry(context) : { type: "http", url: context.url, headers: authorization(context) },
  afterwards: "It holds for sessions that start afterwards, in folders that Gemini CLI trusts.",
};
