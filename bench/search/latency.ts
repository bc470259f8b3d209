import { quantile } from "../support/statistics.ts";

export interface Latency {
  readonly p50: number;
  readonly p99: number;
}

/** Measures the latency of `count` calls in milliseconds, after a warm-up of 20. */
export async function measureLatency(count: number, call: (index: number) => unknown): Promise<Latency> {
  for (let index = 0; index < Math.min(20, count); index++) await call(index);
  const milliseconds: number[] = [];
  for (let index = 0; index < count; index++) {
    const started = performance.now();
    await call(index);
    milliseconds.push(performance.now() - started);
  }
  return { p50: quantile(milliseconds, 0.5), p99: quantile(milliseconds, 0.99) };
}

/** Returns calls per second, with `lanes` parallel lanes that each call one at a time. */
export async function measureThroughput(
  milliseconds: number,
  lanes: number,
  call: (index: number, lane: number) => Promise<unknown>,
): Promise<number> {
  const started = performance.now();
  let done = 0;
  const work = async (lane: number) => {
    while (performance.now() - started < milliseconds) await call(done++, lane);
  };
  await Promise.all(Array.from({ length: lanes }, (_, lane) => work(lane)));
  return (done / (performance.now() - started)) * 1000;
}

export function formatLatency({ p50, p99 }: Latency): string {
  return `${p50.toFixed(2)} / ${p99.toFixed(2)}`;
}
