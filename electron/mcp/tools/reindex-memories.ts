import { z } from "zod";
import type { CatalogTool } from "../catalog.ts";
import type { MemorySourceDependencies } from "../memory-source-dependencies.ts";
import { defineTool } from "../tool.ts";
import { countsSchema, indexSchema } from "./schemas.ts";

/** Progress is told when at least this share of the work was done since the last time. */
const PROGRESS_STEP = 0.01;

/** `reindex_memories`: builds both indexes anew. */
export function reindexMemories({ service, logger }: MemorySourceDependencies): CatalogTool {
  return defineTool(
    {
      name: "reindex_memories",
      title: "Rebuild the indexes",
      description:
        "Rebuild the indexes for search by words and by meaning. Only needed when memory_status or a search shows that something is missing. It can take minutes with many memories; search answers meanwhile. Reports progress and can be cancelled: what is done stays done.",
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      input: z.strictObject({}),
      output: z.object({ counts: countsSchema, index: indexSchema }),
      async run(_args, { caller, signal, progress, log }) {
        log("info", "Rebuilding the indexes.");
        let told = 0;
        const status = await service.reindex(
          caller,
          (done, total) => {
            if (done <= told || (done < total && done - told < total * PROGRESS_STEP)) return;
            told = done;
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
