import { authorization, type ConnectClient, SERVER_NAME, stdioEntry } from "../client.ts";
import { homePath } from "../folders.ts";

export const continueDev: ConnectClient = {
  id: "continue",
  title: "Continue",
  wireNames: ["continue"],
  takesHttp: true,
  place: { language: "yaml", container: "mcpServers", form: "list" },
  installMarkers: (machine) => ({ paths: [homePath(machine, ".continue")], commands: ["cn"] }),
  userFiles: (machine) => [homePath(machine, ".continue", "config.yaml")],
  // Continue reads one file per server here. In JSON it accepts the format of other clients.
  projectFile: {
    path: ".continue/mcpServers/recollect.json",
    tokenReference: null,
    place: { language: "json", container: "mcpServers", form: "map" },
  },
  entry(context, transport) {
    if (transport === "stdio") return { name: SERVER_NAME, ...stdioEntry(context) };
    const requestOptions = { headers: authorization(context) };
    return { name: SERVER_NAME, type: "streamable-http", url: context.url, requestOptions };
  },
  serverForm: { variables: "secrets" },
  nextStep: { reason: "next_continue" },
  help: { reason: "help_continue" },
};
