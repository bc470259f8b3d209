import type { ScoredPassage } from "../../electron/suggestions/passage-choice.ts";
import { type LabelledItem, type LabelledSession, matchedItems } from "./labelled-sessions.ts";

export interface Measure {
  /** The share of suggestions that match an item. */
  readonly precision: number;
  /** The share of items that are found. */
  readonly recall: number;
  /** The share of items of strength 2 that are found. */
  readonly strong: number;
}

export interface RankedSession {
  readonly session: LabelledSession;
  readonly passages: readonly ScoredPassage[];
}

/** Suggestions in each session on average; the best of all sessions count. */
export const PER_SESSION = [1, 2, 3, 5] as const;

interface Suggestion {
  readonly session: LabelledSession;
  readonly passage: ScoredPassage;
  readonly items: readonly LabelledItem[];
}

/** Returns the best suggestions of all sessions: `perSession` in each on average, at most `atMost` in one. */
export function bestSuggestions(
  ranked: readonly RankedSession[],
  perSession: number,
  atMost = Number.POSITIVE_INFINITY,
): Suggestion[] {
  return ranked
    .flatMap(({ session, passages }) => passages.slice(0, atMost).map((passage) => ({ session, passage })))
    .sort(
      (one, other) =>
        Number(other.passage.isExplicit) - Number(one.passage.isExplicit) || other.passage.score - one.passage.score,
    )
    .slice(0, perSession * ranked.length)
    .map(({ session, passage }) => ({ session, passage, items: matchedItems(session, passage) }));
}

export function measure(ranked: readonly RankedSession[], suggestions: readonly Suggestion[]): Measure {
  const items = ranked.flatMap(({ session }) => session.items);
  const found = new Set(suggestions.flatMap((suggestion) => suggestion.items));
  const strong = items.filter(({ strength }) => strength === 2);
  return {
    precision: share(suggestions.filter((suggestion) => suggestion.items.length > 0).length, suggestions.length),
    recall: share(found.size, items.length),
    strong: share(strong.filter((item) => found.has(item)).length, strong.length),
  };
}

/** Of the passages that count as requests to remember: how many match an item, and how many requests are found. */
export function measureExplicit(ranked: readonly RankedSession[]): Omit<Measure, "strong"> {
  const suggestions = ranked.flatMap(({ session, passages }) =>
    passages.filter(({ isExplicit }) => isExplicit).map((passage) => matchedItems(session, passage)),
  );
  const requests = ranked.flatMap(({ session }) => session.items.filter(({ explicit }) => explicit));
  const found = new Set(suggestions.flat());
  return {
    precision: share(suggestions.filter((items) => items.length > 0).length, suggestions.length),
    recall: share(requests.filter((item) => found.has(item)).length, requests.length),
  };
}

/** The measures of the suggestions and items of one group. A suggestion belongs to the group of its passage. */
export function measureGroups(
  ranked: readonly RankedSession[],
  suggestions: readonly Suggestion[],
  groupOfItem: (session: LabelledSession, item: LabelledItem) => string,
  groupOfSuggestion: (suggestion: Suggestion) => string,
): string[] {
  const items = ranked.flatMap(({ session }) =>
    session.items.map((item) => ({ item, group: groupOfItem(session, item) })),
  );
  const found = new Set(suggestions.flatMap((suggestion) => suggestion.items));
  return [...new Set(items.map(({ group }) => group))].sort().map((group) => {
    const own = suggestions.filter((suggestion) => groupOfSuggestion(suggestion) === group);
    const ownItems = items.filter((entry) => entry.group === group).map(({ item }) => item);
    const precision = share(own.filter((suggestion) => suggestion.items.length > 0).length, own.length);
    const recall = share(ownItems.filter((item) => found.has(item)).length, ownItems.length);
    return `| ${group} | ${own.length} | ${percent(precision)} | ${ownItems.length} | ${percent(recall)} |`;
  });
}

export function percent(value: number): string {
  return `${(100 * value).toFixed(1)} %`;
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : Number((part / whole).toFixed(4));
}
