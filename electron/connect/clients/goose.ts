import { authorization, type ConnectClient, type Machine, SERVER_NAME } from "../client.ts";
import { applicationPath, configPath } from "../folders.ts";

export const goose: ConnectClient = {
  id: "goose",
  title: "Goose",
  wireNames: ["goose"],
  takesHttp: true,
  place: { language: "yaml", container: "extensions", form: "map" },
  installMarkers: (machine) => ({ paths: [gooseFolder(machine)], commands: ["goose"] }),
  userFiles: (machine) => [gooseFolder(machine, "config.yaml")],
  projectFile: null,
  entry(context, transport) {
    const { command, args, env } = context.shim;
    const connection =
      transport === "stdio"
        ? { type: "stdio", cmd: command, args, envs: env }
        : { type: "streamable_http", uri: context.url, headers: authorization(context) };
    return { enabled: true, name: SERVER_NAME, ...connection, timeout: 60 };
  },
  // No link: Goose's links may only start programs of a fixed list, and over HTTP the link would contain the token.
  nextStep: { reason: "next_new_sessions" },
  help: { reason: "help_goose" },
};

function gooseFolder(machine: Machine, ...parts: readonly string[]): string {
  return machine.platform === "win32"
    ? applicationPath(machine, "Block", "goose", "config", ...parts)
    : configPath(machine, "goose", ...parts);
}
