import { z } from "zod";
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
  searchModeSchema,
} from "./schemas.ts";

const { trash: _trash, superseded: _superseded, validity: _validity, ...searchFilterArguments } = filterArguments;

/** With fewer results, a notice says where else to look. */
const FEW_RESULTS = 3;

/** `search_memories`: finds memories by words and by meaning. */
export function searchMemories({ service, pointElsewhere, logger }: MemorySourceDependencies): CatalogTool {
  return defineTool(logger, {
    name: "search_memories",
    title: "Search memories",
    description: `Recall what is known at the start of a task, before asking the user, and before a decision. Matches words and meaning, best first. Query with a few words, not sentences.

Example: {"query": "package manager tag:docker", "limit": 5}

The query may contain "exact phrases" and filters: ns:decisions tag:auth -tag:old source:README client:claude since:30d before:2026-01-01 asof:2026-03-01 superseded:include. Filters alone return the newest. Long memories are shown by their best passage; get_memory returns all.`,
    annotations: { readOnlyHint: true, openWorldHint: false },
    input: z.strictObject({
      query: z.string().max(20_000).describe("Subject and filters."),
      ...searchFilterArguments,
      mode: searchModeSchema.optional(),
      detail: detailArgument.optional(),
      limit: z.int().min(1).max(100).optional().describe("Default 10."),
      minScore: z.number().min(0).max(1).optional(),
      maxTokens: budgetArgument.optional(),
      cursor: cursorArgument.optional(),
    }),
    unpublished: [...rareFilters, "mode", "minScore"],
    output: z.object({ ...rowsOutput, results: z.array(rowSchema) }),
    async run({ detail = "medium", maxTokens, ...input }, { caller }) {
      const found = await service.search(caller, input);
      const elsewhere =
        found.items.length < FEW_RESULTS && input.cursor === undefined
          ? ((await pointElsewhere?.(caller, input.query)) ?? null)
          : null;
      const notices = [
        ...found.notices.map((notice) => messageText(searchNotices, notice)),
        ...(elsewhere === null ? [] : [elsewhere]),
      ];
      const hits = new Map(found.items.map((hit) => [hit.memory, hit]));
      return answerWithRows({
        memories: [...hits.keys()],
        detail,
        maxTokens,
        shorten: (ids) => service.shortIds(caller, ids),
        passageOf: (memory) => hits.get(memory)?.matched.excerpt,
        fieldsOf(memory) {
          const { score, matched } = hits.get(memory) ?? {};
          return { score, matched };
        },
        frame: {
          member: "results",
          // Otherwise a notice reports the less likely results.
          empty: found.lessLikely > 0 ? "" : noMatches(caller, input),
          nextCursor: found.nextCursor,
          notices,
          more: detail === "everything" ? { mode: found.mode } : {},
        },
        cursorAfter: async (count) => (await service.search(caller, { ...input, limit: count })).nextCursor,
      });
    },
  });
}
