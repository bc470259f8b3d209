import type { secretNotices } from "../text/en/notices.ts";
import type { Message } from "../text/message.ts";
import type { Caller } from "./caller.ts";
import type { FilterInput, MemorySort, Page } from "./filter.ts";
import type { InboxService } from "./inbox.ts";
import type { Memory, Revision, UpdateInput } from "./memory.ts";
import type { MemoryState } from "./memory-fields.ts";
import type { ArchivedMemory, ImportOutcome } from "./memory-import.ts";
import type { FormerName, PlaceMove, PlaceMoved, Places } from "./places.ts";
import type { CaptureActivity, FacetCount, Facets, MemoryCounts } from "./ports.ts";
import type { SearchHit, SearchMode, SearchNotice, SimilarMemory } from "./search.ts";

/**
 * A capture. By default the namespace is `context`, and the domain is the caller's project or, if it has none, `user`.
 */
export interface CaptureInput extends Pick<MemoryState, "content">, Partial<Omit<MemoryState, "content">> {
  readonly pinned?: boolean;
  /** Id or URN of the memory that this one replaces. */
  readonly supersedes?: string;
}

export interface CaptureResult {
  /** A memory that waits for review is not stored: no other method finds it. */
  readonly memory: Memory;
  /** Whether it waits for the owner's review. Its client may know only its id. */
  readonly waiting: boolean;
  /** False if the capture waits, or if a memory with identical content existed, which is then `memory`. */
  readonly created: boolean;
  /** The tags of the capture that were added to the memory that existed. */
  readonly addedTags: readonly string[];
  /** Similar memories, most similar first. */
  readonly similar: readonly SimilarMemory[];
}

export interface SearchInput extends FilterInput {
  /** Words, "phrases" and filters such as `ns:decisions`. A query with filters only lists memories. */
  readonly query: string;
  /**
   * The query is the prompt of a person: nothing in it is a filter, and the results do not count as recalled, because
   * the client did not ask for them.
   */
  readonly isPrompt?: boolean;
  readonly mode?: SearchMode;
  /** 1 to 100, default 10. */
  readonly limit?: number;
  /** The lowest score of a result, 0 to 1; 0 for all candidates. By default search chooses the limit. */
  readonly minScore?: number;
  readonly cursor?: string;
}

export interface SearchResult extends Page<SearchHit> {
  /** The number of further candidates that are less likely to be relevant; `minScore: 0` returns them too. */
  readonly lessLikely: number;
  /** The mode used: `text` while no model is ready. */
  readonly mode: SearchMode;
  /** Parts of the query that were changed or ignored, such as an invalid filter. */
  readonly notices: readonly SearchNotice[];
}

export interface ListInput extends FilterInput {
  /** Filters in the query syntax, such as `ns:decisions`; no words. */
  readonly query?: string;
  /** `duplicates`: groups of near duplicates only, each after its newest memory, the newest group first. */
  readonly sort?: MemorySort | "duplicates";
  /** 1 to 200, default 50. */
  readonly limit?: number;
  readonly cursor?: string;
}

export interface ListResult extends Page<Memory> {
  /** The ids of each group of near duplicates; not set in other orders. */
  readonly groups?: readonly (readonly string[])[];
  /** Why memories are missing: remote domains that cannot be read. Not set if there are none. */
  readonly notices?: readonly SearchNotice[];
}

/** Private parts and secrets that were not stored with a memory, and names of its place that may be mistyped. */
export type SecretNotice = Message<typeof secretNotices>;
/** Called for each notice of a write, before it is stored. */
export type NoticeListener = (notice: SecretNotice) => void;

/** A memory that is merged into another, at the revision that the owner has seen. */
export interface MergedMemory {
  readonly reference: string;
  readonly revision?: number;
}

/** Merges memories: `keep` gets these changes and supersedes `others`. */
export interface MergeInput extends UpdateInput {
  readonly keep: string;
  readonly others: readonly MergedMemory[];
}

export interface MergeResult {
  readonly kept: Memory;
  /** In the order of `others`. */
  readonly superseded: readonly Memory[];
}

