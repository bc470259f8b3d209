import type { Tool } from "@modelcontextprotocol/client";
import { z } from "zod";
import type { Caller } from "../core/caller.ts";
import type { Logger } from "../core/ports.ts";
import { CALL_TOOL } from "../core/servers.ts";
import { analyseForIndex } from "../core/text-analysis.ts";
import { createYielder } from "../core/util/yielder.ts";
import { readArguments } from "../mcp/arguments.ts";
import type { CatalogTool } from "../mcp/catalog-entries.ts";
import { inLine } from "../mcp/framing.ts";
import { defineTool, failedResult } from "../mcp/tool.ts";
import { RecollectError } from "../text/errors.ts";
import { isReadOnly } from "./tool-pins.ts";

const FIND_TOOLS = "find_tools";
const DESCRIBE_TOOL = "describe_tool";

const DEFAULT_FOUND = 8;
const MAX_FOUND = 50;
const MAX_DESCRIBED = 10;
const MAX_SUMMARY_LENGTH = 120;
const MAX_READ_FOR_SUMMARY = 1000;

/** A tool that a client may use, and the name of its server. */
export interface GrantedTool {
  readonly server: string;
  /** Returns the hint about the server. */
  hintFor(caller: Caller): Promise<string | null>;
  readonly tool: CatalogTool;
}

export interface ToolSearchDependencies {
  readonly stem: (word: string) => string;
  readonly logger: Logger;
}

/**
 * Returns the tools with which a client finds, describes and calls the granted ones, instead of reading all of them.
 */
export function searchTools(
  granted: readonly GrantedTool[],
  dependencies: ToolSearchDependencies,
): readonly CatalogTool[] {
  const offered = granted.filter(({ tool }) => tool.unlisted !== true);
  const byName = new Map(offered.map((one) => [one.tool.definition.name, one]));
  return [
    findTool(offered, dependencies),
    describeTool(byName, dependencies),
    // A stopped tool is not found, and a call to it returns the reason.
    callTool(new Map(granted.map(({ tool }) => [tool.definition.name, tool])), dependencies),
  ];
}

const foundTool = z.object({ name: z.string(), server: z.string(), summary: z.string() });

function findTool(offered: readonly GrantedTool[], { stem, logger }: ToolSearchDependencies): CatalogTool {
  const servers = countByServer(offered);
  let index: ReturnType<typeof createToolIndex> | null = null;
  return defineTool(logger, {
    name: FIND_TOOLS,
    title: "Find tools",
    description: `Find tools of other servers: ${servers}. Then ${DESCRIBE_TOOL}, then ${CALL_TOOL}.`,
    annotations: { readOnlyHint: true, openWorldHint: false },
    input: z.strictObject({
      query: z.string().max(1000).default("").describe("Keywords; leave empty to list all tools."),
      server: z.string().max(200).optional().describe("Only this server."),
      limit: z.int().min(1).max(MAX_FOUND).default(DEFAULT_FOUND),
    }),
    output: z.object({ memory: z.string().optional(), tools: z.array(foundTool), total: z.number() }),
    async run({ query, server, limit }, { caller }) {
      index ??= createToolIndex(
        offered.map((one) => ({ server: one.server, definition: one.tool.definition })),
        stem,
      );
      const found = (await (await index).find(query)).filter((one) => server === undefined || one.server === server);
      // The hint of one server only: an answer has one budget.
      const first = offered.find(({ tool }) => tool.definition === found[0]?.definition);
      const memory = (await first?.hintFor(caller)) ?? null;
      const tools = found.slice(0, limit).map((one) => ({
        name: one.definition.name,
        server: one.server,
        summary: firstSentence(one.definition),
      }));
      const lines = tools.map(({ name, server: of, summary }) => `${name} (${of}): ${summary}`);
      const head =
        found.length === 0
          ? `No matching tools. Servers: ${servers}.`
          : `${tools.length} of ${found.length} matching tools:`;
      const hint = memory === null ? [] : [memory, ""];
      const structured = { ...(memory === null ? {} : { memory }), tools, total: found.length };
      return { text: [...hint, head, ...lines].join("\n"), structured };
    },
  });
}

