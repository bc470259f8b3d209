/** Additive smoothing, as memories without the term: in a small store a word is not frequent yet. */
const EMPTY_MEMORIES = 20;

/**
 * How much a word tells about a memory that contains it, by the number of memories that do: the inverse document
 * frequency of Lucene's BM25, which unlike FTS5's is never 0.
 */
export function termWeight(memoriesWithTerm: number, memories: number): number {
  return Math.log(1 + (memories + EMPTY_MEMORIES - memoriesWithTerm + 0.5) / (memoriesWithTerm + 0.5));
}
