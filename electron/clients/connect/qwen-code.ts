import { type ConnectClient, TOKEN_VARIABLE } from "./client.ts";
import { homePath } from "./folders.ts";
import { authorization, stdioEntry } from "./snippets.ts";

export const qwenCode: ConnectClient = {
  id: "qwen-code",
  title: "Qwen Code",
  takesHttp: true,
  place: { language: "json", container: "mcpServers", form: "map" },
  signs: (machine) => ({ paths: [homePath(machine, ".qwen")], commands: ["qwen"] }),
  userFiles: (machine) => [homePath(machine, ".qwen", "settings.json")],
  projectFile: { path: ".qwen/settings.json", tokenReference: `\${${TOKEN_VARIABLE}}` },
  entry: (context, transport) =>
    transport === "stdio"
      ? stdioEntry(context)
      : // `url` would be the older SSE transport.
        { httpUrl: context.url, headers: authorization(context) },
  httpCaveat:
    "When a call fails because Recollect is off, Qwen Code lets go of it until /mcp reconnects. The stdio server starts Recollect instead.",
  afterwards: "It holds for sessions that start afterwards.",
};