const describedTool = z.object({
  name: z.string(),
  server: z.string(),
  hint: z.string().nullable(),
  description: z.string(),
  inputSchema: z.record(z.string(), z.unknown()),
});

function describeTool(
  offered: ReadonlyMap<string, GrantedTool>,
  { logger }: Pick<ToolSearchDependencies, "logger">,
): CatalogTool {
  return defineTool(logger, {
    name: DESCRIBE_TOOL,
    title: "Describe tools",
    description: `Return the descriptions and argument schemas of tools from ${FIND_TOOLS}.`,
    annotations: { readOnlyHint: true, openWorldHint: false },
    input: z.strictObject({ names: z.array(z.string().max(200)).min(1).max(MAX_DESCRIBED) }),
    output: z.object({ tools: z.array(describedTool) }),
    async run({ names }) {
      const tools = names.map((name) => {
        const one = offered.get(name);
        if (one === undefined) throw unknownTool(name, "names");
        return descriptionOf(one);
      });
      const texts = tools.map(
        ({ name, server, hint, description, inputSchema }) =>
          `${name} (${[server, ...(hint === null ? [] : [hint])].join(", ")})\n${description}\nArguments: ${JSON.stringify(inputSchema)}`,
      );
      return { text: texts.join("\n\n"), structured: { tools } };
    },
  });
}

const callArguments = z.strictObject({
  name: z.string().max(200),
  // Some models send an object as JSON.
  arguments: z.preprocess(readJson, z.record(z.string(), z.unknown())).default({}),
});

function callTool(
  granted: ReadonlyMap<string, CatalogTool>,
  { logger }: Pick<ToolSearchDependencies, "logger">,
): CatalogTool {
  const properties = { name: { type: "string" }, arguments: { type: "object" } };
  return {
    definition: {
      name: CALL_TOOL,
      title: "Call a tool",
      description: `Call a tool from ${FIND_TOOLS} with arguments that match its schema.`,
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
      inputSchema: { type: "object", properties, required: ["name"] },
    },
    async call(raw, context) {
      try {
        const { name, arguments: args } = readArguments(CALL_TOOL, { schema: callArguments, properties }, raw);
        const tool = granted.get(name);
        if (tool === undefined) throw unknownTool(name, "name");
        return await tool.call(args, context);
      } catch (error) {
        return failedResult(error, CALL_TOOL, logger);
      }
    },
  };
}

function descriptionOf({ server, tool: { definition } }: GrantedTool) {
  const { name, description, inputSchema, annotations } = definition;
  const { $schema: _dialect, ...schema } = inputSchema;
  const hint = isReadOnly(definition) ? "read-only" : annotations?.destructiveHint === true ? "destructive" : null;
  return { name, server, hint, description: description ?? titleOf(definition), inputSchema: schema };
}

function firstSentence(definition: Tool): string {
  const text = inLine((definition.description ?? titleOf(definition)).slice(0, MAX_READ_FOR_SUMMARY)).trim();
  const sentence = /^.*?[.!?](?=\s|$)|^.*?[。！？]/u.exec(text)?.[0] ?? text;
  return sentence.length <= MAX_SUMMARY_LENGTH ? sentence : `${sentence.slice(0, MAX_SUMMARY_LENGTH - 1).trimEnd()}…`;
}

function titleOf({ title, annotations }: Tool): string {
  return title ?? annotations?.title ?? "";
}

function countByServer(offered: readonly GrantedTool[]): string {
  const counts = new Map<string, number>();
  for (const { server } of offered) counts.set(server, (counts.get(server) ?? 0) + 1);
  return [...counts].map(([server, count]) => `${server} (${count})`).join(", ");
}

function unknownTool(name: string, field: string): RecollectError {
  return new RecollectError("server_tool_unknown", { tool: name.slice(0, 100) }, { field });
}

function readJson(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

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
