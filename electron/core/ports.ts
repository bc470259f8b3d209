import type { ActivityPage } from "./activity.ts";
import type { KnownDomain } from "./domain-names.ts";
import type { MemoryFilter, MemorySort, Page } from "./filter.ts";
import type { ClientIdentity, IdenticalMemory, Memory, Revision, RevisionAction } from "./memory.ts";
import type { MemoryState } from "./memory-fields.ts";
import type { ArchivedMemory } from "./memory-import.ts";
import type { RequestFilter, RequestSelection } from "./request-filter.ts";
import type {
  LoggedClient,
  RateSpan,
  RequestDetail,
  RequestExport,
  RequestRates,
  RequestSummary,
  ServerFigures,
} from "./request-log.ts";
import type { Similarities, TextHit, TextQuery, VectorAnswer, VectorHit } from "./search.ts";
import type { StateCounts } from "./validity.ts";

/** Milliseconds since 1970. */
export interface Clock {
  now(): number;
}

/** The application's log. `fields` are written as JSON; an error keeps its stack. */
export interface Logger {
  debug(message: string, fields?: Readonly<Record<string, unknown>>): void;
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

/** A new memory, validated and normalised. */
export interface NewMemory extends MemoryState {
  readonly id: string;
  readonly client: ClientIdentity | null;
  readonly sessionId: string | null;
  readonly pinned: boolean;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** The memory that this one replaces; it is marked in the same transaction. */
  readonly supersedes: string | null;
}

/** The changes of an update; a missing field does not change. */
export type MemoryChanges = Partial<MemoryState>;

/** The author and time of a change, for the revision. `at`: milliseconds since 1970. */
export interface Edit {
  readonly client: ClientIdentity | null;
  readonly at: number;
  readonly action: RevisionAction;
  /** The concurrent changes in other replicas about which a person decided by this change: their stamps. */
  readonly resolves?: readonly string[];
}

/** The number of memories with each value, sorted by count, then by value. */
export interface Facets {
  readonly total: number;
  readonly namespaces: readonly FacetCount[];
  readonly domains: readonly FacetCount[];
  readonly tags: readonly FacetCount[];
  readonly clients: readonly FacetCount[];
}
export interface FacetCount {
  readonly value: string;
  readonly count: number;
}

/** Captures over time. Days (`2026-01-31`) and months (`2026-01`) are in the machine's time zone. */
export interface CaptureActivity {
  readonly days: readonly { readonly day: string; readonly count: number }[];
  /** Namespaces and the most used tags by month, largest first. */
  readonly namespaces: readonly MonthlyCounts[];
  readonly tags: readonly MonthlyCounts[];
  /** The number of memories in each namespace that no client has recalled, largest first. */
  readonly neverRecalled: readonly FacetCount[];
}
export interface MonthlyCounts {
  readonly value: string;
  readonly count: number;
  readonly months: readonly { readonly month: string; readonly count: number }[];
}

export interface MemoryCounts extends StateCounts {
  readonly pinned: number;
  readonly domains: number;
  readonly namespaces: number;
  readonly tags: number;
}

/** The facts about a memory that ranking needs. Times in milliseconds since 1970. */
export interface RankingFacts {
  readonly domain: string;
  readonly namespace: string;
  readonly source: string | null;
  readonly sessionId: string | null;
  readonly validFrom: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly recallCount: number;
  readonly pinned: boolean;
}

/**
 * Stores memories. Every write is one durable transaction over rows, text index, revisions and the queue of vectors.
 * When its promise resolves, it is on disk.
 */
export interface MemoryStore {
  /**
   * @param onCommitted called when the memory can be read. It is not on disk yet, and may still fail to be. Not called
   *   for a memory of a remote domain.
   * @throws not_found if `supersedes` is not the id of a memory
   */
  insert(memory: NewMemory, onCommitted?: (memory: Memory) => void): Promise<Memory>;
  /** @param scope the remote domains to search; default: all */
  get(id: string, scope?: MemoryScope | null): Promise<Memory | null>;
  /** When a memory was last captured or changed, in milliseconds since 1970; 0 without memories. */
  newestTime(): Promise<number>;
  /**
   * The first `limit` ids that start or end with `part`, or if there are none, whose short ids (`SHORT_ID_LENGTH`) start
   * with it, including memories in the trash.
   * @param part four characters or more
   * @param scope null: all memories
   */
  idsLike(part: string, limit: number, scope: MemoryScope | null): Promise<string[]>;
  /** In the order of the ids; unknown ids are omitted. */
  getMany(ids: readonly string[]): Promise<Memory[]>;
  /** The contents of memories, by id, in the order of the ids; unknown ids are omitted. Costs a third of `getMany`. */
  contentsOf(ids: readonly string[]): Promise<Map<string, string>>;
  /**
   * Changes a memory outside the trash and adds a revision, unless nothing changes.
   * @throws not_found, conflict ({@link MemoryConflict})
   */
  update(id: string, changes: MemoryChanges, expectedRevision: number | null, edit: Edit): Promise<Memory>;
  /** Moves a memory to the trash or back. Does nothing if it is already there. @throws not_found, conflict */
  setDeleted(id: string, deleted: boolean, expectedRevision: number | null, edit: Edit): Promise<Memory>;
  /** Ignores unknown ids. */
  setPinned(ids: readonly string[], pinned: boolean): Promise<Memory[]>;
  /**
   * Changes `keep` and marks `others` as superseded by it, in one transaction.
   * @throws not_found, conflict, invalid_argument if one already supersedes the other
   */
  merge(
    keep: { readonly id: string; readonly changes: MemoryChanges; readonly expectedRevision: number | null },
    others: readonly { readonly id: string; readonly expectedRevision: number | null }[],
    edit: Omit<Edit, "action">,
  ): Promise<{ readonly kept: Memory; readonly superseded: Memory[] }>;
  /**
   * Undoes a merge in one transaction: changes `kept` and reinstates `others`, which it superseded.
   * @throws not_found, conflict, invalid_argument if `kept` does not supersede all of `others`
   */
  separate(
    kept: { readonly id: string; readonly changes: MemoryChanges; readonly expectedRevision: number | null },
    others: readonly { readonly id: string; readonly expectedRevision: number | null }[],
    edit: Omit<Edit, "action">,
  ): Promise<{ readonly kept: Memory; readonly reinstated: Memory[] }>;
  /** Reinstates a superseded memory; another does not change. @throws not_found */
  reinstate(id: string, edit: Edit): Promise<Memory>;
  /**
   * Deletes memories permanently, only those in the trash; `trash`: all that are in it at the call. Works in several
   * transactions: if one fails, what the earlier ones deleted stays deleted.
   * @param onPurged is called with each memory once its deletion is on disk
   * @returns how many were deleted
   */
  purge(ids: readonly string[] | "trash", onPurged?: (memory: Memory) => void): Promise<number>;
  /** Pages by keyset. @throws invalid_argument (field `cursor`) for a cursor of another list */
  list(filter: MemoryFilter, sort: MemorySort, limit: number, cursor: string | null): Promise<Page<Memory>>;
  /**
   * Stores memories of another data folder unchanged, in one transaction. The successor of a superseded memory must be
   * in the store or among them.
   * @throws storage if an id exists already
   */
  insertArchived(memories: readonly ArchivedMemory[]): Promise<Memory[]>;
  /** Newest revision first. */
  history(id: string): Promise<Revision[]>;
  facets(filter: MemoryFilter): Promise<Facets>;
  /** The number of memories that match. */
  count(filter: MemoryFilter): Promise<number>;
  counts(filter?: MemoryFilter): Promise<MemoryCounts>;
  /** Captures over time of the memories that match a filter by domain, namespace and time. */
  captureActivity(filter: MemoryFilter): Promise<CaptureActivity>;
  /**
   * Finds a memory with exactly this content and interval in this domain and namespace; not in the trash, superseded or
   * expired.
   */
  findIdentical(memory: IdenticalMemory): Promise<Memory | null>;
  /**
   * Marks the memories that became valid or expired since the last call. It costs nothing while there are none.
   * @returns these memories, and when the next one does, in milliseconds since 1970
   */
  refreshValidity(): Promise<{ readonly changed: readonly Memory[]; readonly nextAt: number | null }>;
  /**
   * Counts a recall of each memory by a client, at most one a day (UTC). It is not a revision and may be written later.
   */
  markRecalled(ids: readonly string[], client: string, at: number): void;
  /** Unknown ids are omitted. */
  rankingFacts(ids: readonly string[]): Promise<Map<string, RankingFacts>>;
  /**
   * Finds the memories captured next to each of these: in the same session or from the same source, within `withinMs`,
   * nearest in time first. Of the nearest `limit` in the scope, returns those that match the filter.
   */
  neighbours(
    ids: readonly string[],
    withinMs: number,
    limit: number,
    filter?: MemoryFilter,
    scope?: MemoryScope,
  ): Promise<Map<string, string[]>>;
  /** Tags that start with `prefix`, most used first. */
  tagsStartingWith(prefix: string, filter: MemoryFilter, limit: number): Promise<FacetCount[]>;
  namespaces(): Promise<string[]>;
  /** Adds a namespace unless it exists. */
  addNamespace(name: string): Promise<void>;
  /** Removes a namespace that the owner added and no memory has; another one stays. */
  removeNamespace(name: string): Promise<void>;
  /** The domains that have memories in any state, or are shared. The same array until they change. */
  domains(): Promise<readonly KnownDomain[]>;
}

/**
 * The memories that a limited caller may see. What a search returns for it depends on no other memory: not on their
 * words, their number or their order (ADR 0008).
 */
export type MemoryScope = Pick<MemoryFilter, "domains" | "namespaces">;

/** The full-text index. `scope` null, the default, is all memories. */
export interface TextIndex {
  /** The best `limit` hits by BM25, best first. The filter must match only memories in the scope. */
  search(query: TextQuery, filter: MemoryFilter, limit: number, scope?: MemoryScope | null): Promise<TextHit[]>;
  /**
   * The number of memories with each token, folded and stemmed as in the index; 0 for an unknown token.
   * @param filter limits the remote domains to those that it can match; default: all
   * @param isRough whether a number may be out of date by a tenth of the index, which is enough to find rare words
   */
  documentFrequencies(
    tokens: readonly string[],
    scope?: MemoryScope | null,
    filter?: MemoryFilter,
    isRough?: boolean,
  ): Promise<Map<string, number>>;
  /** The number of indexed memories. @param filter as in {@link documentFrequencies} */
  size(scope?: MemoryScope | null, filter?: MemoryFilter): Promise<number>;
  /** The mean number of tokens of the memories on this machine; 0 without memories. */
  averageLength(scope?: MemoryScope | null): Promise<number>;
  /** Whether another version of the text analysis made the index, so that it must be rebuilt. */
  isOutdated(): Promise<boolean>;
  /** Rebuilds the index in small steps, during which search works. An abort stops it at the next step. */
  rebuild(onProgress: (done: number, total: number) => void, signal: AbortSignal): Promise<void>;
}

/** The vector of one passage, quantised to int8. Only its direction has meaning, not its length. */
export interface PassageVector {
  readonly start: number;
  readonly end: number;
  readonly vector: Int8Array;
}

/** The vector index. `fingerprint` identifies model and runtime; only vectors of the same fingerprint are compared. */
export interface VectorIndex {
  /** @param onlyMatching computes the distribution of similarities from the matching memories instead of all */
  search(
    vector: Int8Array,
    fingerprint: string,
    filter: MemoryFilter,
    limit: number,
    onlyMatching?: boolean,
  ): Promise<VectorAnswer>;
  /** Starts to read the vectors that the next search needs. Never throws. */
  prepare(fingerprint: string, dimensions: number): void;
  /** Memories whose current content has no vectors of this fingerprint, longest waiting first. */
  pending(fingerprint: string, limit: number): Promise<{ id: string; content: string; revision: number }[]>;
  /**
   * Stores the passages of a memory unless its content has changed since `revision`; returns whether it stored them.
   */
  put(id: string, revision: number, fingerprint: string, passages: readonly PassageVector[]): Promise<boolean>;
  /** Those of the given memories whose current content has no vectors of this fingerprint. */
  pendingAmong(ids: readonly string[], fingerprint: string): Promise<ReadonlySet<string>>;
  /** The current memories with and without vectors; together as many as {@link MemoryStore.counts} has. */
  counts(fingerprint: string, scope?: MemoryScope | null): Promise<{ ready: number; pending: number }>;
  /** The vectors of one memory's passages, or none. */
  vectorsOf(id: string, fingerprint: string): Promise<Int8Array[]>;
  /** Makes all memories pending. Each keeps its vectors, and search finds it by them, until `put` replaces them. */
  renew(): Promise<void>;
  /**
   * Makes the memories pending for whose content `isOutdated` returns true, unless a call with this version or a later one
   * has completed. Works for half of the time at most. Ends early if `signal` is aborted; the next call starts over.
   */
  renewOutdated(version: number, isOutdated: (content: string) => boolean, signal: AbortSignal): Promise<void>;
}

/** As {@link VectorHit}, by the key of the memory. */
export type ScanHit = Omit<VectorHit, "id"> & { readonly key: number };

/** The hits of a scan, best first, and the distribution of all similarities. */
export interface ScanAnswer {
  readonly hits: readonly ScanHit[];
  readonly similarities: Similarities;
}

/**
 * The vectors of one fingerprint in memory, for an exact search. {@link VectorIndex} fills it from the database at the
 * first search, updates it with every write and releases it when idle. `key` is the store's row number of a memory.
 * Synchronous; needs about `dimensions` + 4 bytes per passage.
 */
export interface VectorScan {
  readonly dimensions: number;
  /** The number of memories. */
  readonly size: number;
  /** Bytes reserved. */
  readonly bytes: number;
  /** Reserves memory for more passages, so that it grows once. @throws unavailable if there is not enough */
  reserve(passages: number): void;
  /** Adds or replaces the passages of a memory, in order. @throws invalid_argument for vectors of another length */
  set(key: number, vectors: readonly Int8Array[]): void;
  /** The same for many memories. `keys` has the memory of each vector; the passages of a memory follow each other. */
  setAll(keys: readonly number[], vectors: Int8Array): void;
  /** Does nothing for an unknown key. */
  delete(key: number): void;
  /**
   * The best `limit` memories, best first, among the `allowed` ones. With a small set, only their vectors are read; a
   * predicate is called only for memories that would be in the result.
   * @param onlyAllowed reads only the vectors of the set, in its order, so that the similarities cover only the set
   */
  search(
    query: Int8Array,
    limit: number,
    allowed?: ReadonlySet<number> | ((key: number) => boolean),
    onlyAllowed?: boolean,
  ): ScanAnswer;
}

/** Creates an empty scan, for the store. */
export type CreateVectorScan = (dimensions: number) => VectorScan;

/** The request log. Every method @throws unavailable if the log cannot be read now. */
export interface RequestLogReader {
  /** Newest first; without a cursor, from below `beforeId`. @throws invalid_argument (field `cursor`) */
  list(
    filter: RequestFilter,
    limit: number,
    cursor: string | null,
    beforeId?: number | null,
  ): Promise<Page<RequestSummary>>;
  /** Null if it is not, or no longer, in the log. */
  get(id: number): Promise<RequestDetail | null>;
  /**
   * Pins messages, which retention and clearing then keep, or unpins them.
   * @returns the rows that exist, with their new state
   * @throws conflict if too many would be pinned; none is then
   */
  setPinned(ids: readonly number[], pinned: boolean): Promise<readonly RequestSummary[]>;
  /** One part of a selection as JSON Lines, oldest first. @throws invalid_argument (field `cursor`) */
  exportPart(selection: RequestSelection, cursor: string | null): Promise<RequestExport>;
  /** Deletes everything that is not pinned, including the clients and the unwritten entries. */
  clear(): Promise<void>;
  /**
   * What clients did, newest first, with equal entries of an hour joined. A page may have more entries than `limit`.
   * @param domain only its entries; null for all @throws invalid_argument (field `cursor`)
   */
  activity(filter: RequestFilter, domain: string | null, limit: number, cursor: string | null): Promise<ActivityPage>;
  /** The rates of the last minutes, including the current one. */
  rates(span: RateSpan): Promise<RequestRates>;
  /** The clients seen on the wire, the most recent first. Open sessions are not known here. */
  clientActivity(): Promise<readonly LoggedClient[]>;
  /** The figures of servers since the local midnight, in the order of their names. */
  serverFigures(names: readonly string[]): Promise<readonly ServerFigures[]>;
}
