import type { Transport } from "../../core/client-connection.ts";
import type { ConnectClient, ConnectContext, Entry } from "./client.ts";
import { applicationPath, homePath } from "./folders.ts";
import { authorization, stdioEntry } from "./snippets.ts";

const FOLDER = ["Code", "User", "globalStorage", "saoudrizwan.claude-dev"] as const;

export const cline: ConnectClient = {
  id: "cline",
  title: "Cline",
  takesHttp: true,
  place: { language: "json", container: "mcpServers", form: "map" },
  signs: (machine) => ({ paths: [applicationPath(machine, ...FOLDER)], commands: [] }),
  userFiles: (machine) => [applicationPath(machine, ...FOLDER, "settings", "cline_mcp_settings.json")],
  projectFile: null,
  entry: clineEntry,
  afterwards: "Cline connects when it is saved.",
};

/** Its program for the terminal has a file of its own, and writes what leads to a server one step deeper. */
export const clineCli: ConnectClient = {
  ...cline,
  id: "cline-cli",
  title: "Cline CLI",
  signs: (machine) => ({ paths: [homePath(machine, ".cline")], commands: ["cline"] }),
  userFiles: (machine) => [homePath(machine, ".cline", "data", "settings", "cline_mcp_settings.json")],
  entry: (context, transport) => ({
    transport: { ...(transport === "stdio" ? { type: "stdio" } : {}), ...clineEntry(context, transport) },
  }),
  afterwards: "It holds for sessions that start afterwards.",
};

function clineEntry(context: ConnectContext, transport: Transport): Entry {
  if (transport === "stdio") return stdioEntry(context);
  // Without a type Cline speaks the older SSE transport.
  return { type: "streamableHttp", url: context.url, headers: authorization(context) };
}
