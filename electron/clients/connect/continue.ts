import { type ConnectClient, SERVER_NAME } from "./client.ts";
import { homePath } from "./folders.ts";
import { authorization, stdioEntry } from "./snippets.ts";

export const continueDev: ConnectClient = {
  id: "continue",
  title: "Continue",
  takesHttp: true,
  place: { language: "yaml", container: "mcpServers", form: "list" },
  signs: (machine) => ({ paths: [homePath(machine, ".continue")], commands: ["cn"] }),
  userFiles: (machine) => [homePath(machine, ".continue", "config.yaml")],
  // One file for each server; in JSON it takes the form that other clients have.
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
  afterwards: "Continue connects when it is saved, in agent mode.",
};
