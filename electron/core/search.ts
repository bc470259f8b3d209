import type { searchNotices } from "../text/en/notices.ts";
import type { Message } from "../text/message.ts";
import type { Memory } from "./memory.ts";
import type { TermSet } from "./term-set.ts";

/** `text`: by words; `vector`: by meaning; `hybrid`: by both, or as `text` while no model is ready. */
export const SEARCH_MODES = ["hybrid", "text", "vector"] as const;
export type SearchMode = (typeof SEARCH_MODES)[number];

/** A part of the query that was changed or ignored, or why the model was not used. */
export type SearchNotice = Message<typeof searchNotices>;

/** The reasons why a memory matched. */
export interface Match {
  /** The words of the query that are in the memory, as typed. */
  readonly words: readonly string[];
  /** The best matching passage: plain text from the content, about 240 characters at most. */
  readonly excerpt: string;
  /** Ranges [start, end) in `excerpt` to highlight, in UTF-16 units, sorted and not overlapping. */
  readonly highlights: readonly (readonly [number, number])[];
  /** Cosine similarity, 0 to 1; null if meaning was not used. */
  readonly similarity: number | null;
  /** The share of the weight of the query's words that the memory contains, 0 to 1. */
  readonly coverage: number;
  /** The lowest score of a result of this search: a share of the best, smaller among the turns of a dialogue. */
  readonly floor: number;
  /** The signals that contributed, strongest first. */
  readonly by: readonly MatchSignal[];
}

export const MATCH_SIGNALS = ["text", "vector", "context", "period", "recency", "use", "pinned"] as const;
export type MatchSignal = (typeof MATCH_SIGNALS)[number];

export interface SearchHit {
  readonly memory: Memory;
  /** The estimated probability that the memory is relevant, 0 to 1. The order also takes account of context. */
  readonly score: number;
  readonly matched: Match;
}

/** How two memories were found to be similar: by their words or by their vectors. */
export const SIMILARITY_SIGNALS = ["text", "vector"] as const;

/** A memory similar to another; `score` is 0 to 1. */
export interface SimilarMemory {
  readonly memory: Memory;
  readonly score: number;
  readonly by: (typeof SIMILARITY_SIGNALS)[number];
  /** Both similarities, if the search asked for them; `vector` is null if it is unknown or low. */
  readonly both?: { readonly text: number; readonly vector: number | null };
}

/** A term for the text index. Tokens come from `core/text-analysis.ts` and match complete indexed tokens. */
export type TextTerm = (
  | { readonly kind: "word"; readonly token: string }
  | { readonly kind: "prefix"; readonly token: string }
  | { readonly kind: "phrase"; readonly tokens: readonly string[] }
) & {
  /** The tokens of the query's words that it is another spelling of: a memory that contains it contains these. */
  readonly insteadOf?: readonly string[];
  /** Whether it is searched only if no memory contains any of these tokens. */
  readonly onlyIfMissing?: boolean;
};

/** A word of a query as written, and the terms that search for it in the text index. */
export interface QueryWord {
  readonly written: string;
  readonly terms: readonly TextTerm[];
}

export interface TextQuery {
  /** A hit contains at least one of these. */
  readonly any: readonly TextTerm[];
  /** A hit contains all of these: the quoted phrases. */
  readonly all: readonly TextTerm[];
}

/** A memory that contains a term of the query. */
export interface TextHit {
  readonly id: string;
  /** The BM25 relevance: larger is better, never negative. */
  readonly rank: number;
  /** The terms of {@link TextQuery.any} that it contains; null if a quoted phrase was required. */
  readonly terms: TermSet | null;
}

/** A memory with a passage that is similar to the query. */
export interface VectorHit {
  readonly id: string;
  /** The cosine of its best passage, -1 to 1. */
  readonly similarity: number;
  /** The number of that passage. */
  readonly passage: number;
  /** The mean cosine of its three best passages, or of all if it has fewer. */
  readonly pooled: number;
  /** The number of its passages. */
  readonly passages: number;
}

/** The distribution of the similarities of all scanned passages; a hit must be an outlier of it. */
export interface Similarities {
  readonly count: number;
  /** 0 if there are none. */
  readonly mean: number;
  /** Standard deviation; 0 if there are none. */
  readonly deviation: number;
}

/** Best first. */
export interface VectorAnswer {
  readonly hits: readonly VectorHit[];
  readonly similarities: Similarities;
}
