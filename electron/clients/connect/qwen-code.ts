import { type ConnectClient, SERVER_NAME } from "./client.ts";
import { homePath } from "./folders.ts";
import { authorization, jsonFile, mergeInto, stdioEntry } from "./snippets.ts";

const INSTRUCTIONS = mergeInto("mcpServers", "It holds for sessions that start afterwards.");

export const qwenCode: ConnectClient = {
  id: "qwen-code",
  title: "Qwen Code",
  takesHttp: true,
  snippets(context) {
    const file = homePath(context, ".qwen", "settings.json");
    // `url` would be the older SSE transport.
    const http = { httpUrl: context.url, headers: authorization(context) };
    return [
      jsonFile("stdio", file, { mcpServers: { [SERVER_NAME]: stdioEntry(context) } }, INSTRUCTIONS),
      jsonFile("http", file, { mcpServers: { [SERVER_NAME]: http } }, INSTRUCTIONS),
    ];
  },
};
