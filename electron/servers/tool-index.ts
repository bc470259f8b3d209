import type { Tool } from "@modelcontextprotocol/client";
import { analyseForIndex } from "../core/text-analysis.ts";
import { createYielder } from "../core/util/yielder.ts";

/** The weight of a word in each field of a tool. */
const WEIGHTS = { name: 3, title: 2, server: 2, description: 1 } as const;
/** A word that matches the start of another counts half. */
const PREFIX_SHARE = 0.5;
const MIN_PREFIX_LENGTH = 3;
/** Tools with less than this share of the best score are omitted: they only match common words. */
const MIN_SCORE_SHARE = 0.3;

/** The characters of a description that are indexed. Most have a few hundred. */
const MAX_INDEXED_CHARACTERS = 20_000;
/** The words of a query that are used. */
const MAX_TERMS = 32;

interface IndexedTool {
  readonly server: string;
  readonly definition: Tool;
}

/**
 * Finds tools by words. A word is weighted by the most important field that contains it, and by its rarity. Indexing and
 * searching yield to the event loop: the definitions of a server may have megabytes.
 */
export async function createToolIndex(tools: readonly IndexedTool[], stem: (word: string) => string) {
  const yieldIfIndexing = createYielder();
  const wordsOf = (text: string) => [...new Set(analyseForIndex(text).split(" ").filter(Boolean).map(stem))];
  const indexed: { readonly tool: IndexedTool; readonly words: ReadonlyMap<string, number> }[] = [];
  for (const tool of tools) {
    await yieldIfIndexing();
    const { name, title, annotations, description } = tool.definition;
    const words = new Map<string, number>();
    const add = (text: string | undefined, weight: number) => {
      for (const word of wordsOf((text ?? "").slice(0, MAX_INDEXED_CHARACTERS)))
        words.set(word, Math.max(weight, words.get(word) ?? 0));
    };
    add(name, WEIGHTS.name);
    add(title ?? annotations?.title, WEIGHTS.title);
    add(tool.server, WEIGHTS.server);
    add(description, WEIGHTS.description);
    indexed.push({ tool, words });
  }

  /** Returns the best first; all tools for a query without words. */
  async function find(query: string): Promise<readonly IndexedTool[]> {
    const yieldIfDue = createYielder();
    const terms = wordsOf(query).slice(0, MAX_TERMS);
    if (terms.length === 0) return tools;
    const scores = new Array<number>(indexed.length).fill(0);
    for (const term of terms) {
      const weights: number[] = [];
      for (const { words } of indexed) {
        await yieldIfDue();
        weights.push(weightOf(words, term));
      }
      const matching = weights.filter((weight) => weight > 0).length;
      const rarity = Math.log(1 + (indexed.length - matching + 0.5) / (matching + 0.5));
      for (const [position, weight] of weights.entries()) scores[position] = (scores[position] ?? 0) + weight * rarity;
    }
    const floor = Math.max(...scores) * MIN_SCORE_SHARE;
    return indexed
      .map(({ tool }, position) => ({ tool, score: scores[position] ?? 0 }))
      .filter(({ score }) => score > 0 && score >= floor)
      .sort((one, other) => other.score - one.score)
      .map(({ tool }) => tool);
  }

  return { find };
}

function weightOf(words: ReadonlyMap<string, number>, term: string): number {
  const exact = words.get(term);
  if (exact !== undefined) return exact;
  if (term.length < MIN_PREFIX_LENGTH) return 0;
  let best = 0;
  for (const [word, weight] of words) if (word.startsWith(term)) best = Math.max(best, weight);
  return best * PREFIX_SHARE;
}
