import { type ConnectClient, SERVER_NAME } from "./client.ts";
import { homePath, joinPath } from "./folders.ts";
import { authorization, commands, jsonFile, mergeInto, stdioEntry } from "./snippets.ts";

const AFTERWARDS = "Conversations that are open see it after /mcp or a restart.";

export const claudeCode: ConnectClient = {
  id: "claude-code",
  title: "Claude Code",
  takesHttp: true,
  snippets(context) {
    const { shim, url, token, env } = context;
    const folder = env.CLAUDE_CONFIG_DIR;
    const file = folder ? joinPath(context, folder, ".claude.json") : homePath(context, ".claude.json");
    // The name comes first: --env and --header take every word that follows them.
    const variables = Object.entries(shim.env).flatMap(([name, value]) => ["--env", `${name}=${value}`]);
    const add = ["claude", "mcp", "add", SERVER_NAME];
    const stdio = [...add, "--scope", "user", ...variables, "--", shim.command, ...shim.args];
    const http = [...add, url, "--transport", "http", "--scope", "user", "--header", `Authorization: Bearer ${token}`];
    const entry = { type: "http", url, headers: authorization(context) };
    return [
      ...commands(context, "stdio", stdio, AFTERWARDS),
      jsonFile(
        "stdio",
        file,
        { mcpServers: { [SERVER_NAME]: { type: "stdio", ...stdioEntry(context) } } },
        mergeInto("mcpServers", AFTERWARDS),
      ),
      ...commands(context, "http", http, `${AFTERWARDS} After a restart of Recollect, reconnect with /mcp.`),
      jsonFile("http", file, { mcpServers: { [SERVER_NAME]: entry } }, mergeInto("mcpServers", AFTERWARDS)),
    ];
  },
};
