import { type ConnectClient, SERVER_NAME } from "./client.ts";
import { applicationPath } from "./folders.ts";
import { authorization, commands, jsonFile, mergeInto, stdioEntry } from "./snippets.ts";
import type { Value } from "./write-text.ts";

const AFTERWARDS = "Then choose Start above the entry, or MCP: List Servers in the command palette.";

export const vscode: ConnectClient = {
  id: "vscode",
  title: "VS Code",
  takesHttp: true,
  snippets(context) {
    const file = applicationPath(context, "Code", "User", "mcp.json");
    const stdio: { readonly [key: string]: Value } = { type: "stdio", ...stdioEntry(context) };
    const http = { type: "http", url: context.url, headers: authorization(context) };
    const addMcp = ["code", "--add-mcp", JSON.stringify({ name: SERVER_NAME, ...stdio })];
    return [
      jsonFile("stdio", file, { servers: { [SERVER_NAME]: stdio } }, mergeInto("servers", AFTERWARDS)),
      // Windows starts `code` through a batch file, which takes the quotes out of JSON.
      ...(context.platform === "win32" ? [] : commands(context, "stdio", addMcp, AFTERWARDS)),
      jsonFile("http", file, { servers: { [SERVER_NAME]: http } }, mergeInto("servers", AFTERWARDS)),
    ];
  },
};
