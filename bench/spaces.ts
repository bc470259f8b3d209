/**
 * `npm run bench:spaces [-- latency captures merge sync load] [--changes 60] [--captures 400] [--memories 10000,…]
 * [--devices 50] [--real 4] [--rate 10] [--seconds 30]`: spaces with the built application, each member in a process of
 * its own, and a real PostgreSQL that syncs each commit. Without names: all but `load`.
 *
 * `latency`: a capture reaches the search of another application. `captures`: durable captures in a shared and an
 * unshared domain, in turns. `merge`: one memory receives many concurrent changes, in this process. `sync`: the first
 * sync of a space with many memories, also killed in the middle (`--memories 10000,100000` for both sizes). `load`: many
 * devices write to one space, some of them applications, the others protocol-level: they make, send and read changes,
 * and store none. Applications search by text only: the models of all would share this machine's processor.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { stopPrograms } from "../e2e/testing/programs.ts";
import { postgresPrograms } from "../electron/postgres/testing/postgres-server.ts";
import { build } from "../scripts/build.ts";
import { measureCaptures } from "./spaces/measure-captures.ts";
import { measureFirstSync } from "./spaces/measure-first-sync.ts";
import { measureLatency } from "./spaces/measure-latency.ts";
import { measureLoad } from "./spaces/measure-load.ts";
import { measureMerge } from "./spaces/measure-merge.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    changes: { type: "string", default: "60" },
    captures: { type: "string", default: "400" },
    memories: { type: "string", default: "10000" },
    devices: { type: "string", default: "50" },
    real: { type: "string", default: "4" },
    rate: { type: "string", default: "10" },
    seconds: { type: "string", default: "30" },
  },
});

const PARTS: Readonly<Record<string, (root: string) => Promise<string[][]>>> = {
  latency: (root) => measureLatency(root, Number(values.changes)),
  captures: (root) => measureCaptures(root, Number(values.captures)),
  merge: measureMerge,
  async sync(root) {
    const rows: string[][] = [];
    for (const size of values.memories.split(",")) rows.push(...(await measureFirstSync(root, Number(size))));
    return rows;
  },
  load: (root) =>
    measureLoad(root, {
      devices: Number(values.devices),
      real: Number(values.real),
      rate: Number(values.rate),
      seconds: Number(values.seconds),
    }),
};

const chosen = positionals.length === 0 ? ["latency", "captures", "merge", "sync"] : positionals;
const unknown = chosen.find((name) => !Object.hasOwn(PARTS, name));
if (unknown !== undefined || postgresPrograms === null) {
  console.error(unknown === undefined ? "PostgreSQL is not installed." : `There is no part "${unknown}".`);
  process.exit(2);
}
build();
console.log("| what | p50 or total | p99 | goal |\n|---|---|---|---|");
const root = await mkdtemp(path.join(tmpdir(), "recollect-bench-spaces-"));
try {
  for (const name of chosen) {
    for (const row of (await PARTS[name]?.(root)) ?? []) console.log(`| ${row.join(" | ")} |`);
  }
} finally {
  stopPrograms();
  await rm(root, { recursive: true, force: true, maxRetries: 5 });
}
