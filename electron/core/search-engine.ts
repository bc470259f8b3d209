import type { MemoryFilter } from "./filter.ts";
import type { FilterInput } from "./memory-service.ts";
import type { SearchHit, SearchMode, SimilarMemory, TextQuery } from "./search.ts";

/** A query string, read: the filters it names, and what is left to search by. */
export interface ParsedQuery {
  /** The query without its filters, as a person would say it; "" where only filters were given. Embedded for meaning. */
  readonly text: string;
  /** Words and phrases for the text index; both lists empty where only filters were given. */
  readonly terms: TextQuery;
  /** `ns: tag: -tag: domain: source: client: since: before:`, in the form callers give them as arguments. */
  readonly filter: FilterInput;
  /** What was not taken as written, each a sentence. */
  readonly notices: readonly string[];
}

export interface EngineRequest {
  readonly query: ParsedQuery;
  readonly filter: MemoryFilter;
  readonly mode: SearchMode;
  readonly limit: number;
  readonly cursor: string | null;
}

export interface EngineResult {
  readonly hits: readonly SearchHit[];
  readonly nextCursor?: string;
  /** The mode that answered: `text` while no model is ready. */
  readonly mode: SearchMode;
  readonly notices: readonly string[];
}

/** Finds memories by words and meaning. Knows nothing of callers and rights: the filter it is given is final. */
export interface SearchEngine {
  /** Never throws, whatever is typed. */
  parse(query: string): ParsedQuery;
  /** @throws invalid_argument (field `cursor`) for a cursor that is not from here */
  search(request: EngineRequest): Promise<EngineResult>;
  /** Memories much like this text, the most alike first; only those worth showing. */
  similar(
    content: string,
    filter: MemoryFilter,
    options: { readonly limit: number; readonly exceptId: string | null },
  ): Promise<SimilarMemory[]>;
}

/** Keeps the vectors up with the memories, in the background. Without a model it does not exist. */
export interface Indexer {
  /** Something was written: look for work soon. Returns at once. */
  wake(): void;
  status(): Promise<{
    readonly state: "idle" | "loading" | "ready" | "failed";
    readonly ready: number;
    readonly pending: number;
    readonly model: string;
    readonly message?: string;
  }>;
  /** The owner stopped it, or lets it go on; until the next start. What is done stays done. */
  setPaused(paused: boolean): void;
  isPaused(): boolean;
  /** Embeds everything anew, also where it was paused. @throws cancelled when aborted; what is done stays done */
  rebuild(onProgress: (done: number, total: number) => void, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
