import { z } from "zod";
import { MATCH_SIGNALS } from "../../core/search.ts";
import { searchNotices } from "../../core/text/en/notices.ts";
import { messageText } from "../../core/text/message.ts";
import type { CatalogTool } from "../catalog.ts";
import { withDataNote } from "../framing.ts";
import type { MemorySourceDependencies } from "../memory-source-dependencies.ts";
import { defineTool } from "../tool.ts";
import { createDetailBudget } from "./detail.ts";
import {
  cursorArgument,
  detailArgument,
  filterArguments,
  memorySchema,
  noteSchema,
  searchModeSchema,
} from "./schemas.ts";

const { trash: _trash, superseded: _superseded, validity: _validity, ...searchFilterArguments } = filterArguments;

const matchSchema = z.object({
  words: z.array(z.string()).describe("Query words found in the memory."),
  excerpt: z.string().describe("The best matching passage."),
  highlights: z.array(z.array(z.int())).describe("Ranges [start, end) in the excerpt."),
  similarity: z.number().nullable().describe("Semantic similarity, 0 to 1; null if not used."),
  by: z.array(z.enum(MATCH_SIGNALS)).describe("Why it matched, strongest reason first."),
});

/** `search_memories`: finds memories by words and by meaning. */
export function searchMemories({ service, logger }: MemorySourceDependencies): CatalogTool {
  return defineTool(
    {
      name: "search_memories",
      title: "Search memories",
      description: `Recall what is known. Use it at the start of a task, before asking the user, and before deciding something that may already be decided. Searches by words and by meaning; write the subject in a few words, not several sentences.

Example: {"query": "package manager", "tags": ["docker"], "limit": 5}

The query may contain "exact phrases" and filters: ns:decisions tag:auth -tag:old domain:user source:README client:claude since:30d before:2026-01-01. Filters without words list the newest. Each result has a score from 0 to 1, comparable within one search only, and says why it matched.`,
      annotations: { readOnlyHint: true, openWorldHint: false },
      input: z.strictObject({
        query: z
          .string()
          .max(20_000)
          .describe('What to look for, for example "retry policy" or "ns:blockers tag:release".'),
        ...searchFilterArguments,
        mode: searchModeSchema
          .optional()
          .describe('"hybrid" (default): words and meaning. "text": only words. "vector": only meaning.'),
        detail: detailArgument.optional(),
        limit: z.int().min(1).max(100).optional().describe("How many results, 1 to 100; default 10."),
        cursor: cursorArgument.optional(),
      }),
      output: z.object({
        note: noteSchema,
        results: z.array(z.object({ memory: memorySchema, score: z.number(), matched: matchSchema })),
        nextCursor: z.string().optional().describe("More results: pass it as cursor."),
        mode: searchModeSchema.describe("Mode used; text while the embedding model loads."),
        notices: z.array(z.string()).optional().describe("Parts of the query that were changed or ignored."),
      }),
      async run({ detail = "medium", ...input }, { caller }) {
        const found = await service.search(caller, input);
        const shorten = createDetailBudget(detail);
        return withDataNote({
          results: found.items.map(({ memory, score, matched }) => ({ memory: shorten(memory), score, matched })),
          nextCursor: found.nextCursor,
          mode: found.mode,
          notices:
            found.notices.length === 0 ? undefined : found.notices.map((notice) => messageText(searchNotices, notice)),
        });
      },
    },
    logger,
  );
}
