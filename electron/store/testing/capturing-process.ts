import { writeSync } from "node:fs";
import { EMPTY_STATE } from "../../core/memory-fields.ts";
import { analyseForIndex } from "../../core/text-analysis.ts";
import { createVectorScan } from "../../search/vectors/vector-scan.ts";
import { openMemoryStore } from "../open-memory-store.ts";

/**
 * A process that captures into the store of a folder until it is killed, several memories at a time, and writes the id
 * of each acknowledged capture to its output. Arguments: the folder, the first number.
 */
const [folder = "", first = "0"] = process.argv.slice(2);
const store = await openMemoryStore({
  path: `${folder}/memories.sqlite`,
  backupFolder: `${folder}/backups`,
  analyse: analyseForIndex,
  createScan: createVectorScan,
  clock: { now: () => Date.now() },
  logger: { debug() {}, info() {}, warn() {}, error() {} },
});
let number = Number(first);

async function captureForever(): Promise<void> {
  for (;;) {
    const id = `01${String(number++).padStart(24, "0")}`;
    await store.memories.insert({
      ...EMPTY_STATE,
      id,
      content: `memory ${id} ${"with some words ".repeat(20)}`,
      namespace: "context",
      domain: "user",
      tags: ["durable"],
      client: null,
      sessionId: null,
      pinned: false,
      createdAt: Date.now(),
      supersedes: null,
    });
    writeSync(1, `${id}\n`);
  }
}

await Promise.all(Array.from({ length: 4 }, captureForever));
