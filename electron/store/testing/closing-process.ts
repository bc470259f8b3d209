import { setTimeout as pause } from "node:timers/promises";
import { EMPTY_STATE } from "../../core/memory-fields.ts";
import { analyseForIndex } from "../../core/text-analysis.ts";
import { createVectorScan } from "../../search/vectors/vector-scan.ts";
import { openMemoryStore } from "../open-memory-store.ts";

/** A process that writes to a store and closes it while its text index is merged. Argument: the folder. */
const [folder = ""] = process.argv.slice(2);
const store = await openMemoryStore({
  path: `${folder}/memories.sqlite`,
  backupFolder: `${folder}/backups`,
  analyse: analyseForIndex,
  createScan: createVectorScan,
  clock: { now: () => Date.now() },
  logger: { debug() {}, info() {}, warn() {}, error() {} },
});
for (let number = 0; number < 60; number++) {
  await store.memories.insert({
    ...EMPTY_STATE,
    id: `01${String(number).padStart(24, "0")}`,
    content: Array.from({ length: 3_000 }, (_, word) => `word${(number * 977 + word * 31) % 40_000}`).join(" "),
    namespace: "context",
    domain: "user",
    client: null,
    sessionId: null,
    pinned: false,
    createdAt: Date.now(),
    supersedes: null,
  });
}
await pause(60);
await store.close();
process.stdout.write("closed\n");
