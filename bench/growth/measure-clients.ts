import { phraseOf } from "../peers/measure.ts";
import type { MemoryClient, RunningProgram } from "../peers/memory-program.ts";
import { quantile } from "../support/statistics.ts";

/** The figures of a number of clients that call at the same time. Times in milliseconds. */
export interface ClientFigures {
  readonly clients: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** The calls of the client with the most, divided by the calls of the client with the fewest. */
  readonly unfairness: number;
}

const MEASURED_MS = 5_000;
/** One call in five is a capture, the others are searches by words and meaning. */
const CAPTURE_EVERY = 5;

/** Calls from `count` clients, each of which sends its next call after the answer to the last. */
export async function measureClients(
  running: RunningProgram,
  count: number,
  stored: number,
  nextNumber: () => number,
): Promise<ClientFigures> {
  const clients = await Promise.all(Array.from({ length: count }, () => running.open()));
  const times: number[] = [];
  const end = performance.now() + MEASURED_MS;
  const work = async ({ capture, search, searchMeaning }: MemoryClient, client: number): Promise<number> => {
    let calls = 0;
    while (performance.now() < end) {
      const started = performance.now();
      const number = client * 1_009 + calls * 17;
      if (number % CAPTURE_EVERY === 0) await capture(nextNumber());
      else await (searchMeaning ?? search)(phraseOf(number % stored));
      times.push(performance.now() - started);
      calls += 1;
    }
    return calls;
  };
  const calls = await Promise.all(clients.map(work));
  for (const client of clients) client.close();
  return {
    clients: count,
    perSecond: (times.length / MEASURED_MS) * 1000,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    unfairness: Math.max(...calls) / Math.min(...calls),
  };
}
