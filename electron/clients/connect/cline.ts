import type { ConnectClient } from "./client.ts";
import { applicationPath } from "./folders.ts";
import { authorization, stdioEntry } from "./snippets.ts";

const FOLDER = ["Code", "User", "globalStorage", "saoudrizwan.claude-dev"] as const;

export const cline: ConnectClient = {
  id: "cline",
  title: "Cline",
  takesHttp: true,
  place: { language: "json", container: "mcpServers", form: "map" },
  signs: (machine) => ({ paths: [applicationPath(machine, ...FOLDER)], commands: ["cline"] }),
  userFiles: (machine) => [applicationPath(machine, ...FOLDER, "settings", "cline_mcp_settings.json")],
  projectFile: null,
  entry: (context, transport) =>
    transport === "stdio"
      ? stdioEntry(context)
      : // Without a type Cline speaks the older SSE transport.
        { type: "streamableHttp", url: context.url, headers: authorization(context) },
  afterwards: "Cline connects when it is saved.",
};
