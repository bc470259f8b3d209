import { authorization, type ConnectClient, encodeEntry, SERVER_NAME, stdioEntry } from "../client.ts";
import { homePath } from "../folders.ts";

export const lmStudio: ConnectClient = {
  id: "lm-studio",
  title: "LM Studio",
  wireNames: ["lm-studio", "lmstudio"],
  takesHttp: true,
  place: { language: "json", container: "mcpServers", form: "map" },
  installMarkers: (machine) => ({ paths: [homePath(machine, ".lmstudio")], commands: ["lms"] }),
  userFiles: (machine) => [homePath(machine, ".lmstudio", "mcp.json")],
  projectFile: null,
  entry: (context, transport) =>
    transport === "stdio" ? stdioEntry(context) : { url: context.url, headers: authorization(context) },
  deepLink: {
    scheme: "lmstudio:",
    build: (context) => `lmstudio://add_mcp?name=${SERVER_NAME}&config=${encodeEntry(stdioEntry(context))}`,
  },
  nextStep: { reason: "next_lm_studio" },
  help: { reason: "help_lm_studio" },
};
