import type { Transport } from "../../core/client-connection.ts";
import { authorization, type ConnectClient, type ConnectContext, type Entry, stdioEntry } from "../client.ts";
import { applicationPath, homePath } from "../folders.ts";

const FOLDER = ["Code", "User", "globalStorage", "saoudrizwan.claude-dev"] as const;

export const cline: ConnectClient = {
  id: "cline",
  title: "Cline",
  wireNames: ["cline"],
  takesHttp: true,
  place: { language: "json", container: "mcpServers", form: "map" },
  installMarkers: (machine) => ({ paths: [applicationPath(machine, ...FOLDER)], commands: [] }),
  userFiles: (machine) => [applicationPath(machine, ...FOLDER, "settings", "cline_mcp_settings.json")],
  projectFile: null,
  entry: clineEntry,
  serverForm: { urlIsSse: true },
  nextStep: { reason: "next_cline" },
  help: { reason: "help_cline" },
};

/** The command-line program has its own file and nests the connection under `transport`. */
export const clineCli: ConnectClient = {
  ...cline,
  id: "cline-cli",
  title: "Cline CLI",
  wireNames: ["cline-cli"],
  installMarkers: (machine) => ({ paths: [homePath(machine, ".cline")], commands: ["cline"] }),
  userFiles: (machine) => [homePath(machine, ".cline", "data", "settings", "cline_mcp_settings.json")],
  entry: (context, transport) => ({
    transport: { ...(transport === "stdio" ? { type: "stdio" } : {}), ...clineEntry(context, transport) },
  }),
  nextStep: { reason: "next_new_sessions" },
  help: undefined,
};

function clineEntry(context: ConnectContext, transport: Transport): Entry {
  if (transport === "stdio") return stdioEntry(context);
  // Without a type, Cline uses the older SSE transport.
  return { type: "streamableHttp", url: context.url, headers: authorization(context) };
}
