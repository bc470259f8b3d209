import { median } from "../support/statistics.ts";
import { measureLatency, measureThroughput } from "./latency.ts";

/** One of several parallel callers. */
export interface ParallelCaller {
  call(index: number): Promise<unknown>;
  close(): void;
}

/** A row of the table. Each call gets a new index, so that caches do not respond. */
export interface Row {
  readonly name: string;
  readonly call: (index: number) => unknown;
  /** Returns the CPU time used so far in milliseconds; default: of this process. */
  readonly cpu?: () => number;
  /** Opens parallel callers to measure throughput; default: throughput is not measured. */
  readonly parallel?: { open(): Promise<readonly ParallelCaller[]>; readonly milliseconds: number };
}

/** Medians over the rounds, in milliseconds. */
export interface RowFigures {
  readonly name: string;
  readonly p50: number;
  readonly p99: number;
  readonly cpu: number;
  readonly perSecond: number | null;
}

const ownCpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Measures every row once per round, so that disturbances of the machine affect all rows. */
export async function measureRows(
  rows: readonly Row[],
  { rounds, calls }: { readonly rounds: number; readonly calls: number },
): Promise<RowFigures[]> {
  const measured = rows.map((): Omit<RowFigures, "name">[] => []);
  let next = 1;
  const numbered = (call: (index: number) => unknown) => (): unknown => call(next++);
  for (let round = 0; round < rounds; round++) {
    for (const [index, { call, cpu = ownCpu, parallel }] of rows.entries()) {
      const before = { cpu: cpu(), next };
      const latency = await measureLatency(calls, numbered(call));
      const spent = (cpu() - before.cpu) / (next - before.next);
      const perSecond = parallel === undefined ? null : await measureParallel(parallel, () => next++);
      measured[index]?.push({ ...latency, cpu: spent, perSecond });
    }
  }
  return rows.map(({ name }, index) => {
    const of = (key: "p50" | "p99" | "cpu" | "perSecond") =>
      median((measured[index] ?? []).map((figures) => figures[key] ?? Number.NaN));
    const { perSecond } = measured[index]?.[0] ?? { perSecond: null };
    return { name, p50: of("p50"), p99: of("p99"), cpu: of("cpu"), perSecond: perSecond && of("perSecond") };
  });
}

async function measureParallel(
  { open, milliseconds }: NonNullable<Row["parallel"]>,
  next: () => number,
): Promise<number> {
  const callers = await open();
  const rate = await measureThroughput(milliseconds, callers.length, async (_, lane) => callers[lane]?.call(next()));
  for (const caller of callers) caller.close();
  return rate;
}

/** Formats the figures as a Markdown table. */
export function formatRows(where: string, rows: readonly RowFigures[]): string {
  const lines = rows.map(({ name, p50, p99, cpu, perSecond }) => {
    const rate = perSecond === null ? "–" : perSecond.toFixed(0);
    return `| ${name} | ${p50.toFixed(2)} / ${p99.toFixed(2)} | ${cpu.toFixed(2)} | ${rate} |`;
  });
  return [
    `| search ${where}, limit 10 | p50 / p99 ms | CPU ms | per second, 8 parallel |`,
    "|---|---|---|---|",
    ...lines,
  ].join("\n");
}
