import { type ConnectClient, SERVER_NAME } from "./client.ts";
import { configPath } from "./folders.ts";
import { authorization, jsonFile, mergeInto } from "./snippets.ts";

const INSTRUCTIONS = mergeInto("mcp", "It holds for sessions that start afterwards.");

export const opencode: ConnectClient = {
  id: "opencode",
  title: "opencode",
  takesHttp: true,
  snippets(context) {
    const { shim, url } = context;
    const file = configPath(context, "opencode", "opencode.json");
    const stdio = { type: "local", command: [shim.command, ...shim.args], environment: shim.env, enabled: true };
    const http = { type: "remote", url, headers: authorization(context), enabled: true };
    return [
      jsonFile("stdio", file, { mcp: { [SERVER_NAME]: stdio } }, INSTRUCTIONS),
      jsonFile("http", file, { mcp: { [SERVER_NAME]: http } }, INSTRUCTIONS),
    ];
  },
};
