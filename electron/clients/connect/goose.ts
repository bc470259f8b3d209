import { type ConnectClient, type Machine, SERVER_NAME } from "./client.ts";
import { applicationPath, configPath } from "./folders.ts";
import { authorization } from "./snippets.ts";

export const goose: ConnectClient = {
  id: "goose",
  title: "Goose",
  takesHttp: true,
  place: { language: "yaml", container: "extensions", form: "map" },
  signs: (machine) => ({ paths: [gooseFolder(machine)], commands: ["goose"] }),
  userFiles: (machine) => [gooseFolder(machine, "config.yaml")],
  projectFile: null,
  entry(context, transport) {
    const { command, args, env } = context.shim;
    const way =
      transport === "stdio"
        ? { type: "stdio", cmd: command, args, envs: env }
        : { type: "streamable_http", uri: context.url, headers: authorization(context) };
    return { enabled: true, name: SERVER_NAME, ...way, timeout: 60 };
  },
  /** By HTTP: its links start programs of a short list alone, and the shim is not on it. */
  deepLink(context) {
    const link = new URLSearchParams({ url: context.url, type: "streamable_http", name: SERVER_NAME });
    // The value of a header is decoded a second time.
    link.set("header", `Authorization=${encodeURIComponent(authorization(context).Authorization)}`);
    return `goose://extension?${link}`;
  },
  afterwards: "It holds for sessions that start afterwards.",
};

function gooseFolder(machine: Machine, ...parts: readonly string[]): string {
  return machine.platform === "win32"
    ? applicationPath(machine, "Block", "goose", "config", ...parts)
    : configPath(machine, "goose", ...parts);
}
