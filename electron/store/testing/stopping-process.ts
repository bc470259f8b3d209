import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import Database from "better-sqlite3";
import { analyseForIndex } from "../../core/text-analysis.ts";
import { createVectorScan } from "../../search/vectors/vector-scan.ts";

/**
 * A process that replaces the database of a folder and kills itself after a number of operations on files and databases.
 * It writes the number of all operations if it is not killed. Arguments: the folder; `restore` for a restore while the
 * store is open, `start` for one at the start, `open` for a rebuild or a migration; the number.
 */
const [folder = "", action = "open", limit = "0"] = process.argv.slice(2);
let operations = 0;

function countCalls(target: object, names: readonly string[]): void {
  const methods = target as Record<string, (...args: unknown[]) => unknown>;
  for (const name of names) {
    const original = methods[name];
    if (original === undefined) throw new Error(`There is no ${name}.`);
    methods[name] = function (this: unknown, ...args: unknown[]) {
      operations += 1;
      if (operations === Number(limit)) process.kill(process.pid, "SIGKILL");
      return original.apply(this, args);
    };
  }
}

countCalls(fs, ["renameSync", "rmSync", "openSync", "fsyncSync", "writeFileSync", "chmodSync", "copyFileSync"]);
countCalls(fs.promises, ["copyFile", "rename", "rm", "open"]);
syncBuiltinESMExports();
// Not each row: the files change when a transaction ends.
countCalls(Database.prototype, ["exec", "close"]);

const { openMemoryStore } = await import("../open-memory-store.ts");
const store = await openMemoryStore({
  path: `${folder}/memories.sqlite`,
  backupFolder: `${folder}/backups`,
  analyse: analyseForIndex,
  createScan: createVectorScan,
  clock: { now: () => Date.UTC(2026, 0, 31, 12) },
  logger: { debug() {}, info() {}, warn() {}, error() {} },
  ifDamaged: action === "start" ? "restore" : "ask",
  suspected: action === "open",
});
if (action === "restore") await store.restore(`${folder}/backups/memories-2026-01-31.sqlite`);
await store.close();
process.stdout.write(`${operations}\n`);
