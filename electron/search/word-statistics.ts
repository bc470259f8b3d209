import { LRUCache } from "lru-cache";
import type { MemoryFilter } from "../core/filter.ts";
import type { Clock, MemoryScope, MemoryStore, TextIndex } from "../core/ports.ts";
import { tokensOfText } from "../core/text-analysis.ts";
import type { Stem } from "./stem.ts";

/** How frequent words are, in all that the caller may see and in the scope of a query. */
export interface WordStatistics {
  /** The number of memories that the caller may see. */
  readonly size: number;
  /** The number of these memories that contain the token; 0 if it is unknown or was not looked up. */
  documentFrequency(token: string): number;
  /** The share of the memories in scope that contain the token, 0 to 1; smoothed towards 0 in small scopes. */
  shareInScope(token: string): number;
}

/** Memories sampled per scope: a share of 0.3 is then known within 0.07 in 95 % of cases. */
const SAMPLE_SIZE = 200;
const SAMPLE_MAX_AGE_MS = 5 * 60_000;
const MAX_SAMPLES = 64;
/** Additive smoothing, as empty memories: a word in one of three memories is not yet frequent. */
const EMPTY_MEMORIES = 20;

/**
 * Looks up word frequencies. If a query is limited to domains, namespaces or tags, the scope is judged by a sample, the
 * memories captured there last, and the sample is reused for five minutes.
 */
export function createWordStatistics(memories: MemoryStore, text: TextIndex, clock: Clock, stem: Stem) {
  const samples = new LRUCache<string, { readonly shares: ReadonlyMap<string, number>; readonly at: number }>({
    max: MAX_SAMPLES,
  });

  /** @returns null if the scope is the entire index */
  async function sampleShares(filter: MemoryFilter): Promise<ReadonlyMap<string, number> | null> {
    const { domains, namespaces, tags } = filter;
    if (domains === undefined && namespaces === undefined && tags === undefined) return null;
    const key = JSON.stringify([domains, namespaces, tags]);
    const now = clock.now();
    const known = samples.get(key);
    if (known !== undefined && now - known.at < SAMPLE_MAX_AGE_MS) return known.shares;
    const { items } = await memories.list({ domains, namespaces, tags }, "created", SAMPLE_SIZE, null);
    const counts = new Map<string, number>();
    for (const { content } of items) {
      for (const token of new Set(tokensOfText(content).map(stem))) {
        counts.set(token, (counts.get(token) ?? 0) + 1);
      }
    }
    const shares = new Map([...counts].map(([token, count]) => [token, count / (items.length + EMPTY_MEMORIES)]));
    samples.set(key, { shares, at: now });
    return shares;
  }

  return {
    async lookUp(
      tokens: readonly string[],
      filter: MemoryFilter,
      scope: MemoryScope | null = null,
    ): Promise<WordStatistics> {
      const frequencies = await text.documentFrequencies(tokens, scope, filter);
      const size = await text.size(scope, filter);
      const shares = await sampleShares(filter);
      const documentFrequency = (token: string): number => frequencies.get(token) ?? 0;
      return {
        size,
        documentFrequency,
        shareInScope: (token) =>
          shares === null ? documentFrequency(token) / (size + EMPTY_MEMORIES) : (shares.get(stem(token)) ?? 0),
      };
    },
  };
}
