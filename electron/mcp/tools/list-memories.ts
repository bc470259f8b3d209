import { z } from "zod";
import { MEMORY_SORTS } from "../../core/filter.ts";
import { searchNotices } from "../../text/en/notices.ts";
import { messageText } from "../../text/message.ts";
import type { CatalogTool } from "../catalog-entries.ts";
import type { MemorySourceDependencies } from "../memory-source-dependencies.ts";
import { defineTool } from "../tool.ts";
import { answerWithRows, noMatches } from "./rows.ts";
import {
  budgetArgument,
  cursorArgument,
  detailArgument,
  filterArguments,
  rareFilters,
  rowSchema,
  rowsOutput,
} from "./schemas.ts";

/** `list_memories`: pages through memories in a fixed order. */
export function listMemories({ service, logger }: MemorySourceDependencies): CatalogTool {
  return defineTool(logger, {
    name: "list_memories",
    title: "List memories",
    description: `Page through memories in a fixed order: an overview, recent changes, or the trash. For a subject, use search_memories.

Example: {"query": "ns:decisions since:30d", "sort": "updated", "detail": "light"}`,
    annotations: { readOnlyHint: true, openWorldHint: false },
    input: z.strictObject({
      query: z
        .string()
        .max(20_000)
        .optional()
        .describe("Filters only, as in search_memories, plus trash:only validity:expired recalled:never."),
      ...filterArguments,
      sort: z
        .enum([...MEMORY_SORTS, "duplicates"])
        .optional()
        .describe("Default: created, newest first. recalled: most used first. duplicates: near-duplicate groups."),
      detail: detailArgument.optional(),
      limit: z.int().min(1).max(200).optional().describe("Default 50."),
      maxTokens: budgetArgument.optional(),
      cursor: cursorArgument.optional(),
    }),
    unpublished: rareFilters,
    output: z.object({ ...rowsOutput, memories: z.array(rowSchema) }),
    async run({ detail = "medium", maxTokens, ...input }, { caller }) {
      const { items, nextCursor, notices = [], groups = [] } = await service.list(caller, input);
      const short = await service.shortIds(caller, groups.flat());
      const namesOf = (ids: readonly string[]) => ids.map((id) => short.get(id) ?? id).join(", ");
      return answerWithRows({
        memories: items,
        detail,
        maxTokens,
        shorten: (ids) => service.shortIds(caller, ids),
        passageOf: () => undefined,
        fieldsOf: () => ({}),
        frame: {
          member: "memories",
          empty: noMatches(caller, input),
          nextCursor,
          notices: [
            ...groups.map((ids) => `Near duplicates, newest first: ${namesOf(ids)}`),
            ...notices.map((notice) => messageText(searchNotices, notice)),
          ],
        },
        cursorAfter: async (count) => (await service.list(caller, { ...input, limit: count })).nextCursor,
      });
    },
  });
}
