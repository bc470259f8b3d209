/**
 * `npm run torture [-- --spaces | --hostile] [--minutes 10] [--seed N] [--keep]`: runs the built application under a mixed load of
 * real clients while it is killed, suspended and restarted, its disk is full, its clock jumps and its database is
 * damaged. Ends with a table, and with exit code 1 if an acknowledged write is lost, incomplete or doubled, or the data
 * is inconsistent. The same seed repeats the decisions of clients and schedule, though not their timing. `--keep` keeps
 * the data folder.
 *
 * `--spaces` runs five applications that share memories through a synced folder and through PostgreSQL instead, while
 * they are killed and their clocks, network, database and folders fail. In the end all are equal and complete, and only
 * its owner has the secret domain.
 *
 * `--hostile` runs three applications in the same spaces with a member that writes hostile entries, files and rows, a
 * syncing program that loses, cuts, replaces and copies files, and disks that are full, read-only or missing. In the end
 * the three are equal and complete, answered all the time, and report the hostile devices and no other one. How long an
 * answer took is the time that the serving thread ran, which does not depend on what else runs on the machine.
 */
import { parseArgs } from "node:util";
import { postgresPrograms } from "../electron/postgres/testing/postgres-server.ts";
import { tortureHostile } from "../tests/torture/spaces/hostile-torture.ts";
import { tortureSpaces } from "../tests/torture/spaces/spaces-torture.ts";
import { torture } from "../tests/torture/torture.ts";
import { build } from "./build.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 1_000_000)) },
    spaces: { type: "boolean", default: false },
    hostile: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
  },
});
const minutes = Number(values.minutes);
const seed = Number(values.seed);
if (!(minutes > 0) || !Number.isInteger(seed)) {
  console.error("--minutes must be a positive number and --seed an integer.");
  process.exit(2);
}
if ((values.spaces || values.hostile) && postgresPrograms === null) {
  console.error("--spaces and --hostile need PostgreSQL: on Debian, apt-get install postgresql.");
  process.exit(2);
}
build();
console.log(`${minutes} minutes, seed ${seed}`);
const run = values.hostile ? tortureHostile : values.spaces ? tortureSpaces : torture;
const report = await run({ minutes, seed, keep: values.keep });
console.log(`\n${report.table()}\nseed        ${seed}`);
process.exit(report.violations === 0 ? 0 : 1);
