import type { ConfigurationSnippet } from "../../core/client-configuration.ts";
import { type ConnectClient, type ConnectContext, SERVER_NAME } from "./client.ts";
import { applicationPath, configPath } from "./folders.ts";
import { authorization, mergeInto } from "./snippets.ts";
import { type Value, writeYaml } from "./write-text.ts";

export const goose: ConnectClient = {
  id: "goose",
  title: "Goose",
  takesHttp: true,
  snippets(context) {
    const { command, args, env } = context.shim;
    return [
      extension(context, "stdio", { type: "stdio", cmd: command, args, envs: env }),
      extension(context, "http", { type: "streamable_http", uri: context.url, headers: authorization(context) }),
    ];
  },
};

function extension(
  context: ConnectContext,
  transport: ConfigurationSnippet["transport"],
  entry: { readonly [key: string]: Value },
): ConfigurationSnippet {
  const path =
    context.platform === "win32"
      ? applicationPath(context, "Block", "goose", "config", "config.yaml")
      : configPath(context, "goose", "config.yaml");
  return {
    transport,
    kind: "file",
    language: "yaml",
    path,
    text: writeYaml({ extensions: { [SERVER_NAME]: { enabled: true, name: SERVER_NAME, ...entry, timeout: 60 } } }),
    instructions: mergeInto("extensions", "It holds for sessions that start afterwards."),
  };
}
