import { z } from "zod";
import type { ErrorBody } from "../../core/errors.ts";
import type { Page } from "../../core/filter.ts";
import type { Memory, Revision } from "../../core/memory.ts";
import type {
  CaptureResult,
  DuplicatePair,
  Findings,
  IndexStatus,
  MergeResult,
  SearchResult,
  SecretFinding,
  SeparateResult,
} from "../../core/memory-service.ts";
import type { CaptureActivity, Facets, MemoryCounts } from "../../core/ports.ts";
import type { SimilarMemory } from "../../core/search.ts";
import { method, nothing } from "./method.ts";

const reference = z.string().min(1).max(2200);
const references = z.array(reference).min(1).max(10_000);
const oneOrMany = z.union([z.string(), z.array(z.string())]);
const filter = {
  domain: oneOrMany.optional(),
  namespace: oneOrMany.optional(),
  tags: z.array(z.string()).optional(),
  withoutTags: z.array(z.string()).optional(),
  source: z.string().optional(),
  client: z.string().optional(),
  since: z.string().optional(),
  before: z.string().optional(),
  pinned: z.boolean().optional(),
  neverRecalled: z.boolean().optional(),
  trash: z.enum(["exclude", "only", "include"]).optional(),
  superseded: z.enum(["exclude", "only", "include"]).optional(),
};
const changes = {
  content: z.string().optional(),
  namespace: z.string().optional(),
  domain: z.string().optional(),
  tags: z.array(z.string()).optional(),
  source: z.string().nullable().optional(),
  expectedRevision: z.number().int().optional(),
};

/** Memories, and the indexes they are found by. */
export const memoryMethods = {
  "memories.search": method<SearchResult>()(
    z.object({
      ...filter,
      query: z.string().max(20_000),
      mode: z.enum(["hybrid", "text", "vector"]).optional(),
      limit: z.number().int().min(1).max(100).optional(),
      cursor: z.string().optional(),
    }),
  ),
  "memories.list": method<Page<Memory>>()(
    z.object({
      ...filter,
      sort: z.enum(["created", "created-ascending", "updated", "recalled"]).optional(),
      limit: z.number().int().min(1).max(200).optional(),
      cursor: z.string().optional(),
    }),
  ),
  "memories.get": method<Memory>()(z.object({ reference })),
  "memories.history": method<readonly Revision[]>()(z.object({ reference })),
  "memories.similar": method<readonly SimilarMemory[]>()(z.object({ reference })),
  "memories.facets": method<Facets>()(z.object(filter)),
  /** How many there are; `memories.facets` tells what kinds, and looks longer. */
  "memories.count": method<number>()(z.object(filter)),
  "memories.counts": method<MemoryCounts>()(nothing),
  "memories.namespaces": method<readonly string[]>()(nothing),
  "memories.addNamespace": method<readonly string[]>()(z.object({ name: z.string() })),
  "memories.capture": method<CaptureResult>()(
    z.object({
      content: z.string(),
      namespace: z.string().optional(),
      domain: z.string().optional(),
      tags: z.array(z.string()).optional(),
      source: z.string().nullable().optional(),
      pinned: z.boolean().optional(),
    }),
  ),
  "memories.update": method<Memory>()(z.object({ reference, ...changes })),
  /** Each on its own: what is refused harms no other. One announcement for up to 500. */
  "memories.updateMany": method<BulkUpdate>()(
    z.object({
      changes: z
        .array(z.object({ reference, ...changes }))
        .min(1)
        .max(10_000),
    }),
  ),
  /** Two become one: `keep` gets the changes, `other` is superseded by it; both or neither. */
  "memories.merge": method<MergeResult>()(
    z.object({ keep: reference, other: reference, otherRevision: z.number().int().optional(), ...changes }),
  ),
  /** Takes a merge back: `kept` gets the changes, `other` is in use again; both or neither. */
  "memories.separate": method<SeparateResult>()(
    z.object({ kept: reference, other: reference, otherRevision: z.number().int().optional(), ...changes }),
  ),
  /** Takes superseded memories into use again. */
  "memories.reinstate": method<readonly Memory[]>()(z.object({ references })),
  /** A step of a walk through all memories, the newest first; `nextCursor` is missing at its end. */
  "memories.findDuplicates": method<Findings<DuplicatePair>>()(z.object({ cursor: z.string().nullable() })),
  "memories.findSecrets": method<Findings<SecretFinding>>()(z.object({ cursor: z.string().nullable() })),
  "memories.captureActivity": method<CaptureActivity>()(
    z.object({ domain: oneOrMany.optional(), namespace: oneOrMany.optional(), since: z.string().optional() }),
  ),
  "memories.delete": method<readonly Memory[]>()(z.object({ references })),
  "memories.restore": method<readonly Memory[]>()(z.object({ references })),
  "memories.setPinned": method<readonly Memory[]>()(z.object({ references, pinned: z.boolean() })),
  "memories.purge": method<{ readonly purged: number }>()(
    z.object({ references: z.union([references, z.literal("trash")]) }),
  ),

  "index.status": method<IndexStatus>()(nothing),
  "index.rebuild": method<null>()(nothing),
  "index.cancel": method<null>()(nothing),
} as const;

/** What became of many changes at once. */
export interface BulkUpdate {
  readonly updated: readonly Memory[];
  readonly refused: readonly { readonly reference: string; readonly error: ErrorBody }[];
}
