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
  searchModeSchema,
  sinceArgument,
  sourceFilterArgument,
  tagsArgument,
} from "./schemas.ts";

const matchSchema = z.object({
  words: z.array(z.string()).describe("The query's words that stand in the memory."),
  excerpt: z.string().describe("The passage that matched best."),
  highlights: z.array(z.array(z.int())).describe("Ranges [start, end) in the excerpt."),
  similarity: z.number().nullable().describe("Likeness of meaning, 0 to 1; null where it played no part."),
  by: z
    .array(z.enum(["text", "vector", "context", "recency", "use", "pinned"]))
    .describe("Why it is here, strongest first."),
});

/** `search_memories`: finds by words and meaning. */
export function searchMemories({ service, logger }: MemorySourceDependencies): CatalogTool {
  return defineTool(
    {
      name: "search_memories",
      title: "Search memories",
      description: `Recall what is known. Use it at the start of a task, before asking the user, and before deciding something that may have been decided already. Searches by words and by meaning; write the subject in a few words, not a question of several sentences.

Example: {"query": "package manager", "tags": ["docker"], "limit": 5}

The query may hold "exact phrases" and filters: ns:decisions tag:auth -tag:old domain:user source:README client:claude since:30d before:2026-01-01. Filters alone list. Each result has a score from 0 to 1 and says why it matched; the score compares results of one search only.`,
      annotations: { readOnlyHint: true, openWorldHint: false },
      input: z.strictObject({
        query: z
          .string()
          .max(20_000)
          .describe('What to look for, for example "retry policy" or "ns:blockers tag:release".'),
        namespace: namespaceArgument.optional(),
        domain: domainArgument.optional(),
        tags: tagsArgument.optional(),
        since: sinceArgument.optional(),
        before: beforeArgument.optional(),
        source: sourceFilterArgument.optional(),
        client: clientArgument.optional(),
        mode: searchModeSchema
          .optional()
          .describe('"hybrid" (default): words and meaning. "text": words alone. "vector": meaning alone.'),
        detail: detailArgument.optional(),
        limit: z.int().min(1).max(100).optional().describe("How many results, 1 to 100; default 10."),
        cursor: cursorArgument.optional(),
      }),
      output: z.object({
        results: z.array(z.object({ memory: memorySchema, score: z.number(), matched: matchSchema })),
        nextCursor: z.string().optional().describe("There is more: pass it as cursor."),
        mode: searchModeSchema.describe("What answered: text while the model of meanings is not ready."),
        notices: z.array(z.string()).optional().describe("What was not taken as written."),
      }),
      async run({ detail = "medium", namespace, ...input }, { caller }) {
        const found = await service.search(caller, { ...input, namespace: namespacesOf(namespace) });
        const shorten = createDetailBudget(detail);
        return {
          results: found.items.map(({ memory, score, matched }) => ({ memory: shorten(memory), score, matched })),
          ...(found.nextCursor === undefined ? {} : { nextCursor: found.nextCursor }),
          mode: found.mode,
          ...(found.notices.length === 0 ? {} : { notices: found.notices }),
        };
      },
    },
    logger,
  );
}
