import { type ConnectClient, stdioEntry } from "../client.ts";
import { applicationPath } from "../folders.ts";

export const jetbrains: ConnectClient = {
  id: "jetbrains",
  title: "JetBrains AI Assistant",
  wireNames: ["jetbrains", "intellij"],
  // Its documentation does not say whether it sends headers to an HTTP server.
  takesHttp: false,
  place: { language: "json", container: "mcpServers", form: "map" },
  installMarkers: (machine) => ({ paths: [applicationPath(machine, "JetBrains")], commands: [] }),
  userFiles: () => [],
  projectFile: null,
  entry: stdioEntry,
  paste: { stdio: { reason: "paste_jetbrains" }, http: { reason: "paste_jetbrains" } },
  nextStep: { reason: "next_jetbrains" },
  help: { reason: "help_jetbrains" },
};
