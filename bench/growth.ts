/**
 * `npm run bench growth [-- --sizes 1000,10000,100000,1000000] [--clients 1,5,20,100,500] [--filled <folder>]
 * [--write]`: how the built application grows: searches, captures, start and memory by the number of memories, next to
 * FTS5 and to a durable commit, and latency and throughput by the number of clients at 10,000 memories. Vectors are
 * derived from real ones. `--filled` keeps the filled folders. `--write` draws the curves into `docs/images` and writes
 * the tables into `docs/growth.md`. Requires a build.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { root } from "../scripts/tools.ts";
import { drawChart, type Series } from "./growth/chart.ts";
import { type ClientFigures, measureClients } from "./growth/measure-clients.ts";
import { type Limits, measureLimits } from "./peers/limits.ts";
import { measureRound, type RoundFigures } from "./peers/measure.ts";
import { RECOLLECT } from "./peers/recollect.ts";

const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "1000,10000,100000,1000000" },
    clients: { type: "string", default: "1,5,20,100,500" },
    filled: { type: "string" },
    write: { type: "boolean", default: false },
  },
});
const sizes = values.sizes.split(",").map(Number);
const counts = values.clients.split(",").map(Number);
/** The number of memories for the measurement of clients. */
const SIZE = 10_000;

interface SizeFigures {
  readonly size: number;
  readonly own: RoundFigures;
  readonly limits: Limits;
}

const folder = mkdtempSync(path.join(tmpdir(), "recollect-growth-"));
try {
  const bySize: SizeFigures[] = [];
  for (const size of sizes) {
    const copy = await filledCopy(size);
    let next = size;
    const own = await measureRound(RECOLLECT, copy, size, () => next++);
    rmSync(copy, { recursive: true, force: true });
    mkdirSync(copy);
    bySize.push({ size, own, limits: await measureLimits(copy, size) });
    rmSync(copy, { recursive: true, force: true });
  }
  const byClients = await measureAllClients();
  const report = formatReport(bySize, byClients);
  console.log(`Load ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores\n\n${report}`);
  if (values.write) write(bySize, byClients, report);
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function filledCopy(size: number): Promise<string> {
  const filled = path.join(values.filled ?? path.join(folder, "filled"), String(size));
  if (!existsSync(filled)) await RECOLLECT.fill(filled, size);
  const copy = path.join(folder, "copy");
  cpSync(filled, copy, { recursive: true });
  // The first start on a copied folder waits until the copy is on the disk.
  await (await RECOLLECT.start(copy)).stop();
  return copy;
}

async function measureAllClients(): Promise<ClientFigures[]> {
  const running = await RECOLLECT.start(await filledCopy(SIZE));
  const figures: ClientFigures[] = [];
  let next = SIZE;
  try {
    for (const count of counts) figures.push(await measureClients(running, count, SIZE, () => next++));
  } finally {
    await running.stop();
  }
  return figures;
}

function formatReport(bySize: readonly SizeFigures[], byClients: readonly ClientFigures[]): string {
  const count = (value: number) => value.toLocaleString("en");
  const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 1)} ms`;
  const mb = (value: number) => `${value.toFixed(0)} MB`;
  return [
    "| memories | search by words | FTS5 | by words and meaning | capture | durable commit | captures, 16 clients | start | resident | after captures |",
    "|---|---|---|---|---|---|---|---|---|---|",
    ...bySize.map(({ size, own, limits }) => {
      const cells = [
        count(size),
        ms(own.search),
        ms(limits.search),
        ms(own.searchMeaning ?? Number.NaN),
        ms(own.capture),
        ms(limits.commit),
        `${own.capturesPerSecond.toFixed(0)}/s`,
        `${own.start.toFixed(0)} ms`,
        mb(own.residentAtStart),
        mb(own.residentAfter),
      ];
      return `| ${cells.join(" | ")} |`;
    }),
    "",
    "| clients | calls | p50 | p99 | most calls of a client / fewest |",
    "|---|---|---|---|---|",
    ...byClients.map(
      ({ clients, perSecond, p50, p99, unfairness }) =>
        `| ${count(clients)} | ${perSecond.toFixed(0)}/s | ${ms(p50)} | ${ms(p99)} | ${unfairness.toFixed(1)} |`,
    ),
  ].join("\n");
}

function write(bySize: readonly SizeFigures[], byClients: readonly ClientFigures[], report: string): void {
  const series = (name: string, of: (figures: SizeFigures) => number): Series => ({
    name,
    points: bySize.map((figures) => [figures.size, of(figures)]),
  });
  const ofClients = (name: string, of: (figures: ClientFigures) => number): Series => ({
    name,
    points: byClients.map((figures) => [figures.clients, of(figures)]),
  });
  const charts = {
    "growth-latency": drawChart({
      title: "Latency by the number of memories",
      x: "memories",
      y: "p50, milliseconds",
      series: [
        series("words and meaning", ({ own }) => own.searchMeaning ?? Number.NaN),
        series("words", ({ own }) => own.search),
        series("FTS5 alone", ({ limits }) => limits.search),
        series("capture", ({ own }) => own.capture),
        series("durable commit", ({ limits }) => limits.commit),
      ],
    }),
    "growth-memory": drawChart({
      title: "Start and memory by the number of memories",
      x: "memories",
      y: "milliseconds, megabytes",
      series: [
        series("start, ms", ({ own }) => own.start),
        series("resident, MB", ({ own }) => own.residentAtStart),
        series("after captures, MB", ({ own }) => own.residentAfter),
      ],
    }),
    "growth-clients": drawChart({
      title: "Clients that call at the same time, 10,000 memories",
      x: "clients",
      y: "milliseconds, calls a second",
      series: [
        ofClients("calls a second", ({ perSecond }) => perSecond),
        ofClients("p99, ms", ({ p99 }) => p99),
        ofClients("p50, ms", ({ p50 }) => p50),
      ],
    }),
  };
  for (const [name, svg] of Object.entries(charts)) {
    writeFileSync(path.join(root, "docs", "images", `${name}.svg`), svg);
  }
  const page = path.join(root, "docs", "growth.md");
  const text = readFileSync(page, "utf8");
  const [before = "", after = ""] = text.split(/<!-- tables -->[\s\S]*<!-- end of tables -->/);
  writeFileSync(page, `${before}<!-- tables -->\n\n${report}\n\n<!-- end of tables -->${after}`);
}
