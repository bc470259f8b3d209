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
    paths: [applicationPath(machine, "Claude"), ...claudeDesktop.userFiles(machine)],
    commands: ["claude-desktop"],
  }),
  // Builds for Linux differ in the folder's first letter; elsewhere both would be one folder.
  userFiles: (machine) =>
    (machine.platform === "linux" ? ["Claude", "claude"] : ["Claude"]).map((name) =>
      applicationPath(machine, name, "claude_desktop_config.json"),
    ),
  projectFile: null,
  entry: stdioEntry,
  afterwards: "Then quit Claude Desktop whole and start it again.",
};
