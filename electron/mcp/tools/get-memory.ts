import { z } from "zod";
import type { Memory } from "../../core/memory.ts";
import { RecollectError } from "../../text/errors.ts";
import type { CatalogTool } from "../catalog-entries.ts";
import { DATA_NOTE, TEXT_NOTE } from "../framing.ts";
import type { MemorySourceDependencies } from "../memory-source-dependencies.ts";
import { type Answer, defineTool } from "../tool.ts";
import { toAnswer, toAnswerWithin, tokensOf } from "./answers.ts";
import {
  createFullForms,
  type Detail,
  idsIn,
  type MemoryForm,
  type ShortIds,
  toDocumentForm,
  withoutHalfPair,
} from "./memory-forms.ts";
import { readReference, referenceArguments, unpublished } from "./reference.ts";
import { budgetArgument, filterArguments, noticesSchema } from "./schemas.ts";

/** Memories that one call reads. */
const MAX_READ = 100;
/** A part ends at a line or a word if one ends within this many characters before the limit. */
const BORDER_RANGE = 200;
/** The content of the smallest part, in tokens. */
const MIN_PART_TOKENS = 50;

const documentSchema = z.object({
  id: z.string(),
  content: z.string(),
  namespace: z.string(),
  domain: z.string(),
  tags: z.array(z.string()).optional(),
  revision: z.int(),
  next: z.int().optional().describe("Offset of the rest: pass it as from."),
});

/** `get_memory`: memories with their full content. */
export function getMemory({ service, logger }: MemorySourceDependencies): CatalogTool {
  return defineTool(logger, {
    name: "get_memory",
    title: "Read memories",
    description: `Read memories in full, when a result is an excerpt or before changing one. Accepts abbreviated ids as shown in results.

Example: {"ids": ["V4W6XK", "7KQX2Z"]}`,
    annotations: { readOnlyHint: true, openWorldHint: false },
    input: z.strictObject({
      ...referenceArguments,
      ids: z.array(z.string().max(2200)).min(1).max(MAX_READ).optional().describe("Multiple ids."),
      asOf: filterArguments.asOf,
      from: z.int().min(0).optional().describe("Continue at this offset (next)."),
      maxTokens: budgetArgument.optional(),
    }),
    unpublished: [...unpublished, "asOf"],
    output: z.object({
      note: z.string(),
      memory: documentSchema.optional(),
      memories: z.array(z.object({ id: z.string(), content: z.string() })).optional(),
      omitted: z.int().optional(),
      notices: noticesSchema,
    }),
    async run({ id, urn, ids, asOf, from = 0, maxTokens, detail = "medium" }, { caller }) {
      if (ids !== undefined && (id !== undefined || urn !== undefined)) {
        throw new RecollectError("reference_ambiguous", {}, { field: "ids" });
      }
      if (from > 0 && (ids?.length ?? 1) > 1) throw new RecollectError("from_several", {}, { field: "from" });
      const read = ids === undefined ? null : await readAll([...new Set(ids)], (one) => service.get(caller, one, asOf));
      const memories = read?.memories ?? [await service.get(caller, readReference({ id, urn }), asOf)];
      const short = await service.shortIds(caller, idsIn(memories));
      const compose = (forms: readonly MemoryForm[]) =>
        read === null ? toSingle(forms) : toAnswer(forms, 0, { ...FRAME, notices: read.notices });
      const toForm = createDetailedForms(short, detail, from);
      const [first] = memories;
      if (maxTokens === undefined || first === undefined) return compose(memories.map(toForm));
      const part = (): Answer => partWithin(first, from, maxTokens, short, compose);
      if (read === null) {
        const answer = compose([toForm(first)]);
        return tokensOf(answer) <= maxTokens ? answer : part();
      }
      const frame = { ...FRAME, notices: read.notices };
      const forms = memories.map((memory) => [toForm(memory)]);
      const answer = await toAnswerWithin(maxTokens, forms, frame, async () => undefined);
      return answer.structured.omitted === memories.length ? part() : answer;
    },
  });
}

const FRAME = { member: "memories", empty: "" } as const;

/** Reads several memories; failures become notices. @throws the first failure if all failed */
async function readAll(references: readonly string[], read: (reference: string) => Promise<Memory>) {
  const memories = new Map<string, Memory>();
  const failures: RecollectError[] = [];
  for (const reference of references) {
    try {
      const memory = await read(reference);
      memories.set(memory.id, memory);
    } catch (error) {
      if (!(error instanceof RecollectError)) throw error;
      failures.push(error);
    }
  }
  const [first] = failures;
  if (memories.size === 0 && first !== undefined) throw first;
  return { memories: [...memories.values()], notices: failures.map(({ message }) => message) };
}

function createDetailedForms(short: ShortIds, detail: Detail, from: number): (memory: Memory) => MemoryForm {
  const full = createFullForms(short);
  return (memory) => {
    if (detail === "everything") return full(memory);
    const { content } = memory;
    if (from > content.length) {
      throw new RecollectError(
        "integer_out_of_range",
        { from: 0, to: content.length, otherwise: 0 },
        { field: "from" },
      );
    }
    const start = startOf(content, from);
    return toDocumentForm(memory, short, { content: content.slice(start), from: start, next: null });
  };
}

function toSingle([form]: readonly MemoryForm[]): Answer {
  return {
    text: `${TEXT_NOTE}\n\n${form?.text ?? ""}`,
    structured: { note: DATA_NOTE, memory: form?.value },
  };
}

/** Answers with the longest part of a memory that fits. @throws invalid_argument for a budget without room for one */
function partWithin(
  memory: Memory,
  from: number,
  maxTokens: number,
  short: ShortIds,
  compose: (forms: readonly MemoryForm[]) => Answer,
): Answer {
  const start = startOf(memory.content, from);
  const answerOf = (end: number) => {
    const next = end < memory.content.length ? end : null;
    return compose([toDocumentForm(memory, short, { content: memory.content.slice(start, end), from: start, next })]);
  };
  const least = tokensOf(answerOf(start)) + MIN_PART_TOKENS;
  if (least > maxTokens) throw new RecollectError("budget_too_small", { least }, { field: "maxTokens" });
  // A budget has room for a few characters a token.
  let [fits, exceeds] = [start, Math.min(memory.content.length, start + 8 * maxTokens) + 1];
  while (exceeds - fits > 1) {
    const middle = Math.floor((fits + exceeds) / 2);
    if (tokensOf(answerOf(middle)) <= maxTokens) fits = middle;
    else exceeds = middle;
  }
  return answerOf(endOf(memory.content, start, fits));
}

/** A character that is half of a pair belongs to the part before. */
function startOf(content: string, from: number): number {
  return /[\udc00-\udfff]/.test(content.charAt(from)) ? from - 1 : from;
}

/** Moves the end of a part back to the end of a line or word, and out of a surrogate pair. */
function endOf(content: string, start: number, end: number): number {
  if (end >= content.length) return end;
  const part = withoutHalfPair(content.slice(start, end));
  const near = part.slice(-BORDER_RANGE);
  const border = Math.max(near.lastIndexOf("\n"), near.search(/\s\S*$/));
  return border > 0 && part.length > 2 * BORDER_RANGE
    ? start + part.length - near.length + border + 1
    : start + part.length;
}
