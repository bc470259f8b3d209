import { OWNER } from "../../electron/core/caller.ts";
import type { MemoryService } from "../../electron/core/memory-service.ts";
import type { SearchMode } from "../../electron/core/search.ts";
import type { DataSet } from "./data-sets.ts";
import { type Measures, measureRanking } from "./metrics.ts";

/** A clock that is set by hand. */
export interface SetClock {
  now(): number;
  set(moment: number): void;
}

export function createSetClock(): SetClock {
  let moment = 0;
  return {
    now: () => moment,
    set(next) {
      moment = next;
    },
  };
}

/** Captures the memories of a data set in order, as a client would; returns their ids. */
export async function captureMemories(service: MemoryService, set: DataSet, clock: SetClock): Promise<string[]> {
  const ids: string[] = [];
  for (const { content, domain, tags, sessionId, at } of set.memories) {
    clock.set(at);
    const client = { name: "bench", version: "1" };
    const { memory } = await service.capture({ ...OWNER, client, project: domain, sessionId }, { content, tags });
    ids.push(memory.id);
  }
  return ids;
}

/** The number of results examined: the largest page. */
const DEPTH = 100;

/**
 * Searches for every question in its domain and measures the rankings. The owner searches, so that nothing counts as
 * recalled.
 */
export async function askQuestions(
  service: MemoryService,
  set: DataSet,
  ids: readonly string[],
  mode: SearchMode,
  clock: SetClock,
): Promise<Measures[]> {
  const positions = new Map(ids.map((id, position) => [id, position]));
  const canonical = (position: number): number => positions.get(ids[position] ?? "") ?? position;
  const measures: Measures[] = [];
  for (const { text, domain, at, gold } of set.questions) {
    clock.set(at);
    const result = await service.search(OWNER, { query: text, domain, mode, limit: DEPTH });
    if (result.mode !== mode) throw new Error(`${mode} search was requested, ${result.mode} was used.`);
    const ranking = result.items.map(({ memory }) => positions.get(memory.id) ?? -1);
    measures.push(measureRanking(ranking, gold.map(canonical)));
  }
  return measures;
}
