import { z } from "zod";
import { MEMORY_SORTS, type Page, STATE_CHOICES } from "../../core/filter.ts";
import { createFilterShape } from "../../core/filter-shape.ts";
import { INBOX_STATES, type InboxCounts, type Proposal } from "../../core/inbox.ts";
import { MAX_MERGED, type Memory, type Revision } from "../../core/memory.ts";
import type { ArchivedMemory, FoundImport, ImportOutcome, ImportReport } from "../../core/memory-import.ts";
import type {
  CaptureResult,
  DuplicateGroup,
  Findings,
  IndexStatus,
  ListResult,
  MergeResult,
  SearchResult,
  SecretFinding,
  SecretNotice,
  SeparateResult,
  TextFinding,
} from "../../core/memory-service.ts";
import { createMemoryShape } from "../../core/memory-shape.ts";
import { type FormerName, PLACE_KINDS, type PlaceMoved, type Places, type ProjectSummary } from "../../core/places.ts";
import type { CaptureActivity, Facets, MemoryCounts } from "../../core/ports.ts";
import { SEARCH_MODES, type SimilarMemory } from "../../core/search.ts";
import type { ClientUseDay, GivenOutcome, MemoryUse } from "../../core/use.ts";
import type { ErrorBody } from "../../text/errors.ts";
import { method, nothing } from "./method.ts";

/** The state of the indexes for the window. */
export interface WindowIndexStatus extends IndexStatus {
  /** Whether a rebuild that a window started is running; `index.cancel` stops it. */
  readonly isRebuilding: boolean;
}

const reference = z.string().min(1).max(2200);
const references = z.array(reference).min(1).max(10_000);
const FILTER_SCHEMAS = {
  names: z.union([z.string(), z.array(z.string())]),
  list: z.array(z.string()),
  text: z.string(),
  flag: z.boolean(),
};

/** The memory filter, each argument in any form that `parseFilter` takes. */
const filter = createFilterShape(({ kind, choices }) =>
  kind === "choice" ? z.enum(choices ?? STATE_CHOICES) : FILTER_SCHEMAS[kind],
);

/** The fields of a memory that the owner can change. */
export const memoryChanges = createMemoryShape((_, { kind, empty }) => {
  const schema = kind === "list" ? z.array(z.string()) : z.string();
  return (empty === null ? schema.nullable() : schema).optional();
});
const changes = { ...memoryChanges, expectedRevision: z.number().int().optional() };

const mergedMemories = z
  .array(z.object({ reference, revision: z.number().int().optional() }))
  .min(1)
  .max(MAX_MERGED);

const id = z.string().min(1).max(100);

