import { writeSync } from "node:fs";
import { analyseForIndex } from "../core/text-analysis.ts";
import { createVectorScan } from "../search/vectors/vector-scan.ts";
import { openMemoryStore } from "./open-memory-store.ts";

/**
 * A process to be killed: captures without end into the store of a folder, several at a time, and writes a line for each
 * capture that was acknowledged. Arguments: the folder, the first number.
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

async function captureWithoutEnd(): Promise<void> {
  for (;;) {
    const id = `01${String(number++).padStart(24, "0")}`;
    await store.memories.insert({
      id,
      content: `memory ${id} ${"with some words ".repeat(20)}`,
      namespace: "context",
      domain: "user",
      tags: ["durable"],
      source: null,
      client: null,
      sessionId: null,
      pinned: false,
      createdAt: Date.now(),
      supersedes: null,
    });
    writeSync(1, `${id}\n`);
  }
}

await Promise.all(Array.from({ length: 4 }, captureWithoutEnd));
