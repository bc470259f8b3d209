import { readFileSync } from "node:fs";
import type { SuggestionKind } from "../../electron/core/suggestions.ts";
import type { Turn } from "../../electron/suggestions/features.ts";

interface Place {
  readonly turn: number;
  readonly quote: string;
}

/** A passage that a person would want remembered. */
export interface LabelledItem extends Place {
  readonly kind: SuggestionKind;
  readonly self_contained: boolean;
  readonly strength: 1 | 2;
  readonly explicit: boolean;
  /** Other places that say the same. */
  readonly alternatives: readonly Place[];
}

export interface LabelledSession {
  readonly id: string;
  /** Sessions with the same value are in the same part of a cross-validation. */
  readonly repository: string;
  readonly language: string;
  readonly turns: readonly Turn[];
  readonly items: readonly LabelledItem[];
}

const MIN_OVERLAP_UNITS = 10;

/** Reads a file of labelled sessions, in the form that `docs/guide/suggestions.md` describes. */
export function readSessions(file: string): LabelledSession[] {
  const sessions = JSON.parse(readFileSync(file, "utf8")) as {
    readonly id: string;
    readonly repo?: string;
    readonly project: string;
    readonly language: string;
    readonly turns: readonly { readonly n: number; readonly role: Turn["role"]; readonly text: string }[];
    readonly labels: readonly LabelledItem[];
  }[];
  return sessions.map(({ id, repo, project, language, turns, labels }) => ({
    id,
    repository: repo ?? project,
    language,
    turns: turns.map(({ n, role, text }) => ({ number: n, role, text })),
    items: labels,
  }));
}

/** Returns in how many sessions a user's message is. */
export function countRepetitions(sessions: readonly LabelledSession[]): (text: string) => number {
  const counts = new Map<string, number>();
  for (const { turns } of sessions) {
    for (const text of new Set(turns.filter(({ role }) => role === "user").map((turn) => turn.text))) {
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
  }
  return (text) => counts.get(text) ?? 1;
}

/** Returns the items that a passage matches: ten units and half of the shorter of the two are in both. */
export function matchedItems(
  { turns, items }: LabelledSession,
  passage: { readonly message: number; readonly start: number; readonly end: number },
): LabelledItem[] {
  const text = turns.find(({ number }) => number === passage.message)?.text ?? "";
  return items.filter((item) =>
    [item, ...item.alternatives].some(({ turn, quote }) => {
      if (turn !== passage.message) return false;
      const start = text.indexOf(quote);
      if (start === -1) return false;
      const overlap = Math.min(passage.end, start + quote.length) - Math.max(passage.start, start);
      return overlap >= MIN_OVERLAP_UNITS && overlap >= Math.min(passage.end - passage.start, quote.length) / 2;
    }),
  );
}
