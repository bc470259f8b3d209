/**
 * `npm run bench peers [-- --memories 10000] [--rounds 3] [--programs <folder>]`: Recollect next to three programs that a
 * user would choose instead, at pinned versions from npm: claude-mem's worker, server-memory and agentmemory. They store
 * the same memories and get the same queries, in the same run and in turns; each round starts with another program. The
 * figures are medians of the rounds. Below them is what no program on this machine can undercut. `--programs` keeps the
 * installed programs for the next run. Requires a build; Linux for the memory.
 *
 * The programs promise different things. Recollect's capture is on disk when it is acknowledged, and its search ranks by
 * words, meaning and use. claude-mem does not wait for the disk and searches phrases. server-memory reads and writes its
 * whole file for each request and has no ranking. agentmemory writes its whole file for each capture and searches its
 * memory for substrings.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { installPeers } from "./peers/install.ts";
import { measureLimits } from "./peers/limits.ts";
import { measureRound, type RoundFigures } from "./peers/measure.ts";
import { RECOLLECT } from "./peers/recollect.ts";
import { median } from "./support/statistics.ts";

const { values } = parseArgs({
  options: {
    memories: { type: "string", default: "10000" },
    rounds: { type: "string", default: "3" },
    programs: { type: "string" },
  },
});
const count = Number(values.memories);
const rounds = Number(values.rounds);
const folder = mkdtempSync(path.join(tmpdir(), "recollect-peers-"));
try {
  const programs = [RECOLLECT, ...(await installPeers(values.programs ?? path.join(folder, "programs")))].map(
    (program) => ({ program, folder: path.join(folder, program.name.replace(/\W+/g, "-")), next: count }),
  );
  for (const each of programs) {
    mkdirSync(each.folder);
    await each.program.fill(each.folder, count);
  }
  const figures = new Map<string, RoundFigures[]>(programs.map(({ program }) => [program.name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (let index = 0; index < programs.length; index += 1) {
      const each = programs[(index + round) % programs.length];
      if (each === undefined) continue;
      const measured = await measureRound(each.program, each.folder, count, () => each.next++);
      figures.get(each.program.name)?.push(measured);
    }
  }
  const limits = await measureLimits(folder, count);
  console.log(`${count} memories, ${rounds} rounds, load ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores\n`);
  console.log(
    "| | capture p50, one client | captures, 16 clients | search p50, words | words and meaning | ping p50 |",
  );
  console.log("|---|---|---|---|---|---|");
  for (const [name, measured] of figures) {
    const of = (key: keyof RoundFigures) => median(measured.flatMap((round) => round[key] ?? []));
    const meaning = of("searchMeaning");
    const cells = [
      milliseconds(of("capture")),
      `${of("capturesPerSecond").toFixed(0)}/s`,
      milliseconds(of("search")),
      Number.isNaN(meaning) ? "–" : milliseconds(meaning),
      milliseconds(of("ping")),
    ];
    console.log(`| ${[name, ...cells].join(" | ")} |`);
  }
  console.log(
    `| a durable commit of SQLite; FTS5 | ${milliseconds(limits.commit)} | | ${milliseconds(limits.search)} | | |`,
  );
  console.log("\n| | start to the first search | resident, then | after captures and searches |\n|---|---|---|---|");
  for (const [name, measured] of figures) {
    const of = (key: "start" | "residentAtStart" | "residentAfter") => median(measured.map((round) => round[key]));
    const cells = [
      `${of("start").toFixed(0)} ms`,
      `${of("residentAtStart").toFixed(0)} MB`,
      `${of("residentAfter").toFixed(0)} MB`,
    ];
    console.log(`| ${[name, ...cells].join(" | ")} |`);
  }
  console.log(`| an empty Node script | ${limits.script.toFixed(0)} ms | | |`);
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function milliseconds(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 1)} ms`;
}
