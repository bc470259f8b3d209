/**
 * `npm run torture [-- --minutes 10] [--seed N] [--keep]`: runs the built application under a mixed load of real
 * clients while it is killed, suspended and restarted, its disk is full, its clock jumps and its database is damaged. Ends with a table, and
 * with exit code 1 if an acknowledged write is lost, incomplete or doubled, or the data is inconsistent. The same seed
 * repeats the decisions of clients and schedule, though not their timing. `--keep` keeps the data folder.
 */
import { parseArgs } from "node:util";
import { torture } from "../tests/torture/torture.ts";
import { build } from "./build.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 1_000_000)) },
    keep: { type: "boolean", default: false },
  },
});
const minutes = Number(values.minutes);
const seed = Number(values.seed);
if (!(minutes > 0) || !Number.isInteger(seed)) {
  console.error("--minutes must be a positive number and --seed a whole number.");
  process.exit(2);
}
build();
console.log(`${minutes} minutes, seed ${seed}`);
const report = await torture({ minutes, seed, keep: values.keep });
console.log(`\n${report.table()}\nseed        ${seed}`);
process.exit(report.violations === 0 ? 0 : 1);
