import type { Embedder } from "../core/embedder.ts";
import { type MemoryFilter, matchesFilter } from "../core/filter.ts";
import type { Clock, MemoryScope, MemoryStore, TextIndex, VectorIndex } from "../core/ports.ts";
import type { SimilarMemory, TextTerm } from "../core/search.ts";
import { tokensOfText } from "../core/text-analysis.ts";
import { createYielder } from "../core/util/yielder.ts";
import { prominenceOf } from "./ranking.ts";
import { SIMILAR_SETTINGS } from "./settings.ts";
import type { TextComparison } from "./similar-text.ts";
import { isStopWord } from "./stop-words.ts";

export interface FindSimilarParts {
  readonly memories: MemoryStore;
  readonly text: TextIndex;
  readonly vectors: VectorIndex | null;
  readonly embedder: Embedder | null;
  readonly clock: Clock;
  readonly comparison: TextComparison;
}

export interface SimilarOptions {
  readonly limit: number;
  /** A memory that is not returned, and whose vectors are searched. */
  readonly exceptId: string | null;
  /** Whether that memory was just captured, so that it has no vectors yet. */
  readonly isNew?: boolean;
  readonly scope?: MemoryScope | null;
  /** Candidates whose full text is compared. A few by default, because every capture waits for this query. */
  readonly compared?: number;
  /** Memories that are not returned, and do not take the place of others. */
  readonly excluded?: { readonly size: number; has(id: string): boolean };
  /** Finds less similar memories too, each with both similarities (`SimilarMemory.both`), to look for duplicates. */
  readonly withBoth?: boolean;
}

/** Hits that are read beyond those compared, because they may be excluded. */
const MAX_EXCLUDED = 2000;
const NONE: ReadonlySet<string> = new Set();
const NO_SCORES: ReadonlyMap<string, number> = new Map();

/**
 * Finds memories similar to a text, the most similar first: by words (its rarest words find candidates, whose full text
 * is then compared; for a text of frequent words only, the newest memories are), and by vectors if `exceptId` names a
 * memory that is already embedded. Never embeds. Yields every 8 ms.
 */
export async function findSimilar(
  { memories, text, vectors, embedder, clock, comparison }: FindSimilarParts,
  content: string,
  filter: MemoryFilter,
  options: SimilarOptions,
): Promise<SimilarMemory[]> {
  const { limit, exceptId, scope = null, compared = SIMILAR_SETTINGS.compared, excluded = NONE } = options;
  const { withBoth = false, isNew = false } = options;
  const found = new Map<string, SimilarMemory>();
  const { terms, areSharedTooFrequent } = await rarestWords(text, content, filter, scope);
  const { minTextSimilarity } = SIMILAR_SETTINGS;
  const spare = Math.min(excluded.size, MAX_EXCLUDED);
  const hits = terms.length === 0 ? [] : await text.search({ any: terms, all: [] }, filter, compared + spare, scope);
  const wanted = hits.map(({ id }) => id).filter((id) => !excluded.has(id));
  const candidates = await memories.contentsOf(wanted.slice(0, compared).filter((id) => id !== exceptId));
  if (areSharedTooFrequent) {
    const { items } = await memories.list(filter, "created", compared, null);
    for (const memory of items) candidates.set(memory.id, memory.content);
  }
  const spareHits = limit + spare;
  const lowest = withBoth ? SIMILAR_SETTINGS.minDuplicateSimilarity : SIMILAR_SETTINGS.minVectorSimilarity;
  const vectorOf =
    vectors === null || embedder === null || exceptId === null || isNew
      ? NO_SCORES
      : await searchVectorsOf(vectors, {
          id: exceptId,
          fingerprint: embedder.fingerprint,
          filter,
          limit: spareHits,
          onlyMatching: scope !== null,
          lowest,
        });
  if (withBoth) {
    const unread = [...vectorOf.keys()].filter((id) => !candidates.has(id) && !excluded.has(id));
    for (const [id, other] of await memories.contentsOf(unread)) candidates.set(id, other);
  }
  const scores = new Map<string, number>();
  const yieldIfDue = createYielder();
  for (const [id, candidate] of candidates) {
    if (id === exceptId || excluded.has(id)) continue;
    await yieldIfDue();
    const isKnown = withBoth && vectorOf.has(id);
    const score = comparison.similarity(content, candidate, isKnown ? 0 : minTextSimilarity);
    if (isKnown || score >= minTextSimilarity) scores.set(id, score);
  }
  const ids = [...new Set([...scores.keys(), ...vectorOf.keys()])].filter((id) => !excluded.has(id));
  for (const memory of ids.length === 0 ? [] : await memories.getMany(ids)) {
    const [text, vector] = [scores.get(memory.id) ?? 0, vectorOf.get(memory.id) ?? null];
    // The text index was searched with the filter; vectors may be of a memory that has changed since.
    if (vector !== null && !matchesFilter(memory, filter, clock.now())) continue;
    const both = withBoth ? { both: { text, vector } } : {};
    const isByText = vector === null || text >= vector;
    found.set(memory.id, { memory, score: Math.max(text, vector ?? 0), by: isByText ? "text" : "vector", ...both });
  }
  return [...found.values()]
    .sort((one, other) => other.score - one.score || (one.memory.id < other.memory.id ? 1 : -1))
    .slice(0, limit);
}

