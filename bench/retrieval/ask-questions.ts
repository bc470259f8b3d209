import { OWNER } from "../../electron/core/caller.ts";
import type { MemoryService } from "../../electron/core/memory-service.ts";
import type { SearchMode } from "../../electron/core/search.ts";
import type { DataSet } from "./data-sets/data-set.ts";
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
  for (const { content, domain, namespace, client = "bench", tags, sessionId, at } of set.memories) {
    clock.set(at);
    const caller = { ...OWNER, client: { name: client, version: "1" }, project: domain, sessionId };
    const { memory } = await service.capture(caller, { content, domain, namespace, tags });
    ids.push(memory.id);
  }
  return ids;
}

/** The number of results examined: the largest page. */
const DEPTH = 100;
/** The rows that a client gets by default. */
const ROWS = 10;

/** What a question found. */
export interface Answer extends Measures {
  /** The measures of the results that a client gets by default. */
  readonly withFloor: Measures;
  /** Of the first ten candidates: the relevant ones, and those among them that are results. */
  readonly relevant: number;
  readonly keptRelevant: number;
  /** Of the first ten candidates, those that are results. */
  readonly rows: number;
}

/**
 * Searches for every question in its domain and measures the rankings. The owner searches, so that nothing counts as
 * recalled. Rankings contain all candidates, including the irrelevant ones.
 *
 * @returns null for a question without a relevant memory
 */
export async function askQuestions(
  service: MemoryService,
  set: DataSet,
  ids: readonly string[],
  mode: SearchMode,
  clock: SetClock,
): Promise<(Answer | null)[]> {
  const positions = new Map(ids.map((id, position) => [id, position]));
  const canonical = (position: number): number => positions.get(ids[position] ?? "") ?? position;
  const answers: (Answer | null)[] = [];
  for (const { text, domain, at, gold, isPrompt } of set.questions) {
    if (gold.length === 0) {
      answers.push(null);
      continue;
    }
    clock.set(at);
    const all = await service.search(OWNER, { query: text, domain, mode, isPrompt, limit: DEPTH, minScore: 0 });
    if (all.mode !== mode) throw new Error(`${mode} search was requested, ${all.mode} was used.`);
    const ranking = all.items.map(({ memory }) => positions.get(memory.id) ?? -1);
    const found = await service.search(OWNER, { query: text, domain, mode, isPrompt, limit: ROWS });
    const rows = found.items.map(({ memory }) => positions.get(memory.id) ?? -1);
    const results = new Set(rows);
    const right = new Set(gold.map(canonical));
    const first = ranking.slice(0, ROWS);
    const relevant = first.filter((position) => right.has(position));
    answers.push({
      ...measureRanking(ranking, [...right]),
      withFloor: measureRanking(rows, [...right]),
      relevant: relevant.length,
      keptRelevant: relevant.filter((position) => results.has(position)).length,
      rows: first.filter((position) => results.has(position)).length,
    });
  }
  return answers;
}

/** The questions that have no answer, and those that are put to other memories, with the number of rows each gets. */
export async function askWithoutAnswer(
  service: MemoryService,
  { questions }: DataSet,
  clock: SetClock,
): Promise<{ readonly kind: "unanswerable" | "other memories"; readonly text: string; readonly rows: number }[]> {
  const found: { kind: "unanswerable" | "other memories"; text: string; rows: number }[] = [];
  for (const { text, domain, otherDomain, at, gold, isPrompt } of questions) {
    const kind = gold.length === 0 ? "unanswerable" : "other memories";
    const asked = gold.length === 0 ? domain : otherDomain;
    if (asked === undefined) continue;
    clock.set(at);
    const { items } = await service.search(OWNER, { query: text, domain: asked, isPrompt, limit: ROWS });
    found.push({ kind, text, rows: items.length });
  }
  return found;
}
