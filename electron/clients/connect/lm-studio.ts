import { type ConnectClient, SERVER_NAME } from "./client.ts";
import { encodeEntry } from "./deep-links.ts";
import { homePath } from "./folders.ts";
import { authorization, stdioEntry } from "./snippets.ts";

export const lmStudio: ConnectClient = {
  id: "lm-studio",
  title: "LM Studio",
  takesHttp: true,
  place: { language: "json", container: "mcpServers", form: "map" },
  signs: (machine) => ({ paths: [homePath(machine, ".lmstudio")], commands: ["lms"] }),
  userFiles: (machine) => [homePath(machine, ".lmstudio", "mcp.json")],
  projectFile: null,
  entry: (context, transport) =>
    transport === "stdio" ? stdioEntry(context) : { url: context.url, headers: authorization(context) },
  deepLink: (context) => `lmstudio://add_mcp?name=${SERVER_NAME}&config=${encodeEntry(stdioEntry(context))}`,
  afterwards: "LM Studio connects when it is saved; switch it on in the chat.",
};
