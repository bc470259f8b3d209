/**
 * A server of revision 2025 on stdio, whose responses are its first argument: by method, or by `tools/call NAME`, the members
 * of the response as JSON, or the text of a line.
 */
import { createInterface } from "node:readline";
import { responseTo } from "./scripted-responses.ts";

createInterface({ input: process.stdin }).on("line", (line) => {
  const response = responseTo(JSON.parse(process.argv[2] ?? "{}"), JSON.parse(line));
  if (response !== null) process.stdout.write(`${response}\n`);
});