/** Undoes a merge: `kept` gets these changes; `others`, which it superseded, are reinstated. */
export interface SeparateInput extends UpdateInput {
  readonly kept: string;
  readonly others: readonly MergedMemory[];
}

export interface SeparateResult {
  readonly kept: Memory;
  /** In the order of `others`. */
  readonly reinstated: readonly Memory[];
}

/** One step of a walk through all memories, newest first: the findings among `scanned` memories. */
export interface Findings<T> extends Page<T> {
  readonly scanned: number;
}

/** `same`: nine in ten such pairs say the same. `maybe`: similar, and perhaps about two things. */
export type DuplicateLevel = "same" | "maybe";

/**
 * Memories of one domain that say nearly the same. Each of `duplicates` is a near duplicate of `memory`, the newest, so that similar
 * memories in a chain do not join unrelated ones. No memory is in two groups.
 */
export interface DuplicateGroup {
  readonly memory: Memory;
  /** At most {@link MAX_MERGED}, the most similar first; `score` is 0 to 1. */
  readonly duplicates: readonly {
    readonly memory: Memory;
    readonly score: number;
    readonly level: DuplicateLevel;
  }[];
}

/** A memory that contains an apparent secret; `excerpt` shows where, with the secret masked. */
export interface SecretFinding {
  readonly memory: Memory;
  readonly excerpt: string;
}

/** A memory with a passage that the owner should look at. */
export interface TextFinding {
  readonly memory: Memory;
  readonly excerpt: string;
}

export const TEXT_INDEX_STATES = ["ready", "rebuilding"] as const;
export const VECTOR_INDEX_STATES = ["off", "idle", "loading", "ready", "failed"] as const;

export interface IndexStatus {
  readonly text: { readonly state: (typeof TEXT_INDEX_STATES)[number]; readonly indexed: number };
  readonly vectors: {
    readonly state: (typeof VECTOR_INDEX_STATES)[number];
    readonly ready: number;
    readonly pending: number;
    readonly model: string | null;
    readonly message?: string;
  };
}

/** A domain that is searched in a database. */
export interface RemoteDomainState {
  readonly domain: string;
  readonly isReachable: boolean;
}

export interface MemoryStatus {
  readonly counts: MemoryCounts;
  readonly index: IndexStatus;
  /** The damage that a full check of the database found; null if there is none. */
  readonly damage: string | null;
  readonly isDiskFull: boolean;
  /** Those that the caller may see, as they were when they were used last. */
  readonly remoteDomains: readonly RemoteDomainState[];
}

/**
 * All access to memories, for MCP, REST and the window. `reference` is the id of a memory, its start or end, or its
 * URN. Without `domain`, reads cover the caller's project and `user`, or every domain if no project is known. To a
 * caller, memories outside its grant do not exist (not_found); a write with a read grant is permission_denied. With a
 * grant to propose, captures wait in the inbox and other writes are permission_denied. A domain may be in any spelling that
 * `readProjectName` takes: all of them mean the same memories.
 */
