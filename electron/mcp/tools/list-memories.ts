import { z } from "zod";
import type { CatalogTool } from "../catalog.ts";
import type { MemorySourceDependencies } from "../memory-source-dependencies.ts";
import { defineTool } from "../tool.ts";
import { createDetailBudget } from "./detail.ts";
import {
  beforeArgument,
  clientArgument,
  cursorArgument,
  detailArgument,
  domainArgument,
  memorySchema,
  namespaceArgument,
  namespacesOf,
  sinceArgument,
  sourceFilterArgument,
  tagsArgument,
} from "./schemas.ts";

/** `list_memories`: walks through memories in order. */
export function listMemories({ service, logger }: MemorySourceDependencies): CatalogTool {
  return defineTool(
    {
      name: "list_memories",
      title: "List memories",
      description: `Walk through memories in order, filtered but not ranked. Use it for an overview ("what was decided this month?"), for what is new since last time, or to find something in the trash. To find something by its subject, use search_memories.

Example: {"namespace": "decisions", "since": "30d", "sort": "updated", "detail": "light"}`,
      annotations: { readOnlyHint: true, openWorldHint: false },
      input: z.strictObject({
        namespace: namespaceArgument.optional(),
        domain: domainArgument.optional(),
        tags: tagsArgument.optional(),
        since: sinceArgument.optional(),
        before: beforeArgument.optional(),
        source: sourceFilterArgument.optional(),
        client: clientArgument.optional(),
        trash: z
          .enum(["exclude", "only", "include"])
          .optional()
          .describe('Memories in the trash: "exclude" (default), "only" or "include".'),
        superseded: z
          .enum(["exclude", "only", "include"])
          .optional()
          .describe('Memories that a newer one replaced: "exclude" (default), "only" or "include".'),
        sort: z
          .enum(["created", "created-ascending", "updated", "recalled"])
          .optional()
          .describe(
            '"created" (default): newest first. "created-ascending": oldest first. "updated": last changed first. "recalled": most used first.',
          ),
        detail: detailArgument.optional(),
        limit: z.int().min(1).max(200).optional().describe("How many, 1 to 200; default 50."),
        cursor: cursorArgument.optional(),
      }),
      output: z.object({
        memories: z.array(memorySchema),
        nextCursor: z.string().optional().describe("There is more: pass it as cursor."),
      }),
      async run({ detail = "medium", namespace, ...input }, { caller }) {
        const page = await service.list(caller, { ...input, namespace: namespacesOf(namespace) });
        const memories = page.items.map(createDetailBudget(detail));
        return page.nextCursor === undefined ? { memories } : { memories, nextCursor: page.nextCursor };
      },
    },
    logger,
  );
}
