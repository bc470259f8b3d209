import { type ConnectClient, SERVER_NAME } from "./client.ts";
import { authorization, jsonFile, stdioEntry } from "./snippets.ts";

export const anyOther: ConnectClient = {
  id: "other",
  title: "Any other client",
  takesHttp: true,
  snippets(context) {
    const http = { type: "http", url: context.url, headers: authorization(context) };
    return [
      jsonFile(
        "stdio",
        null,
        { mcpServers: { [SERVER_NAME]: stdioEntry(context) } },
        "Most clients take this form in their MCP settings: a program that they start, its arguments and environment.",
      ),
      jsonFile(
        "http",
        null,
        { mcpServers: { [SERVER_NAME]: http } },
        "For clients that speak Streamable HTTP: the address, and the token in an Authorization header.",
      ),
    ];
  },
};
