import type { Caller } from "../../core/caller.ts";
import type { Memory } from "../../core/memory.ts";
import { namesDomain } from "../../core/typed-filters.ts";
import type { Answer } from "../tool.ts";
import { type Frame, toAnswer, toAnswerWithin } from "./answers.ts";
import {
  createFullForms,
  type Detail,
  idsIn,
  type MemoryForm,
  type ShortIds,
  toRow,
  toShortRow,
} from "./memory-forms.ts";

interface RowsOptions {
  readonly memories: readonly Memory[];
  readonly detail: Detail;
  readonly maxTokens: number | undefined;
  shorten(ids: readonly string[]): Promise<ShortIds>;
  /** The passage of a long memory to show; its start if undefined. */
  passageOf(memory: Memory): string | undefined;
  /** Additional structured content of a memory, with `everything`. */
  fieldsOf(memory: Memory): Readonly<Record<string, unknown>>;
  readonly frame: Frame;
  cursorAfter(count: number): Promise<string | undefined>;
}

/** The text of an empty page. A read that names no domain has the caller's project and `user` only. */
export function noMatches({ project }: Caller, input: { readonly domain?: unknown; readonly query?: string }): string {
  const isEverySearched = project === null || input.domain !== undefined || namesDomain(input.query ?? "");
  if (isEverySearched) return "No memories match.";
  return 'No memories match in this project and in user. Pass domain "_" to search all projects.';
}

/** Answers with one page of memories. */
export async function answerWithRows(options: RowsOptions): Promise<Answer> {
  const { memories, detail, maxTokens, frame, passageOf, fieldsOf } = options;
  const short = await options.shorten(idsIn(memories));
  const full = createFullForms(short);
  const formOf = (memory: Memory): MemoryForm =>
    detail === "everything" ? full(memory, fieldsOf(memory)) : toRow(memory, short, detail, passageOf(memory));
  if (maxTokens === undefined) return toAnswer(memories.map(formOf), 0, frame);
  const forms = memories.map((memory) => {
    const passage = passageOf(memory);
    return [formOf(memory), toRow(memory, short, "light", passage), toShortRow(memory, short, passage)];
  });
  return toAnswerWithin(maxTokens, forms, frame, options.cursorAfter);
}
