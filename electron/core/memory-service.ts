import type { ArchivedMemory, ImportOutcome } from "./archive.ts";
import type { Caller } from "./caller.ts";
import type { MemoryFilter, MemorySort, Page } from "./filter.ts";
import type { Memory, Revision } from "./memory.ts";
import type { CaptureActivity, FacetCount, Facets, MemoryCounts } from "./ports.ts";
import type { SearchHit, SearchMode, SimilarMemory } from "./search.ts";

export interface CaptureInput {
  readonly content: string;
  /** Default: `context`. */
  readonly namespace?: string | undefined;
  /** Default: the caller's project, else `user`. */
  readonly domain?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly source?: string | null | undefined;
  readonly pinned?: boolean | undefined;
  /** Id or URN of the memory this one replaces. */
  readonly supersedes?: string | undefined;
}

export interface CaptureResult {
  readonly memory: Memory;
  /** False when identical content was there already: `memory` is that one. */
  readonly created: boolean;
  /** What is already known much like it, the most alike first. */
  readonly similar: readonly SimilarMemory[];
}

/** `domain`, `namespace` and `tags` as callers write them; `domain: "_"` means every domain. */
export interface FilterInput {
  readonly domain?: string | readonly string[] | undefined;
  readonly namespace?: string | readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly withoutTags?: readonly string[] | undefined;
  readonly source?: string | undefined;
  readonly client?: string | undefined;
  /** ISO 8601 date or date-time, or a span back from now such as `7d`, `12h`, `2w`. */
  readonly since?: string | undefined;
  readonly before?: string | undefined;
  readonly pinned?: boolean | undefined;
  readonly neverRecalled?: boolean | undefined;
  readonly trash?: MemoryFilter["trash"] | undefined;
  readonly superseded?: MemoryFilter["superseded"] | undefined;
}

export interface SearchInput extends FilterInput {
  /** Words, "phrases" and filters (`ns: tag: -tag: domain: source: client: since: before:`). Only filters: a list. */
  readonly query: string;
  readonly mode?: SearchMode | undefined;
  /** 1 to 100, default 10. */
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export interface SearchResult extends Page<SearchHit> {
  /** The mode that answered: `text` while no model is ready. */
  readonly mode: SearchMode;
  /** What was not taken as written, each a sentence (an unknown filter, words left out). */
  readonly notices: readonly string[];
}

export interface ListInput extends FilterInput {
  readonly sort?: MemorySort | undefined;
  /** 1 to 200, default 50. */
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export interface UpdateInput {
  readonly content?: string | undefined;
  readonly namespace?: string | undefined;
  readonly domain?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly source?: string | null | undefined;
  readonly expectedRevision?: number | undefined;
}

/** Two memories become one: `keep` gets these changes, `other` is superseded by it. */
export interface MergeInput extends UpdateInput {
  readonly keep: string;
  readonly other: string;
  readonly otherRevision?: number | undefined;
}

export interface MergeResult {
  readonly kept: Memory;
  readonly superseded: Memory;
}

/** A merge taken back: `kept` gets these changes, `other`, which it superseded, is in use again. */
export interface SeparateInput extends UpdateInput {
  readonly kept: string;
  readonly other: string;
  readonly otherRevision?: number | undefined;
}

export interface SeparateResult {
  readonly kept: Memory;
  readonly reinstated: Memory;
}

/** Part of a walk through all memories, newest first: what was found among `scanned` of them, and where to go on. */
export interface Findings<T> extends Page<T> {
  readonly scanned: number;
}

/** Two memories that say much the same; `score` (0 to 1) tells how much. */
export interface DuplicatePair {
  readonly memory: Memory;
  readonly other: Memory;
  readonly score: number;
}

/** A memory that holds what looks like a secret; `excerpt` shows where, with the secret masked. */
export interface SecretFinding {
  readonly memory: Memory;
  readonly excerpt: string;
}

export interface IndexStatus {
  readonly text: { readonly state: "ready" | "rebuilding"; readonly indexed: number };
  readonly vectors: {
    readonly state: "off" | "idle" | "loading" | "ready" | "failed";
    readonly ready: number;
    readonly pending: number;
    readonly model: string | null;
    readonly message?: string;
  };
}

export interface MemoryStatus {
  readonly counts: MemoryCounts;
  readonly index: IndexStatus;
  /** What a full check found wrong with the database; null where it is sound. */
  readonly damage: string | null;
}

/**
 * The one door to memories, for MCP, REST and the window alike. A memory is named by id or URN. Without `domain`, reads
 * cover the caller's project and `user` together, or everything where no project is known. What a caller's grant does
 * not allow does not exist for it (not_found); a write under a read grant is permission_denied.
 */
export interface MemoryService {
  capture(caller: Caller, input: CaptureInput): Promise<CaptureResult>;
  search(caller: Caller, input: SearchInput): Promise<SearchResult>;
  list(caller: Caller, input: ListInput): Promise<Page<Memory>>;
  get(caller: Caller, reference: string): Promise<Memory>;
  update(caller: Caller, reference: string, input: UpdateInput): Promise<Memory>;
  delete(caller: Caller, reference: string, expectedRevision?: number): Promise<Memory>;
  restore(caller: Caller, reference: string): Promise<Memory>;
  history(caller: Caller, reference: string): Promise<Revision[]>;
  similar(caller: Caller, reference: string): Promise<SimilarMemory[]>;
  facets(caller: Caller, input: FilterInput): Promise<Facets>;
  /** How many there are, without what `facets` tells of them. */
  count(caller: Caller, input: FilterInput): Promise<number>;
  tagsStartingWith(caller: Caller, prefix: string, limit: number): Promise<FacetCount[]>;
  namespaces(caller: Caller): Promise<string[]>;
  status(caller: Caller): Promise<MemoryStatus>;
  /** Rebuilds text and vector indexes. `onProgress` counts memories over both. @throws cancelled */
  reindex(
    caller: Caller,
    onProgress: (done: number, total: number) => void,
    signal: AbortSignal,
  ): Promise<MemoryStatus>;

  // The owner alone; a client's call is permission_denied.
  setPinned(caller: Caller, references: readonly string[], pinned: boolean): Promise<Memory[]>;
  purge(caller: Caller, references: readonly string[] | "trash"): Promise<number>;
  addNamespace(caller: Caller, name: string): Promise<string[]>;
  /**
   * Takes in memories of another data folder as they were there: ids, dates, pins, past. What is here already stays as it
   * is; namespaces that are new are added. The outcomes come in the order of the memories.
   * @param dryRun only tells what would become of them
   */
  importMemories(caller: Caller, memories: readonly ArchivedMemory[], dryRun: boolean): Promise<ImportOutcome[]>;
  /** One transaction: both change or neither. @throws not_found, conflict, invalid_argument */
  merge(caller: Caller, input: MergeInput): Promise<MergeResult>;
  /** Takes a merge back in one transaction. @throws not_found, conflict, invalid_argument */
  separate(caller: Caller, input: SeparateInput): Promise<SeparateResult>;
  /** Takes superseded memories into use again; others stay as they are. */
  reinstate(caller: Caller, references: readonly string[]): Promise<Memory[]>;
  /** Walks through the memories in small steps; a step takes some ten milliseconds, so that nobody else waits. */
  findDuplicates(caller: Caller, cursor: string | null): Promise<Findings<DuplicatePair>>;
  findSecrets(caller: Caller, cursor: string | null): Promise<Findings<SecretFinding>>;
  captureActivity(caller: Caller, input: FilterInput): Promise<CaptureActivity>;
}
