import { type ConnectClient, SERVER_NAME } from "./client.ts";
import { jsonFile, stdioEntry } from "./snippets.ts";

export const jetbrains: ConnectClient = {
  id: "jetbrains",
  title: "JetBrains AI Assistant",
  // Whether it sends headers to an HTTP server is not documented.
  takesHttp: false,
  snippets: (context) => [
    jsonFile(
      "stdio",
      null,
      { mcpServers: { [SERVER_NAME]: stdioEntry(context) } },
      "In Settings › Tools › AI Assistant › Model Context Protocol choose Add, then As JSON, and paste it. Apply connects.",
    ),
  ],
};
