import type { MemoryFilter } from "../core/filter.ts";
import type { Embedder, MemoryStore, TextIndex, VectorIndex } from "../core/ports.ts";
import type { SimilarMemory, TextTerm } from "../core/search.ts";
import { piecesOf, tokensOfPiece } from "../core/text-analysis.ts";
import { matchesFilter } from "./matches-filter.ts";
import { likenessOf, shinglesOf } from "./similar-text.ts";
import { isStopWord } from "./stop-words.ts";
import { standsOut } from "./weight-of-meaning.ts";

/** Words looked up, the longest first: long words are mostly rare ones, and looking up costs. */
const WORDS_LOOKED_UP = 20;
/** Words the index is asked for that no other memory, or one, holds: many of a new memory's words are its own. */
const OWN_WORDS_ASKED = 8;
/** And so many of the rarest that others hold. */
const SHARED_WORDS_ASKED = 8;
/** Index entries these may touch together; capturing waits for this search. */
const POSTINGS_BUDGET = 300;
/** Memories compared word by word. */
const COMPARED = 12;
/** Below this likeness of words a memory is not worth showing. */
const LEAST_LIKENESS = 0.5;
/**
 * Likewise of meaning: with the model shipped, memories that say much the same in other words. They also stand out of all,
 * since a model finds everything alike in a language that it does not know.
 */
const LEAST_SIMILARITY = 0.7;
/** Passages of the memory at hand whose meaning is looked for. */
const PASSAGES_ASKED = 4;

export interface FindSimilarParts {
  readonly memories: MemoryStore;
  readonly text: TextIndex;
  readonly vectors: VectorIndex | null;
  readonly embedder: Embedder | null;
}

/**
 * Memories much like a content, the most alike first: by words at once (its rarest words find candidates, which are then
 * compared whole), and by meaning where `exceptId` names a memory that has vectors already. Never embeds.
 */
export async function findSimilar(
  { memories, text, vectors, embedder }: FindSimilarParts,
  content: string,
  filter: MemoryFilter,
  { limit, exceptId }: { readonly limit: number; readonly exceptId: string | null },
): Promise<SimilarMemory[]> {
  const found = new Map<string, SimilarMemory>();
  const terms = await rarestWords(text, content);
  const hits = terms.length === 0 ? [] : await text.search({ any: terms, all: [] }, filter, COMPARED);
  const shingles = shinglesOf(content);
  for (const memory of await memories.getMany(hits.map(({ id }) => id).filter((id) => id !== exceptId))) {
    const score = likenessOf(shingles, shinglesOf(memory.content));
    if (score >= LEAST_LIKENESS) found.set(memory.id, { memory, score, by: "text" });
  }
  if (vectors !== null && embedder !== null && exceptId !== null) {
    for (const [id, similarity] of await similarInMeaning(vectors, embedder.fingerprint, exceptId, filter, limit)) {
      if (similarity <= (found.get(id)?.score ?? 0)) continue;
      const memory = found.get(id)?.memory ?? (await memories.get(id));
      if (memory !== null && matchesFilter(memory, filter)) found.set(id, { memory, score: similarity, by: "vector" });
    }
  }
  return [...found.values()]
    .sort((one, other) => other.score - one.score || (one.memory.id < other.memory.id ? 1 : -1))
    .slice(0, limit);
}

async function rarestWords(text: TextIndex, content: string): Promise<TextTerm[]> {
  const tokens = new Set(piecesOf(content).flatMap(tokensOfPiece));
  const longest = [...tokens]
    .filter((token) => !isStopWord(token))
    .sort((one, other) => other.length - one.length)
    .slice(0, WORDS_LOOKED_UP);
  const frequencies = await text.documentFrequencies(longest);
  const counted = longest
    .map((token) => ({ token, frequency: frequencies.get(token) ?? 0 }))
    .sort((one, other) => one.frequency - other.frequency);
  const own = counted.filter(({ frequency }) => frequency <= 1).slice(0, OWN_WORDS_ASKED);
  let spent = 0;
  const shared = counted
    .filter(({ frequency }) => frequency > 1)
    .slice(0, SHARED_WORDS_ASKED)
    .filter(({ frequency }, rank) => {
      spent += frequency;
      return rank === 0 || spent <= POSTINGS_BUDGET;
    });
  return [...own, ...shared].map(({ token }) => ({ kind: "word", token }));
}

async function similarInMeaning(
  vectors: VectorIndex,
  fingerprint: string,
  id: string,
  filter: MemoryFilter,
  limit: number,
): Promise<Map<string, number>> {
  const best = new Map<string, number>();
  for (const vector of (await vectors.vectorsOf(id, fingerprint)).slice(0, PASSAGES_ASKED)) {
    const { hits, similarities } = await vectors.search(vector, fingerprint, filter, limit + 1);
    for (const hit of hits) {
      if (hit.id === id || hit.similarity < LEAST_SIMILARITY || standsOut(hit.similarity, similarities) < 1) continue;
      best.set(hit.id, Math.max(best.get(hit.id) ?? 0, Math.min(1, hit.similarity)));
    }
  }
  return best;
}
