import { type ConnectClient, SERVER_NAME } from "./client.ts";
import { applicationPath, configPath } from "./folders.ts";
import { authorization, jsonFile, mergeInto, stdioEntry } from "./snippets.ts";

const INSTRUCTIONS = mergeInto("context_servers", "Zed connects when it is saved.");

export const zed: ConnectClient = {
  id: "zed",
  title: "Zed",
  takesHttp: true,
  snippets(context) {
    const onWindows = context.platform === "win32";
    const file = onWindows
      ? applicationPath(context, "Zed", "settings.json")
      : configPath(context, "zed", "settings.json");
    const http = { url: context.url, headers: authorization(context) };
    return [
      jsonFile("stdio", file, { context_servers: { [SERVER_NAME]: stdioEntry(context) } }, INSTRUCTIONS),
      jsonFile("http", file, { context_servers: { [SERVER_NAME]: http } }, INSTRUCTIONS),
    ];
  },
};
