import type { ConfigurationSnippet } from "../../core/client-configuration.ts";
import { type ConnectClient, type ConnectContext, SERVER_NAME } from "./client.ts";
import { homePath } from "./folders.ts";
import { authorization, mergeInto, stdioEntry } from "./snippets.ts";
import { type Value, writeYaml } from "./write-text.ts";

export const continueDev: ConnectClient = {
  id: "continue",
  title: "Continue",
  takesHttp: true,
  snippets(context) {
    const requestOptions = { headers: authorization(context) };
    return [
      item(context, "stdio", { name: SERVER_NAME, ...stdioEntry(context) }),
      item(context, "http", { name: SERVER_NAME, type: "streamable-http", url: context.url, requestOptions }),
    ];
  },
};

function item(
  context: ConnectContext,
  transport: ConfigurationSnippet["transport"],
  entry: { readonly [key: string]: Value },
): ConfigurationSnippet {
  return {
    transport,
    kind: "file",
    language: "yaml",
    path: homePath(context, ".continue", "config.yaml"),
    text: writeYaml({ mcpServers: [entry] }),
    instructions: mergeInto("the list mcpServers", "Continue connects when it is saved, in agent mode."),
  };
}