export interface MemoryService {
  readonly inbox: InboxService;
  capture(caller: Caller, input: CaptureInput, notify?: NoticeListener): Promise<CaptureResult>;
  search(caller: Caller, input: SearchInput): Promise<SearchResult>;
  list(caller: Caller, input: ListInput): Promise<ListResult>;
  /** @param asOf as in the filter: not_found where the memory was not valid at that time; default: at any time */
  get(caller: Caller, reference: string, asOf?: string): Promise<Memory>;
  update(caller: Caller, reference: string, input: UpdateInput, notify?: NoticeListener): Promise<Memory>;
  delete(caller: Caller, reference: string, expectedRevision?: number): Promise<Memory>;
  restore(caller: Caller, reference: string): Promise<Memory>;
  /** The shortest ends of these ids that mean no other memory that the caller may see. */
  shortIds(caller: Caller, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  history(caller: Caller, reference: string): Promise<Revision[]>;
  similar(caller: Caller, reference: string): Promise<SimilarMemory[]>;
  facets(caller: Caller, input: FilterInput): Promise<Facets>;
  /** The number of matching memories; cheaper than `facets`. */
  count(caller: Caller, input: FilterInput): Promise<number>;
  tagsStartingWith(caller: Caller, prefix: string, limit: number): Promise<FacetCount[]>;
  namespaces(caller: Caller): Promise<string[]>;
  /** The domain that a spelling of a project's name means. @throws invalid_argument */
  domainOf(caller: Caller, given: string): Promise<string>;
  /** That domain first, and others that earlier versions stored for the same project. `*` and `all` are `_`. */
  spellingsOf(caller: Caller, given: readonly string[]): Promise<readonly string[]>;
  status(caller: Caller): Promise<MemoryStatus>;
  /** Rebuilds text and vector indexes. `onProgress` counts memories over both. @throws cancelled */
  reindex(
    caller: Caller,
    onProgress: (done: number, total: number) => void,
    signal: AbortSignal,
  ): Promise<MemoryStatus>;

  // Only for the owner; a call by a client is permission_denied.
  setPinned(caller: Caller, references: readonly string[], pinned: boolean): Promise<Memory[]>;
  purge(caller: Caller, references: readonly string[] | "trash"): Promise<number>;
  addNamespace(caller: Caller, name: string): Promise<string[]>;
  /** All domains and namespaces with their memories. */
  places(caller: Caller): Promise<Places>;
  /** Merges, renames or removes a domain or namespace, or says what that would do. @throws not_found, invalid_argument */
  movePlace(caller: Caller, move: PlaceMove, dryRun: boolean): Promise<PlaceMoved>;
  /** Undoes a move, until the application stops. @returns how many memories moved back @throws not_found */
  undoPlaceMove(caller: Caller, id: string): Promise<number>;
  /**
   * Makes a name that is not in use mean a domain, or removes a former name.
   * @param means null removes it @returns all former names @throws not_found, invalid_argument
   */
  setFormerName(caller: Caller, name: string, means: string | null): Promise<readonly FormerName[]>;
  /**
   * Imports memories of another data folder with their ids, dates, pins and history. Existing memories do not change;
   * new namespaces are added. Outcomes are in the order of the memories.
   * @param dryRun returns the outcomes without storing anything
   * @param toInbox stores them as proposals, and refuses those in the trash or superseded; default: false
   */
  importMemories(
    caller: Caller,
    memories: readonly ArchivedMemory[],
    dryRun: boolean,
    toInbox?: boolean,
  ): Promise<ImportOutcome[]>;
  /**
   * Brings memories back to the state of an archive: missing ones with their history, others by new revisions. Those in
   * `removed` are moved to the trash.
   */
  restoreArchived(caller: Caller, memories: readonly ArchivedMemory[], removed: readonly string[]): Promise<void>;
  /** One transaction; at most {@link MAX_MERGED} others. @throws not_found, conflict, invalid_argument */
  merge(caller: Caller, input: MergeInput): Promise<MergeResult>;
  /** Undoes a merge in one transaction. @throws not_found, conflict, invalid_argument */
  separate(caller: Caller, input: SeparateInput): Promise<SeparateResult>;
  /** Reinstates superseded memories; others do not change. */
  reinstate(caller: Caller, references: readonly string[]): Promise<Memory[]>;
  /** Walks through the memories. A step takes tens of milliseconds, so that other requests do not wait. */
  findDuplicates(caller: Caller, cursor: string | null): Promise<Findings<DuplicateGroup>>;
  findSecrets(caller: Caller, cursor: string | null): Promise<Findings<SecretFinding>>;
  /** Memories that read like an instruction to an assistant. */
  findInstructions(caller: Caller, cursor: string | null): Promise<Findings<TextFinding>>;
  /** Memories with characters that are invisible or change the direction of text. */
  findHiddenCharacters(caller: Caller, cursor: string | null): Promise<Findings<TextFinding>>;
  captureActivity(caller: Caller, input: FilterInput): Promise<CaptureActivity>;
}
