import type { ConnectClient } from "./client.ts";
import { applicationPath } from "./folders.ts";
import { stdioEntry } from "./snippets.ts";

export const claudeDesktop: ConnectClient = {
  id: "claude-desktop",
  title: "Claude Desktop",
  // It offers HTTP for remote servers with OAuth alone.
  takesHttp: false,
  place: { language: "json", container: "mcpServers", form: "map" },
  signs: (machine) => ({
    paths: [applicationPath(machine, "Claude"), applicationPath(machine, "claude", "claude_desktop_config.json")],
    commands: ["claude-desktop"],
  }),
  // Builds for Linux differ in the folder's first letter.
  userFiles: (machine) =>
    ["Claude", "claude"].map((name) => applicationPath(machine, name, "claude_desktop_config.json")),
  projectFile: null,
  entry: stdioEntry,
  afterwards: "Then quit Claude Desktop whole and start it again.",
};
