/**
 * `npm run torture [-- --spaces] [--minutes 10] [--seed N] [--keep]`: runs the built application under a mixed load of
 * real clients while it is killed, suspended and restarted, its disk is full, its clock jumps and its database is
 * damaged. Ends with a table, and with exit code 1 if an acknowledged write is lost, incomplete or doubled, or the data
 * is inconsistent. The same seed repeats the decisions of clients and schedule, though not their timing. `--keep` keeps
 * the data folder.
 *
 * `--spaces` runs five applications that share memories through a synced folder and through PostgreSQL instead, while
 * they are killed and their clocks, network, database and folders fail. In the end all are equal and complete, and only
 * its owner has the secret domain.
 */
import { parseArgs } from "node:util";
import { postgresPrograms } from "../electron/postgres/testing/postgres-server.ts";
import { tortureSpaces } from "../tests/torture/spaces/spaces-torture.ts";
import { torture } from "../tests/torture/torture.ts";
import { build } from "./build.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 1_000_000)) },
    spaces: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
  },
});
const minutes = Number(values.minutes);
const seed = Number(values.seed);
if (!(minutes > 0) || !Number.isInteger(seed)) {
  console.error("--minutes must be a positive number and --seed an integer.");
  process.exit(2);
}
if (values.spaces && postgresPrograms === null) {
  console.error("--spaces needs PostgreSQL: on Debian, apt-get install postgresql.");
  process.exit(2);
}
build();
console.log(`${minutes} minutes, seed ${seed}`);
const report = await (values.spaces ? tortureSpaces : torture)({ minutes, seed, keep: values.keep });
console.log(`\n${report.table()}\nseed        ${seed}`);
process.exit(report.violations === 0 ? 0 : 1);
