import { type ConnectClient, SERVER_NAME } from "./client.ts";
import { homePath } from "./folders.ts";
import { authorization, jsonFile, mergeInto, stdioEntry } from "./snippets.ts";

const INSTRUCTIONS = mergeInto("mcpServers", "It holds for sessions that start afterwards.");

export const geminiCli: ConnectClient = {
  id: "gemini-cli",
  title: "Gemini CLI",
  takesHttp: true,
  snippets(context) {
    const file = homePath(context, ".gemini", "settings.json");
    const http = { type: "http", url: context.url, headers: authorization(context) };
    return [
      jsonFile("stdio", file, { mcpServers: { [SERVER_NAME]: stdioEntry(context) } }, INSTRUCTIONS),
      jsonFile("http", file, { mcpServers: { [SERVER_NAME]: http } }, INSTRUCTIONS),
    ];
  },
};
