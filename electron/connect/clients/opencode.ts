import { authorization, type ConnectClient, TOKEN_VARIABLE } from "../client.ts";
import { configPath } from "../folders.ts";

export const opencode: ConnectClient = {
  id: "opencode",
  title: "opencode",
  wireNames: ["opencode"],
  takesHttp: true,
  hasHooks: true,
  place: { language: "json", container: "mcp", form: "map" },
  installMarkers: (machine) => ({ paths: [configPath(machine, "opencode")], commands: ["opencode"] }),
  userFiles: (machine) => ["opencode.json", "opencode.jsonc"].map((name) => configPath(machine, "opencode", name)),
  projectFile: { path: "opencode.json", tokenReference: `{env:${TOKEN_VARIABLE}}` },
  entry(context, transport) {
    const { shim, url } = context;
    return transport === "stdio"
      ? { type: "local", command: [shim.command, ...shim.args], environment: shim.env, enabled: true }
      : { type: "remote", url, headers: authorization(context), enabled: true };
  },
  serverForm: { variables: "braces" },
  nextStep: { reason: "next_new_sessions" },
  help: { reason: "help_opencode" },
};
