import { authorization, type ConnectClient, type Machine, stdioEntry } from "../client.ts";
import { applicationPath, configPath } from "../folders.ts";

export const zed: ConnectClient = {
  id: "zed",
  title: "Zed",
  wireNames: ["zed"],
  takesHttp: true,
  place: { language: "json", container: "context_servers", form: "map" },
  installMarkers: (machine) => ({ paths: [zedPath(machine)], commands: ["zed", "zeditor"] }),
  userFiles: (machine) => [zedPath(machine, "settings.json")],
  projectFile: { path: ".zed/settings.json", tokenReference: null },
  entry: (context, transport) =>
    transport === "stdio" ? stdioEntry(context) : { url: context.url, headers: authorization(context) },
  nextStep: { reason: "next_zed" },
  help: { reason: "help_zed" },
};

function zedPath(machine: Machine, ...parts: readonly string[]): string {
  return machine.platform === "win32"
    ? applicationPath(machine, "Zed", ...parts)
    : configPath(machine, "zed", ...parts);
}
