import { contentOf } from "../http/contents.ts";
import { childrenOf, residentMegabytes } from "../start/resident-memory.ts";
import { median } from "../support/statistics.ts";
import type { MemoryClient, MemoryProgram } from "./memory-program.ts";

/** The figures of one round. Milliseconds and megabytes; null for what a program does not have. */
export interface RoundFigures {
  readonly start: number;
  readonly residentAtStart: number;
  readonly ping: number;
  readonly capture: number;
  readonly capturesPerSecond: number;
  readonly search: number;
  readonly searchMeaning: number | null;
  readonly residentAfter: number;
}

const CLIENTS = 16;
const CALLS = 200;
const WARM_UP_CALLS = 10;
/** Slow programs are measured with fewer calls. */
const MAX_MS = 4_000;
const CAPTURES_MS = 4_000;

/**
 * Measures a program on a filled folder.
 * @param stored the number of its memories @param nextNumber returns the number of a new memory
 */
export async function measureRound(
  program: MemoryProgram,
  folder: string,
  stored: number,
  nextNumber: () => number,
): Promise<RoundFigures> {
  const before = performance.now();
  const running = await program.start(folder);
  try {
    const client = await running.open();
    if (!(await client.search(phraseOf(1)))) throw new Error(`${program.name} did not find a memory.`);
    const start = performance.now() - before;
    const residentAtStart = residentOf(running.pid);
    const { searchMeaning } = client;
    const search = await p50((call) => client.search(phraseOf(call % stored)));
    const meaning = searchMeaning === null ? null : await p50((call) => searchMeaning(phraseOf(call % stored)));
    const ping = await p50(() => client.ping());
    const capture = await p50(() => client.capture(nextNumber()));
    client.close();
    const clients = await Promise.all(Array.from({ length: CLIENTS }, () => running.open()));
    const capturesPerSecond = await measureCaptures(clients, nextNumber);
    for (const each of clients) each.close();
    const residentAfter = residentOf(running.pid);
    return { start, residentAtStart, ping, capture, capturesPerSecond, search, searchMeaning: meaning, residentAfter };
  } finally {
    await running.stop();
  }
}

/** Two neighbouring words of a stored memory: claude-mem searches phrases. */
export function phraseOf(number: number): string {
  return contentOf(number).content.split(" ").slice(4, 6).join(" ");
}

/** The median time of a call, after a warm-up. */
export async function p50(call: (number: number) => unknown): Promise<number> {
  for (let number = 0; number < WARM_UP_CALLS; number += 1) await call(number);
  const times: number[] = [];
  const end = performance.now() + MAX_MS;
  for (let number = WARM_UP_CALLS; number < WARM_UP_CALLS + CALLS; number += 1) {
    const started = performance.now();
    if (started > end && times.length > 0) break;
    await call(number);
    times.push(performance.now() - started);
  }
  return median(times);
}

async function measureCaptures(clients: readonly MemoryClient[], nextNumber: () => number): Promise<number> {
  let captured = 0;
  const started = performance.now();
  const end = started + CAPTURES_MS;
  const work = async (client: MemoryClient) => {
    while (performance.now() < end) {
      await client.capture(nextNumber());
      captured += 1;
    }
  };
  await Promise.all(clients.map(work));
  return (captured / (performance.now() - started)) * 1000;
}

function residentOf(pid: number): number {
  return childrenOf(pid).reduce((sum, child) => sum + residentOf(child), residentMegabytes(pid));
}
