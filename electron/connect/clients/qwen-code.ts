import { authorization, type ConnectClient, stdioEntry, TOKEN_VARIABLE } from "../client.ts";
import { homePath } from "../folders.ts";

export const qwenCode: ConnectClient = {
  id: "qwen-code",
  title: "Qwen Code",
  wireNames: ["qwen-code", "qwen"],
  takesHttp: true,
  hasHooks: true,
  place: { language: "json", container: "mcpServers", form: "map" },
  installMarkers: (machine) => ({ paths: [homePath(machine, ".qwen")], commands: ["qwen"] }),
  userFiles: (machine) => [homePath(machine, ".qwen", "settings.json")],
  projectFile: { path: ".qwen/settings.json", tokenReference: `\${${TOKEN_VARIABLE}}` },
  entry: (context, transport) =>
    transport === "stdio"
      ? stdioEntry(context)
      : // `url` selects the older SSE transport.
        { httpUrl: context.url, headers: authorization(context) },
  httpCaveat: { reason: "caveat_qwen_code" },
  serverForm: { variables: "dollar", urlIsSse: true },
  nextStep: { reason: "next_new_sessions" },
  help: { reason: "help_qwen_code" },
};
