import type { ConnectClient } from "./client.ts";
import { applicationPath } from "./folders.ts";
import { stdioEntry } from "./snippets.ts";

const PASTE =
  "In Settings › Tools › AI Assistant › Model Context Protocol choose Add, then As JSON, and paste it. Apply connects.";

export const jetbrains: ConnectClient = {
  id: "jetbrains",
  title: "JetBrains AI Assistant",
  // Whether it sends headers to an HTTP server is not documented.
  takesHttp: false,
  place: { language: "json", container: "mcpServers", form: "map" },
  signs: (machine) => ({ paths: [applicationPath(machine, "JetBrains")], commands: [] }),
  userFiles: () => [],
  projectFile: null,
  entry: stdioEntry,
  paste: { stdio: PASTE, http: PASTE },
  afterwards: "Apply connects.",
};
