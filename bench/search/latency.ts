export interface Latency {
  readonly p50: number;
  readonly p99: number;
}

/** Milliseconds of one call, over so many, after a few that warm up. */
export async function measureLatency(count: number, call: (index: number) => unknown): Promise<Latency> {
  for (let index = 0; index < Math.min(20, count); index++) await call(index);
  const milliseconds: number[] = [];
  for (let index = 0; index < count; index++) {
    const started = performance.now();
    await call(index);
    milliseconds.push(performance.now() - started);
  }
  return latencyOf(milliseconds);
}

export function latencyOf(milliseconds: readonly number[]): Latency {
  const sorted = milliseconds.toSorted((left, right) => left - right);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}

/** Calls a second, with so many lanes that each call one after the other. */
export async function measureThroughput(
  milliseconds: number,
  atOnce: number,
  call: (index: number, lane: number) => Promise<unknown>,
): Promise<number> {
  const started = performance.now();
  let done = 0;
  const work = async (lane: number) => {
    while (performance.now() - started < milliseconds) await call(done++, lane);
  };
  await Promise.all(Array.from({ length: atOnce }, (_, lane) => work(lane)));
  return (done / (performance.now() - started)) * 1000;
}

export function formatLatency({ p50, p99 }: Latency): string {
  return `${p50.toFixed(2)} / ${p99.toFixed(2)}`;
}
