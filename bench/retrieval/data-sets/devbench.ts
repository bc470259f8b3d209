import { z } from "zod";
import { DAY, type DataSet } from "./data-set.ts";

const DEVBENCH = z.object({
  memories: z.array(
    z.object({ id: z.string(), content: z.string(), tags: z.array(z.string()), created_at_iso: z.string() }),
  ),
  queries: z.array(z.object({ category: z.string(), question: z.string(), expected_tags: z.array(z.string()) })),
});

export function isDevBench(json: unknown): boolean {
  return DEVBENCH.safeParse(json).success;
}

/**
 * DevBench (doobidoo/mcp-memory-service): notes of a project, and questions whose relevant notes are named by tags.
 * These tags, one per memory, are not captured.
 */
export function readDevBench(json: unknown): DataSet {
  const { memories, queries } = DEVBENCH.parse(json);
  const last = Math.max(...memories.map(({ created_at_iso }) => Date.parse(created_at_iso)));
  const categories = [...new Set(queries.map(({ category }) => category))];
  return {
    name: "DevBench",
    memories: memories.map(({ content, tags, created_at_iso }) => ({
      content,
      domain: "devbench",
      tags: tags.filter((tag) => !tag.startsWith("bench:")),
      sessionId: null,
      at: Date.parse(created_at_iso),
    })),
    questions: queries.map(({ category, question, expected_tags }) => {
      const gold = memories.flatMap(({ tags }, position) =>
        tags.some((tag) => expected_tags.includes(tag)) ? [position] : [],
      );
      return {
        text: question,
        domain: "devbench",
        at: last + DAY,
        gold,
        groups: gold.length === 0 ? [] : ["all", category],
      };
    }),
    groups: [...categories, "all"],
  };
}
