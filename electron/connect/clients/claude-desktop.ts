import { type ConnectClient, stdioEntry } from "../client.ts";
import { applicationPath } from "../folders.ts";

export const claudeDesktop: ConnectClient = {
  id: "claude-desktop",
  title: "Claude Desktop",
  wireNames: ["claude-desktop", "claude-ai"],
  // It supports HTTP only for remote servers with OAuth.
  takesHttp: false,
  place: { language: "json", container: "mcpServers", form: "map" },
  installMarkers: (machine) => ({
    paths: [applicationPath(machine, "Claude"), ...claudeDesktop.userFiles(machine)],
    commands: ["claude-desktop"],
  }),
  // Linux builds differ in the case of the folder's first letter. Other platforms ignore case.
  userFiles: (machine) =>
    (machine.platform === "linux" ? ["Claude", "claude"] : ["Claude"]).map((name) =>
      applicationPath(machine, name, "claude_desktop_config.json"),
    ),
  projectFile: null,
  entry: stdioEntry,
  hasExtension: true,
  nextStep: { reason: "next_claude_desktop" },
  help: { reason: "help_claude_desktop" },
};
