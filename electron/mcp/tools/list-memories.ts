import { z } from "zod";
import { MEMORY_SORTS } from "../../core/filter.ts";
import type { CatalogTool } from "../catalog.ts";
import { withDataNote } from "../framing.ts";
import type { MemorySourceDependencies } from "../memory-source-dependencies.ts";
import { defineTool } from "../tool.ts";
import { createDetailBudget } from "./detail.ts";
import { cursorArgument, detailArgument, filterArguments, memorySchema, noteSchema } from "./schemas.ts";

/** `list_memories`: pages through memories in a fixed order. */
export function listMemories({ service, logger }: MemorySourceDependencies): CatalogTool {
  return defineTool(
    {
      name: "list_memories",
      title: "List memories",
      description: `Page through memories in order, filtered but not ranked. Use it for an overview ("what was decided this month?"), to see what is new, or to find something in the trash. To find something by subject, use search_memories.

Example: {"namespace": "decisions", "since": "30d", "sort": "updated", "detail": "light"}`,
      annotations: { readOnlyHint: true, openWorldHint: false },
      input: z.strictObject({
        ...filterArguments,
        sort: z
          .enum(MEMORY_SORTS)
          .optional()
          .describe(
            '"created" (default): newest first. "created-ascending": oldest first. "updated": last changed first. "recalled": most used first.',
          ),
        detail: detailArgument.optional(),
        limit: z.int().min(1).max(200).optional().describe("Page size, 1 to 200; default 50."),
        cursor: cursorArgument.optional(),
      }),
      output: z.object({
        note: noteSchema,
        memories: z.array(memorySchema),
        nextCursor: z.string().optional().describe("More results: pass it as cursor."),
      }),
      async run({ detail = "medium", ...input }, { caller }) {
        const page = await service.list(caller, input);
        const memories = page.items.map(createDetailBudget(detail));
        return withDataNote({ memories, nextCursor: page.nextCursor });
      },
    },
    logger,
  );
}
