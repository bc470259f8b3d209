import type { RankingFacts } from "../core/ports.ts";
import { along, type Ramp } from "./settings.ts";

/** A memory by which a scope is judged. */
export interface SampledMemory {
  readonly content: string;
  readonly facts: Pick<RankingFacts, "domain" | "source" | "sessionId" | "createdAt">;
}

/** The turns of a conversation follow each other within this time, in milliseconds. */
const MAX_PAUSE_MS = 60 * 60_000;
/** Fewer memories in a row are notes of one session. */
const MIN_TURNS = 8;
/** The share of turns with a question: a quarter and more in dialogues, at most one in a hundred in notes. */
const QUESTIONS: Ramp = { from: 0.05, to: 0.15 };
const QUESTION = /[?？؟](?=\s|$|["'”’)\]])/u;
/** Only the start of a longer memory is read. */
const MAX_READ = 2000;

/** Fewer memories show nothing: they count as half. */
export const MIN_JUDGED = 20;
const UNKNOWN_SHARE = 0.5;

/**
 * Estimates how much of a scope is dialogue, such as an imported chat with one memory for each turn, and not notes: 0 to
 * 1. The turns of a dialogue follow each other within an hour in one source or session, and many of them ask. Each domain
 * is judged on its own.
 */
export function dialogueShareOf(memories: readonly SampledMemory[]): number {
  if (memories.length < MIN_JUDGED) return UNKNOWN_SHARE;
  const domains = Map.groupBy(memories, ({ facts }) => facts.domain);
  let dialogue = 0;
  for (const members of domains.values()) {
    const turns = turnsOf(members);
    const asking = turns.filter(({ content }) => QUESTION.test(content.slice(0, MAX_READ)));
    if (turns.length > 0) dialogue += turns.length * along(QUESTIONS, asking.length / turns.length);
  }
  return dialogue / memories.length;
}

/** Memories of one source belong together; memories without a source do if they are of one session. */
export function groupOf({ domain, source, sessionId }: SampledMemory["facts"]): string | null {
  const group = source ?? sessionId;
  return group === null ? null : JSON.stringify([domain, group]);
}

/** The memories of long rows without a pause. */
function turnsOf(memories: readonly SampledMemory[]): SampledMemory[] {
  const groups = Map.groupBy(memories, ({ facts }) => groupOf(facts));
  return [...groups].flatMap(([group, members]) => {
    if (group === null) return [];
    const rows: SampledMemory[][] = [];
    for (const memory of members.toSorted((one, other) => one.facts.createdAt - other.facts.createdAt)) {
      const last = rows.at(-1)?.at(-1)?.facts.createdAt ?? Number.NEGATIVE_INFINITY;
      if (memory.facts.createdAt - last <= MAX_PAUSE_MS) rows.at(-1)?.push(memory);
      else rows.push([memory]);
    }
    return rows.filter(({ length }) => length >= MIN_TURNS).flat();
  });
}
