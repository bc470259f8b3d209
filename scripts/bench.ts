/**
 * `npm run bench <name> [-- options]`: runs a benchmark. Without a name it lists them. Each file documents its options.
 */
import path from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./tools.ts";

const BENCHMARKS = {
  captures: "Durable captures by 16 clients at once, and the first search after a start, at 100,000 memories",
  changes: "What the change log of spaces costs: captures in a shared domain, first sync, size",
  conversations: "Reading 1 GiB of transcripts, a rescan, searching 1,000,000 messages, and memories during a scan",
  embedding: "Speed and memory of the bundled embedding model on each runtime, and what quantisation loses",
  growth: "How searches, captures, start and memory grow with memories and clients; draws docs/growth.md",
  hook: "The session start hook against a running application",
  http: "MCP over HTTP: requests per second, latency and memory, beside node:http and the SDK",
  peers: "Captures, searches, start and memory beside three other memory programs, with the limits of the machine",
  relevance: "Fits the weights of the ranking and of the relevance estimate, and measures it without each input",
  "remote-domains": "Text search in a remote domain of 1,000,000 memories on PostgreSQL",
  retrieval: "Recall, MRR and nDCG of search on public data sets",
  search: "Search latency at 10,000 to 1,000,000 memories, beside FTS5",
  secrets: "The share of ordinary paragraphs in which the request log and memories are masked",
  servers: "Other MCP servers through Recollect: overhead, many clients, a deaf server, and three other gateways",
  shim: "The stdio shim beside direct HTTP",
  spaces: "Spaces: changes through PostgreSQL and a folder, captures in a shared domain, first sync, 50 devices",
  start: "The time from start to first response, and resident memory",
  store: "The store's operations beside SQLite with FTS5, and how long they block the main thread",
  suggestions: "The passages of labelled sessions that are suggested as memories; fits the weights",
  tokens: "What real clients put before their models, in bytes and tokens, beside server-memory",
  use: "Which memories answers rely on, on questions with evidence; fits the floor",
  window: "The window in Chromium: first list, search, scrolling, live log",
} as const;

const [name = "", ...options] = process.argv.slice(2);
if (Object.hasOwn(BENCHMARKS, name)) {
  const file = path.join(root, "bench", `${name}.ts`);
  process.argv = [process.execPath, file, ...options];
  await import(pathToFileURL(file).href);
} else {
  if (name !== "") console.error(`There is no benchmark "${name}".\n`);
  for (const [known, description] of Object.entries(BENCHMARKS)) console.log(`${known.padEnd(13)} ${description}`);
  process.exitCode = name === "" ? 0 : 2;
}
