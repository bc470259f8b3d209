import { writeSync } from "node:fs";
import path from "node:path";
import { ClientMemories } from "../../client-memories/client-memories.ts";
import { createEvents } from "../../core/events.ts";
import { createMemoryCore, openStore } from "../memory-core.ts";

/** A process that scans a home folder until it is killed, and writes a line for each proposal. Argument: the folder. */
const [home = ""] = process.argv.slice(2);
const logger = { debug() {}, info() {}, warn() {}, error() {} };
const clock = { now: () => Date.now() };
const events = createEvents((error) => {
  throw error;
});
const data = path.join(home, "data");
const store = await openStore({
  path: path.join(data, "memories.sqlite"),
  backupFolder: path.join(data, "backups"),
  clock,
  logger,
});
const { service } = createMemoryCore(store, { clock, events, logger });
events.on("inbox.changed", () => void writeSync(1, "proposed\n"));
const memories = new ClientMemories({
  file: path.join(data, "client-memories.json"),
  system: { home, env: {}, platform: process.platform },
  settings: { get: () => ({ clients: ["claude-code"], files: [] }), set() {} },
  inbox: service.inbox,
  projectName: (name) => name,
  events,
  clock,
  logger,
});
await memories.scan();
writeSync(1, "finished\n");
await new Promise((resolve) => setTimeout(resolve, 100_000));