/** Memories and their indexes. */
export const memoryMethods = {
  /** How often clients got a memory lately, and how often they relied on it. */
  "use.ofMemory": method<MemoryUse>()({ id }),
  /** By client and day, as far as the request log goes back. */
  "use.byClient": method<readonly ClientUseDay[]>()(nothing),
  /** Memories that clients often got and never used. */
  "use.neverUsed": method<readonly { readonly memory: Memory; readonly use: MemoryUse }[]>()(nothing),
  /** What became of the memories that a client got in an interval. Times are ISO 8601. */
  "use.between": method<readonly GivenOutcome[]>()({
    subject: z.string().min(1).max(200),
    from: z.iso.datetime(),
    to: z.iso.datetime(),
  }),

  "memories.search": method<SearchResult>()({
    ...filter,
    query: z.string().max(20_000),
    mode: z.enum(SEARCH_MODES).optional(),
    limit: z.number().int().min(1).max(100).optional(),
    minScore: z.number().min(0).max(1).optional(),
    cursor: z.string().optional(),
  }),
  "memories.list": method<ListResult>()({
    ...filter,
    sort: z.enum(MEMORY_SORTS).optional(),
    limit: z.number().int().min(1).max(200).optional(),
    cursor: z.string().optional(),
  }),
  "memories.get": method<Memory>()({ reference }),
  "memories.history": method<readonly Revision[]>()({ reference }),
  /** The histories of several memories, in the order of the references. */
  "memories.histories": method<readonly (readonly Revision[])[]>()({ references: z.array(reference).max(200) }),
  "memories.similar": method<readonly SimilarMemory[]>()({ reference }),
  "memories.facets": method<Facets>()(filter),
  /** The number of memories. `memories.facets` also counts their kinds and takes longer. */
  "memories.count": method<number>()(filter),
  "memories.counts": method<MemoryCounts>()(nothing),
  /** The domain that a spelling of a project's name means, such as its address or the path of its folder. */
  "memories.domainOf": method<string>()({ domain: z.string().max(4096) }),
  "memories.namespaces": method<readonly string[]>()(nothing),
  "memories.addNamespace": method<readonly string[]>()({ name: z.string() }),
  /** All domains and namespaces with their memories. */
  "memories.places": method<Places>()(nothing),
  /** The projects with current memories, the last changed first. */
  "memories.projects": method<readonly ProjectSummary[]>()(nothing),
  /** Merges, renames or removes a domain or namespace. A dry run says what that would do. */
  "memories.movePlace": method<PlaceMoved>()({
    kind: z.enum(PLACE_KINDS),
    from: z.string().min(1).max(300),
    to: z.string().min(1).max(300).nullable(),
    dryRun: z.boolean().optional(),
  }),
  /** Undoes it until the application stops. */
  "memories.undoPlaceMove": method<{ readonly memories: number }>()({ id }),
  /** Makes a name mean a domain; null removes a former name. */
  "memories.setFormerName": method<readonly FormerName[]>()({
    name: z.string().min(1).max(300),
    means: z.string().min(1).max(300).nullable(),
  }),
  "memories.capture": method<CaptureResult & Noticed>()({
    ...memoryChanges,
    content: z.string(),
    pinned: z.boolean().optional(),
  }),
  "memories.update": method<Memory & Noticed>()({ reference, ...changes }),
  /** Applies each change separately: a refused one does not affect the others. */
  "memories.updateMany": method<BulkUpdate>()({
    changes: z
      .array(z.object({ reference, ...changes }))
      .min(1)
      .max(10_000),
  }),
  /** Merges memories: `keep` gets the changes and supersedes `others`. All change, or none. */
  "memories.merge": method<MergeResult>()({ keep: reference, others: mergedMemories, ...changes }),
  /** Undoes a merge: `kept` gets the changes, and `others` become current again. All change, or none. */
  "memories.separate": method<SeparateResult>()({ kept: reference, others: mergedMemories, ...changes }),
  /** Makes superseded memories current again. */
  "memories.reinstate": method<readonly Memory[]>()({ references }),
  /** One step of a scan of all memories, newest first; `nextCursor` is absent after the last step. */
  "memories.findDuplicates": method<Findings<DuplicateGroup>>()({ cursor: z.string().nullable() }),
  "memories.findSecrets": method<Findings<SecretFinding>>()({ cursor: z.string().nullable() }),
  "memories.findInstructions": method<Findings<TextFinding>>()({ cursor: z.string().nullable() }),
  "memories.findHiddenCharacters": method<Findings<TextFinding>>()({ cursor: z.string().nullable() }),
  "memories.captureActivity": method<CaptureActivity>()({
    domain: filter.domain,
    namespace: filter.namespace,
    since: filter.since,
  }),
  /** Returns the changed memories; for more than 100 references none, because the window then reads its lists again. */
  "memories.delete": method<readonly Memory[]>()({ references }),
  /** Returns the same as `memories.delete`. */
  "memories.restore": method<readonly Memory[]>()({ references }),
  "memories.setPinned": method<readonly Memory[]>()({ references, pinned: z.boolean() }),
  "memories.purge": method<{ readonly purged: number }>()({ references: z.union([references, z.literal("trash")]) }),

  "index.status": method<WindowIndexStatus>()(nothing),
  "index.rebuild": method<null>()(nothing),
  "index.cancel": method<null>()(nothing),

  // Memories that wait for the owner's review, and rejected ones.
  "inbox.counts": method<InboxCounts>()(nothing),
  "inbox.list": method<Page<Proposal>>()({
    state: z.enum(INBOX_STATES),
    limit: z.number().int().min(1).max(200),
    cursor: z.string().optional(),
  }),
  "inbox.similar": method<readonly SimilarMemory[]>()({ id }),
  /** Stores a proposal as a memory, with the owner's changes. */
  "inbox.keep": method<Memory>()({ id, ...memoryChanges }),
  "inbox.reject": method<Proposal>()({ id }),
  /** Undoes keep and reject. */
  "inbox.reopen": method<Proposal>()({ id }),

  // The import of other programs' memories.
  /** The memories of other programs that were found on this computer. */
  "imports.found": method<readonly FoundImport[]>()(nothing),
  /** Imports a file or folder, or reports what the import would do. The event `import.progress` reports progress. */
  "imports.run": method<ImportReport>()({
    path: z.string().trim().min(1).max(4096),
    dryRun: z.boolean(),
    /** The domain of all of them. Default: their own. */
    domain: z.string().optional(),
    /** Whether they get new ids and dates. Default: false. */
    asNew: z.boolean().optional(),
    /** Whether the memories wait in the inbox for the owner's review. Default: false. */
    toInbox: z.boolean().optional(),
    /** Maps the other program's project names to domains. */
    projects: z.record(z.string(), z.string()).optional(),
  }),
  /** Stores memories that the caller read; the service validates each. The outcomes are in the same order. */
  "imports.store": method<readonly ImportOutcome[]>()({
    memories: z.array(z.custom<ArchivedMemory>()).max(200),
    dryRun: z.boolean().optional(),
    toInbox: z.boolean().optional(),
  }),
} as const;

/** The secrets that were not stored with a memory. */
export interface Noticed {
  readonly notices: readonly SecretNotice[];
}

/** The outcome of a bulk change. */
export interface BulkUpdate {
  readonly updated: readonly Memory[];
  readonly refused: readonly { readonly reference: string; readonly error: ErrorBody }[];
}
