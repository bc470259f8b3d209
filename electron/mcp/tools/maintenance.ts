import { z } from "zod";
import { ACCESS_LEVELS } from "../../core/caller.ts";
import { TEXT_INDEX_STATES, VECTOR_INDEX_STATES } from "../../core/memory-service.ts";
import type { CatalogTool } from "../catalog.ts";
import type { MemorySourceDependencies } from "../memory-source-dependencies.ts";
import { defineTool } from "../tool.ts";

/** The share of the work after which progress is reported again: at most 100 notifications for one rebuild. */
const PROGRESS_STEP = 0.01;
const DAMAGED =
  "The database is partly damaged, and nothing is written. Ask the user to restart Recollect: it then offers to restore the newest backup.";
const DISK_FULL =
  "The disk is full: memories can be read and searched, but not captured, changed or deleted. Ask the user to free some space; Recollect continues by itself.";

const countsSchema = z.object({
  memories: z.int(),
  trash: z.int(),
  superseded: z.int(),
  expired: z.int(),
  upcoming: z.int(),
  pinned: z.int(),
  domains: z.int(),
  namespaces: z.int(),
  tags: z.int(),
});

const indexSchema = z.object({
  text: z.object({ state: z.enum(TEXT_INDEX_STATES), indexed: z.int() }),
  vectors: z.object({
    state: z.enum(VECTOR_INDEX_STATES),
    ready: z.int(),
    pending: z.int(),
    model: z.string().nullable(),
    message: z.string().optional(),
  }),
});

/** `memory_status`: counts, the state of the indexes, and this connection's rights. */
export function memoryStatus({ service, version, logger }: MemorySourceDependencies): CatalogTool {
  const startedAt = performance.now();
  return defineTool(
    {
      name: "memory_status",
      title: "Memory status",
      description:
        "How many memories there are, whether text and semantic search are ready, and this connection's permissions and current project. Use it to check that Recollect works, or when results are not what you expect.",
      annotations: { readOnlyHint: true, openWorldHint: false },
      input: z.strictObject({}),
      output: z.object({
        counts: countsSchema,
        index: indexSchema,
        version: z.string(),
        uptimeSeconds: z.int(),
        project: z.string().nullable().describe("The default project for reads and captures; null if unknown."),
        access: z.enum(ACCESS_LEVELS).describe("What this connection's token allows."),
        reviews: z
          .array(z.object({ id: z.string(), outcome: z.enum(["kept", "rejected"]), memoryId: z.string().optional() }))
          .optional()
          .describe(
            "The owner's decisions about memories you proposed, each returned once. memoryId: the kept memory.",
          ),
        problem: z.string().nullable().describe("What is wrong and what the owner should do; null if all is well."),
      }),
      async run(_args, { caller }) {
        const { counts, index, damage, isDiskFull } = await service.status(caller);
        // They are marked as reported, which a full disk prevents: they are returned by a later call.
        const reviews = await service.inbox.takeReviews(caller).catch(() => []);
        return {
          counts,
          index,
          version,
          uptimeSeconds: Math.floor((performance.now() - startedAt) / 1000),
          project: caller.project,
          access: caller.grant.access,
          ...(reviews.length === 0 ? {} : { reviews }),
          problem: damage === null ? (isDiskFull ? DISK_FULL : null) : `${DAMAGED} Details: ${damage}`,
        };
      },
    },
    logger,
  );
}

/** `reindex_memories`: rebuilds both indexes. */
export function reindexMemories({ service, logger }: MemorySourceDependencies): CatalogTool {
  return defineTool(
    {
      name: "reindex_memories",
      title: "Rebuild the indexes",
      description:
        "Rebuild the text and semantic search indexes. Only needed when memory_status or a search shows that something is missing. It can take minutes with many memories; search keeps working. Reports progress. Can be cancelled; finished work is kept.",
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      input: z.strictObject({}),
      output: z.object({ counts: countsSchema, index: indexSchema }),
      async run(_args, { caller, signal, progress, log }) {
        log("info", "Rebuilding the indexes.");
        let reported = 0;
        const status = await service.reindex(
          caller,
          (done, total) => {
            if (done <= reported || (done < total && done - reported < total * PROGRESS_STEP)) return;
            reported = done;
            progress(done, total, `${done} of ${total} indexed`);
          },
          signal,
        );
        log("info", "The indexes are rebuilt.");
        return status;
      },
    },
    logger,
  );
}
