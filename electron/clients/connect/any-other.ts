import type { ConnectClient } from "./client.ts";
import { authorization, stdioEntry } from "./snippets.ts";

export const anyOther: ConnectClient = {
  id: "other",
  title: "Any other client",
  takesHttp: true,
  place: { language: "json", container: "mcpServers", form: "map" },
  signs: () => ({ paths: [], commands: [] }),
  userFiles: () => [],
  projectFile: null,
  entry: (context, transport) =>
    transport === "stdio" ? stdioEntry(context) : { type: "http", url: context.url, headers: authorization(context) },
  paste: {
    stdio:
      "Most clients take this form in their MCP settings: a program that they start, its arguments and environment.",
    http: "For clients that speak Streamable HTTP: the address, and the token in an Authorization header.",
  },
  afterwards: "Most clients read their configuration only at the start.",
};
