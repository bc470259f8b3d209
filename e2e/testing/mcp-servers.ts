import path from "node:path";
import { root } from "../../scripts/tools.ts";

/** The entry point of a server from npm, such as `everything`. */
export function serverFile(name: string): string {
  return path.join(root, "node_modules", "@modelcontextprotocol", `server-${name}`, "dist", "index.js");
}

/** Its command line. */
export function serverCommand(name: string, ...args: readonly string[]): string {
  return [process.execPath, serverFile(name), ...args].map((word) => `"${word}"`).join(" ");
}

/** The command line of a server of sixty tools. */
export function manyToolsCommand(): string {
  const file = path.join(root, "electron", "servers", "testing", "many-tools-process.ts");
  return [process.execPath, file].map((word) => `"${word}"`).join(" ");
}
