import type { Memory } from "./memory.ts";

/** How a search looks: by words, by meaning, or both. Until a model is ready, hybrid answers as text. */
export type SearchMode = "hybrid" | "text" | "vector";

/** Why a memory was found, in a form a person and a model can read. */
export interface Match {
  /** The query's words that stand in the memory, as the person wrote them. */
  readonly words: readonly string[];
  /** The passage that matched best, plain text cut from the content, at most about 240 characters. */
  readonly excerpt: string;
  /** Ranges [start, end) in `excerpt`, UTF-16 units, to be highlighted; sorted, not overlapping. */
  readonly highlights: readonly (readonly [number, number])[];
  /** Cosine similarity of meaning, 0 to 1; null where meaning played no part. */
  readonly similarity: number | null;
  /** Which signals put it here, the strongest first. */
  readonly by: readonly MatchSignal[];
}

export type MatchSignal = "text" | "vector" | "context" | "recency" | "use" | "pinned";

export interface SearchHit {
  readonly memory: Memory;
  /** 0 to 1, comparable within one answer; 1 is as good as this query allows. */
  readonly score: number;
  readonly matched: Match;
}

/** A memory much like another, with how alike (0 to 1) and by which signal that was seen. */
export interface SimilarMemory {
  readonly memory: Memory;
  readonly score: number;
  readonly by: "text" | "vector";
}

/** What a word query asks of the text index. Tokens come from `core/text-analysis.ts` and match whole indexed tokens. */
export type TextTerm =
  | { readonly kind: "word"; readonly token: string }
  | { readonly kind: "prefix"; readonly token: string }
  | { readonly kind: "phrase"; readonly tokens: readonly string[] };

export interface TextQuery {
  /** A hit holds at least one of these. */
  readonly any: readonly TextTerm[];
  /** And every one of these (the quoted phrases). */
  readonly all: readonly TextTerm[];
}

/** `rank` is a BM25 relevance, larger is better, never negative. */
export interface TextHit {
  readonly id: string;
  readonly rank: number;
}

/** `similarity` is the cosine of the best passage, -1 to 1. */
export interface VectorHit {
  readonly id: string;
  readonly similarity: number;
  readonly passage: number;
}

/** How similar all passages that were looked at are: what a hit has to stand out from. */
export interface Similarities {
  readonly count: number;
  /** 0 where there are none. */
  readonly mean: number;
  /** Standard deviation; 0 where there are none. */
  readonly deviation: number;
}

/** Best first. */
export interface VectorAnswer {
  readonly hits: readonly VectorHit[];
  readonly similarities: Similarities;
}
