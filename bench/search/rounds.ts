import { measureLatency, measureThroughput } from "./latency.ts";

/** One of many that ask at once. */
export interface Way {
  call(index: number): Promise<unknown>;
  close(): void;
}

/** One way to search. Every call gets an index of its own, so that nothing is answered from what was kept. */
export interface Row {
  readonly name: string;
  readonly call: (index: number) => unknown;
  /** Processor time so far of whoever answers, in milliseconds; without it this process is meant. */
  readonly cpu?: () => number;
  /** Many at once, each its own way, opened for this alone; without it the rate is not measured. */
  readonly atOnce?: { open(): Promise<readonly Way[]>; readonly milliseconds: number };
}

/** Medians over the rounds, milliseconds. */
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

/** Measures every row once in each round, so that what disturbs the machine disturbs all of them. */
export async function measureRows(
  rows: readonly Row[],
  { rounds, calls }: { readonly rounds: number; readonly calls: number },
): Promise<RowFigures[]> {
  const measured = rows.map((): Omit<RowFigures, "name">[] => []);
  let next = 1;
  const numbered = (call: (index: number) => unknown) => (): unknown => call(next++);
  for (let round = 0; round < rounds; round++) {
    for (const [index, { call, cpu = ownCpu, atOnce }] of rows.entries()) {
      const before = { cpu: cpu(), next };
      const latency = await measureLatency(calls, numbered(call));
      const spent = (cpu() - before.cpu) / (next - before.next);
      const perSecond = atOnce === undefined ? null : await measureAtOnce(atOnce, () => next++);
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

async function measureAtOnce({ open, milliseconds }: NonNullable<Row["atOnce"]>, next: () => number): Promise<number> {
  const ways = await open();
  const rate = await measureThroughput(milliseconds, ways.length, async (_, lane) => ways[lane]?.call(next()));
  for (const way of ways) way.close();
  return rate;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/** The figures as a Markdown table. */
export function formatRows(where: string, rows: readonly RowFigures[]): string {
  const lines = rows.map(({ name, p50, p99, cpu, perSecond }) => {
    const rate = perSecond === null ? "–" : perSecond.toFixed(0);
    return `| ${name} | ${p50.toFixed(2)} / ${p99.toFixed(2)} | ${cpu.toFixed(2)} | ${rate} |`;
  });
  return [
    `| search ${where}, limit 10 | p50 / p99 ms | processor ms | a second, 8 at once |`,
    "|---|---|---|---|",
    ...lines,
  ].join("\n");
}
