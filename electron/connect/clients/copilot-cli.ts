import { authorization, type ConnectClient, stdioEntry } from "../client.ts";
import { homePath, joinPath } from "../folders.ts";

/** Every tool: without the list Copilot CLI offers none. */
const tools = ["*"] as const;

export const copilotCli: ConnectClient = {
  id: "copilot-cli",
  title: "Copilot CLI",
  wireNames: ["copilot-cli", "github copilot cli", "github-copilot-developer"],
  takesHttp: true,
  hasHooks: true,
  place: { language: "json", container: "mcpServers", form: "map" },
  installMarkers: (machine) => ({ paths: [homePath(machine, ".copilot")], commands: ["copilot"] }),
  userFiles(machine) {
    const folder = machine.env.COPILOT_HOME || homePath(machine, ".copilot");
    return [joinPath(machine, folder, "mcp-config.json")];
  },
  projectFile: null,
  entry: (context, transport) =>
    transport === "stdio"
      ? { type: "local", ...stdioEntry(context), tools }
      : { type: "http", url: context.url, headers: authorization(context), tools },
  serverForm: { variables: "dollar" },
  nextStep: { reason: "next_new_sessions" },
};
