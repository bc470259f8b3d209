import { authorization, type ConnectClient, stdioEntry } from "../client.ts";

export const anyOther: ConnectClient = {
  id: "other",
  title: "Any other client",
  wireNames: [],
  isGeneric: true,
  takesHttp: true,
  place: { language: "json", container: "mcpServers", form: "map" },
  installMarkers: () => ({ paths: [], commands: [] }),
  userFiles: () => [],
  projectFile: null,
  entry: (context, transport) =>
    transport === "stdio" ? stdioEntry(context) : { type: "http", url: context.url, headers: authorization(context) },
  paste: {
    stdio: { reason: "paste_stdio" },
    http: { reason: "paste_http" },
  },
  nextStep: { reason: "next_restart" },
};
