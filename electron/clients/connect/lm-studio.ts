import { type ConnectClient, SERVER_NAME } from "./client.ts";
import { homePath } from "./folders.ts";
import { authorization, jsonFile, mergeInto, stdioEntry } from "./snippets.ts";

const INSTRUCTIONS = mergeInto("mcpServers", "LM Studio connects when it is saved; switch it on in the chat.");

export const lmStudio: ConnectClient = {
  id: "lm-studio",
  title: "LM Studio",
  takesHttp: true,
  snippets(context) {
    const file = homePath(context, ".lmstudio", "mcp.json");
    const http = { url: context.url, headers: authorization(context) };
    return [
      jsonFile("stdio", file, { mcpServers: { [SERVER_NAME]: stdioEntry(context) } }, INSTRUCTIONS),
      jsonFile("http", file, { mcpServers: { [SERVER_NAME]: http } }, INSTRUCTIONS),
    ];
  },
};
