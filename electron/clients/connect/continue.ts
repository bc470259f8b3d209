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
  projectFile: null,
  entry(context, transport) {
    if (transport === "stdio") return { name: SERVER_NAME, ...stdioEntry(context) };
    const requestOptions = { headers: authorization(context) };
    return { name: SERVER_NAME, type: "streamable-http", url: context.url, requestOptions };
  },
  afterwards: "Continue connects when it is saved, in agent mode.",
};
