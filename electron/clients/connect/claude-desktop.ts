import { type ConnectClient, SERVER_NAME } from "./client.ts";
import { applicationPath } from "./folders.ts";
import { jsonFile, mergeInto, stdioEntry } from "./snippets.ts";

export const claudeDesktop: ConnectClient = {
  id: "claude-desktop",
  title: "Claude Desktop",
  // It offers HTTP for remote servers with OAuth alone.
  takesHttp: false,
  snippets: (context) => [
    jsonFile(
      "stdio",
      applicationPath(context, "Claude", "claude_desktop_config.json"),
      { mcpServers: { [SERVER_NAME]: stdioEntry(context) } },
      mergeInto("mcpServers", "Then quit Claude Desktop whole and start it again."),
    ),
  ],
};