async function rarestWords(
  text: TextIndex,
  content: string,
  filter: MemoryFilter,
  scope: MemoryScope | null,
): Promise<{ readonly terms: readonly TextTerm[]; readonly areSharedTooFrequent: boolean }> {
  const { lookedUpWords, ownWords, sharedWords, postingsBudget, maxPostings } = SIMILAR_SETTINGS;
  const tokens = new Set(tokensOfText(content));
  const longest = [...tokens]
    .filter((token) => !isStopWord(token))
    .sort((one, other) => other.length - one.length)
    .slice(0, lookedUpWords);
  const frequencies = await text.documentFrequencies(longest, scope, filter, true);
  const counted = longest
    .map((token) => ({ token, frequency: frequencies.get(token) ?? 0 }))
    .sort((one, other) => one.frequency - other.frequency);
  const own = counted.filter(({ frequency }) => frequency <= 1).slice(0, ownWords);
  let spent = 0;
  const severalTimes = counted.filter(({ frequency }) => frequency > 1);
  const shared = severalTimes.slice(0, sharedWords).filter(({ frequency }, rank) => {
    spent += frequency;
    return (rank === 0 && frequency <= maxPostings) || spent <= postingsBudget;
  });
  return {
    terms: [...own, ...shared].map(({ token }) => ({ kind: "word", token })),
    areSharedTooFrequent: shared.length === 0 && severalTimes.length > 0,
  };
}

/** Searches with the vectors of a memory; returns the highest similarity of each memory found. */
async function searchVectorsOf(
  vectors: VectorIndex,
  query: {
    readonly id: string;
    readonly fingerprint: string;
    readonly filter: MemoryFilter;
    readonly limit: number;
    readonly onlyMatching: boolean;
    readonly lowest: number;
  },
): Promise<Map<string, number>> {
  const { id, fingerprint, filter, limit, onlyMatching, lowest } = query;
  const { passages, minProminence } = SIMILAR_SETTINGS;
  const best = new Map<string, number>();
  for (const vector of (await vectors.vectorsOf(id, fingerprint)).slice(0, passages)) {
    const { hits, similarities } = await vectors.search(vector, fingerprint, filter, limit + 1, onlyMatching);
    for (const hit of hits) {
      if (hit.id === id || hit.similarity < lowest) continue;
      if (prominenceOf(hit.similarity, similarities) < minProminence) continue;
      best.set(hit.id, Math.max(best.get(hit.id) ?? 0, Math.min(1, hit.similarity)));
    }
  }
  return best;
}
