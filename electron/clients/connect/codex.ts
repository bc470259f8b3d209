import type { ConfigurationSnippet } from "../../core/client-configuration.ts";
import { type ConnectClient, type ConnectContext, SERVER_NAME } from "./client.ts";
import { homePath, joinPath } from "./folders.ts";
import { authorization, commands, stdioEntry } from "./snippets.ts";
import { type Value, writeTomlTable } from "./write-text.ts";

const AFTERWARDS = "It holds for sessions that start afterwards.";

export const codex: ConnectClient = {
  id: "codex",
  title: "Codex",
  takesHttp: true,
  snippets(context) {
    const { shim, url } = context;
    const variables = Object.entries(shim.env).flatMap(([name, value]) => ["--env", `${name}=${value}`]);
    const add = ["codex", "mcp", "add", SERVER_NAME, ...variables, "--", shim.command, ...shim.args];
    return [
      ...commands(context, "stdio", add, AFTERWARDS),
      table(context, "stdio", stdioEntry(context)),
      // Codex reads `http_headers`; `headers` it ignores.
      table(context, "http", { url, http_headers: authorization(context) }),
    ];
  },
};

function table(
  context: ConnectContext,
  transport: ConfigurationSnippet["transport"],
  members: Readonly<Record<string, Value>>,
): ConfigurationSnippet {
  const folder = context.env.CODEX_HOME;
  return {
    transport,
    kind: "file",
    language: "toml",
    path: folder ? joinPath(context, folder, "config.toml") : homePath(context, ".codex", "config.toml"),
    text: writeTomlTable(["mcp_servers", SERVER_NAME], members),
    instructions: `Add the table at the end of this file (create the file where it is missing). ${AFTERWARDS}`,
  };
}
