import type { MemoryFilter } from "./filter.ts";
import type { MemoryScope } from "./ports.ts";
import type { QueryWord, SearchHit, SearchMode, SearchNotice, SimilarMemory, TextQuery } from "./search.ts";

/** A parsed query: its filters and the rest, which is searched. */
export interface ParsedQuery {
  /** The query without its filters; "" if it has only filters. This text is embedded. */
  readonly text: string;
  /** Words and phrases for the text index; both lists are empty if the query has only filters. */
  readonly terms: TextQuery;
  /** The words of the text, which results are marked with. */
  readonly words: readonly QueryWord[];
  /** `ns: tag: -tag: domain: source: client: since: before:`. */
  readonly filter: MemoryFilter;
  /** Parts of the query that were changed or ignored. */
  readonly notices: readonly SearchNotice[];
  /** Whether it is running text and not a query: a memory that contains all of its words is not a result for that. */
  readonly isPrompt?: boolean;
}

export interface EngineRequest {
  readonly query: ParsedQuery;
  readonly filter: MemoryFilter;
  readonly mode: SearchMode;
  readonly limit: number;
  readonly cursor: string | null;
  /** The lowest score of a result; null, the default: the floor of the settings. */
  readonly minScore?: number | null;
  /** What a limited caller may see; the filter matches nothing else. Null, the default: everything. */
  readonly scope?: MemoryScope | null;
}

export interface EngineResult {
  readonly hits: readonly SearchHit[];
  readonly nextCursor?: string;
  /** The number of candidates below the floor. */
  readonly lessLikely: number;
  /** The mode used: `text` while no model is ready. */
  readonly mode: SearchMode;
  readonly notices: readonly SearchNotice[];
}

/** Finds memories by words and by meaning. It does not know callers and grants: filter and scope are their limits. */
export interface SearchEngine {
  /** Never throws. */
  parse(query: string): ParsedQuery;
  /** Reads running text, in which nothing is a filter or a required phrase. Never throws. */
  parseText(text: string): ParsedQuery;
  /** @throws invalid_argument (field `cursor`) for a cursor of another search */
  search(request: EngineRequest): Promise<EngineResult>;
  /** Memories similar to a text, most similar first; only those above the thresholds in `search/settings.ts`. */
  similar(
    content: string,
    filter: MemoryFilter,
    options: {
      readonly limit: number;
      readonly exceptId: string | null;
      readonly isNew?: boolean;
      readonly scope?: MemoryScope | null;
      readonly withBoth?: boolean;
    },
  ): Promise<SimilarMemory[]>;
  /** Frees the memory of words and texts, which the next search fills. */
  releaseMemory(): void;
}

/** Computes the vectors of new and changed memories in the background. */
export interface Indexer {
  /** Looks for work soon, after a write. Returns immediately. */
  wake(): void;
  /** @param scope counts only these memories; default: all */
  status(scope?: MemoryScope | null): Promise<{
    readonly state: "idle" | "loading" | "ready" | "failed";
    readonly ready: number;
    readonly pending: number;
    readonly model: string;
    readonly message?: string;
  }>;
  /** Pauses or resumes it, until the application restarts. Finished vectors are kept. */
  setPaused(paused: boolean): void;
  isPaused(): boolean;
  /** Re-embeds all memories, even while paused. @throws cancelled when aborted; finished vectors are kept */
  rebuild(onProgress: (done: number, total: number) => void, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
