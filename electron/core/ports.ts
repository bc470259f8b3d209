import type { ArchivedMemory } from "./archive.ts";
import type { MemoryFilter, MemorySort, Page } from "./filter.ts";
import type { ClientIdentity, Memory, Revision, RevisionAction } from "./memory.ts";
import type { Similarities, TextHit, TextQuery, VectorAnswer } from "./search.ts";

/** Milliseconds since 1970. */
export interface Clock {
  now(): number;
}

/** What the log takes: an area, a sentence, and what was thrown. */
export interface Logger {
  debug(message: string, fields?: Readonly<Record<string, unknown>>): void;
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

/** A memory as the service hands it to the store: validated and normalised. */
export interface NewMemory {
  readonly id: string;
  readonly content: string;
  readonly namespace: string;
  readonly domain: string;
  readonly tags: readonly string[];
  readonly source: string | null;
  readonly client: ClientIdentity | null;
  readonly sessionId: string | null;
  readonly pinned: boolean;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** The memory this one replaces, marked in the same transaction. */
  readonly supersedes: string | null;
}

/** What an update changes; a missing field stays. */
export interface MemoryChanges {
  readonly content?: string;
  readonly namespace?: string;
  readonly domain?: string;
  readonly tags?: readonly string[];
  readonly source?: string | null;
}

/** Who changed it and when (milliseconds since 1970), for the revision. */
export interface Edit {
  readonly client: ClientIdentity | null;
  readonly at: number;
  readonly action: RevisionAction;
}

/** How many memories share each value; sorted by count, then name. */
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

/** What was captured when. Days and months are this machine's own, `2026-01-31` and `2026-01`. */
export interface CaptureActivity {
  readonly days: readonly { readonly day: string; readonly count: number }[];
  /** Namespaces and the most used tags, each with its months; the largest first. */
  readonly namespaces: readonly MonthlyCounts[];
  readonly tags: readonly MonthlyCounts[];
  /** How many memories of each namespace no client was ever handed; the most first. */
  readonly neverRecalled: readonly FacetCount[];
}
export interface MonthlyCounts {
  readonly value: string;
  readonly count: number;
  readonly months: readonly { readonly month: string; readonly count: number }[];
}

export interface MemoryCounts {
  readonly memories: number;
  readonly trash: number;
  readonly superseded: number;
  readonly pinned: number;
  readonly domains: number;
  readonly namespaces: number;
  readonly tags: number;
}

/** What of a memory says how much it matters now. */
export interface MemoryUsage {
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
  readonly recallCount: number;
  readonly pinned: boolean;
}

/**
 * Where memories live. Every write is one durable transaction: rows, text index, revision and the queue of vectors
 * together. Resolved means on disk.
 */
export interface MemoryStore {
  /** @throws not_found when `supersedes` names no memory */
  insert(memory: NewMemory): Promise<Memory>;
  get(id: string): Promise<Memory | null>;
  /** In the order asked; ids that are not there are left out. */
  getMany(ids: readonly string[]): Promise<Memory[]>;
  /**
   * Changes a memory outside the trash and adds a revision; changes that change nothing add none.
   * @throws not_found, conflict (details.current is the memory as it is now)
   */
  update(id: string, changes: MemoryChanges, expectedRevision: number | null, edit: Edit): Promise<Memory>;
  /** Moves to the trash (`deletedAt` set) or back. Already there: unchanged. @throws not_found, conflict */
  setDeleted(id: string, deleted: boolean, expectedRevision: number | null, edit: Edit): Promise<Memory>;
  setPinned(ids: readonly string[], pinned: boolean): Promise<Memory[]>;
  /**
   * Changes `keepId` and marks `otherId` as superseded by it; both or neither.
   * @throws not_found, conflict, invalid_argument where one replaces the other already
   */
  merge(
    keep: { readonly id: string; readonly changes: MemoryChanges; readonly expectedRevision: number | null },
    other: { readonly id: string; readonly expectedRevision: number | null },
    edit: Omit<Edit, "action">,
  ): Promise<{ readonly kept: Memory; readonly superseded: Memory }>;
  /**
   * Takes a merge back: changes `kept` and takes `other`, which it superseded, into use again; both or neither.
   * @throws not_found, conflict, invalid_argument where `other` is not superseded by `kept`
   */
  separate(
    kept: { readonly id: string; readonly changes: MemoryChanges; readonly expectedRevision: number | null },
    other: { readonly id: string; readonly expectedRevision: number | null },
    edit: Omit<Edit, "action">,
  ): Promise<{ readonly kept: Memory; readonly reinstated: Memory }>;
  /** Takes a superseded memory into use again; not superseded: unchanged. @throws not_found */
  reinstate(id: string, edit: Edit): Promise<Memory>;
  /** Deletes for good; only what is in the trash. Answers what went. */
  purge(ids: readonly string[] | "trash"): Promise<Memory[]>;
  /** Keyset pages. @throws invalid_argument (field `cursor`) for a cursor that is not from here */
  list(filter: MemoryFilter, sort: MemorySort, limit: number, cursor: string | null): Promise<Page<Memory>>;
  /**
   * Stores memories of another data folder as they were there, in one transaction; whatever says that it is superseded
   * must find its successor among them or here. @throws storage where an id is here already
   */
  insertArchived(memories: readonly ArchivedMemory[]): Promise<Memory[]>;
  /** Newest revision first. */
  history(id: string): Promise<Revision[]>;
  facets(filter: MemoryFilter): Promise<Facets>;
  /** How many memories a filter lets through. */
  count(filter: MemoryFilter): Promise<number>;
  counts(filter?: MemoryFilter): Promise<MemoryCounts>;
  /** What was captured when, of the memories a filter by domain, namespace and time lets through. */
  captureActivity(filter: MemoryFilter): Promise<CaptureActivity>;
  /** A memory outside the trash, not superseded, with exactly this content in this domain and namespace. */
  findIdentical(content: string, domain: string, namespace: string): Promise<Memory | null>;
  /** Counts a recall of each; not a revision, and may be written a moment later. */
  markRecalled(ids: readonly string[], at: number): void;
  /** How each of these was used and last changed; ids that are not there are left out. */
  usage(ids: readonly string[]): Promise<Map<string, MemoryUsage>>;
  /**
   * Memories captured next to each of these: same session, or same source, within `withinMs`; the nearest in time first.
   * Of the nearest `limit`, those that the filter lets through.
   */
  neighbours(
    ids: readonly string[],
    withinMs: number,
    limit: number,
    filter?: MemoryFilter,
  ): Promise<Map<string, string[]>>;
  /** Tags that begin with `prefix`, the most used first. */
  tagsStartingWith(prefix: string, filter: MemoryFilter, limit: number): Promise<FacetCount[]>;
  namespaces(): Promise<string[]>;
  /** Adds a namespace of the owner's; already there: nothing. */
  addNamespace(name: string): Promise<void>;
}

/** The full-text index. */
export interface TextIndex {
  /** The best `limit` by BM25, best first. */
  search(query: TextQuery, filter: MemoryFilter, limit: number): Promise<TextHit[]>;
  /** How many memories hold each token (folded and stemmed as the index does); unknown tokens count 0. */
  documentFrequencies(tokens: readonly string[]): Promise<Map<string, number>>;
  /** How many memories are indexed. */
  size(): Promise<number>;
  /** Whether it was made by another version of the text analysis, and should be rebuilt. */
  isOutdated(): Promise<boolean>;
  /** Rebuilds the whole index in small steps; search answers meanwhile. Stops at the next step when aborted. */
  rebuild(onProgress: (done: number, total: number) => void, signal: AbortSignal): Promise<void>;
}

/** One passage's vector, quantised to int8, `dimensions` long; its length carries no meaning, only its direction. */
export interface PassageVector {
  readonly start: number;
  readonly end: number;
  readonly vector: Int8Array;
}

/** The vectors beside the rows. `fingerprint` names model and runtime; only equal fingerprints are compared. */
export interface VectorIndex {
  search(vector: Int8Array, fingerprint: string, filter: MemoryFilter, limit: number): Promise<VectorAnswer>;
  /** Memories that have no vectors of this fingerprint for their content now, oldest wait first. */
  pending(fingerprint: string, limit: number): Promise<{ id: string; content: string; revision: number }[]>;
  /** Stores a memory's passages unless its content has changed since `revision`; answers whether it did. */
  put(id: string, revision: number, fingerprint: string, passages: readonly PassageVector[]): Promise<boolean>;
  counts(fingerprint: string): Promise<{ ready: number; pending: number }>;
  /** The vectors of one memory's passages; empty where there are none. */
  vectorsOf(id: string, fingerprint: string): Promise<Int8Array[]>;
  clear(): Promise<void>;
}

/** A memory the scan found, by its best passage; `similarity` is the cosine, -1 to 1. */
export interface ScanHit {
  readonly key: number;
  readonly passage: number;
  readonly similarity: number;
}

/** What a scan found, best first, among how similar passages. */
export interface ScanAnswer {
  readonly hits: readonly ScanHit[];
  readonly similarities: Similarities;
}

/**
 * Vectors of one fingerprint, held in memory for an exact search: {@link VectorIndex} fills it from its rows on the
 * first search, keeps it up with every write, and lets it go when it has been idle. A memory is named by an integer of
 * the store's own (its row number). Synchronous; takes about `dimensions` + 4 bytes a passage.
 */
export interface VectorScan {
  readonly dimensions: number;
  /** How many memories it holds. */
  readonly size: number;
  /** Bytes it has reserved. */
  readonly bytes: number;
  /** Adds a memory's passages, in order, or replaces those it had. @throws invalid_argument for another length */
  set(key: number, vectors: readonly Int8Array[]): void;
  /** Not there: nothing. */
  delete(key: number): void;
  /**
   * The best `limit` memories, best first. With `allowed` only these: a set of few keys has only their vectors read, and a
   * test is asked about the memories that would enter the answer, not about all.
   */
  search(query: Int8Array, limit: number, allowed?: ReadonlySet<number> | ((key: number) => boolean)): ScanAnswer;
}

/** Makes an empty scan; handed to the store. */
export type CreateVectorScan = (dimensions: number) => VectorScan;

/** A text as a model understands it. */
export interface Embedding {
  /** L2-normalised. */
  readonly vector: Float32Array;
  /**
   * Letters that a word piece of the text's beginning holds on average, an East Asian sign counting as two: a model cuts
   * what it was not made for into small pieces. Null for passages, and where the model does not tell.
   */
  readonly lettersPerPiece: number | null;
}

/** Turns text into vectors, off the main thread. */
export interface Embedder {
  /** Model and runtime, for example `all-MiniLM-L6-v2/int8/onnxruntime-1`. */
  readonly fingerprint: string;
  readonly dimensions: number;
  /** `idle` before first need; `failed` carries the sentence that says what to do. */
  status(): {
    readonly state: "idle" | "loading" | "ready" | "failed";
    readonly model: string;
    readonly message?: string;
  };
  /** Starts loading in the background; never throws. */
  warmUp(): void;
  /** One embedding for each text. @throws unavailable */
  embed(texts: readonly string[], kind: "query" | "passage", signal?: AbortSignal): Promise<Embedding[]>;
  close(): Promise<void>;
}
