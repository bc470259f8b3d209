import { type ConnectClient, type Machine, SERVER_NAME } from "./client.ts";
import { applicationPath, configPath } from "./folders.ts";
import { authorization, stdioEntry } from "./snippets.ts";

export const zed: ConnectClient = {
  id: "zed",
  title: "Zed",
  takesHttp: true,
  place: { language: "json", container: "context_servers", form: "map" },
  signs: (machine) => ({ paths: [zedPath(machine)], commands: ["zed", "zeditor"] }),
  userFiles: (machine) => [zedPath(machine, "settings.json")],
  projectFile: { path: ".zed/settings.json", tokenReference: null },
  entry: (context, transport) =>
    transport === "stdio" ? stdioEntry(context) : { url: context.url, headers: authorization(context) },
  afterwards: `Zed connects when it is saved; see ${SERVER_NAME} in the agent panel's settings.`,
};

function zedPath(machine: Machine, ...parts: readonly string[]): string {
  return machine.platform === "win32"
    ? applicationPath(machine, "Zed", ...parts)
    : configPath(machine, "zed", ...parts);
}
