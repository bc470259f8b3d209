import { estimateTokens } from "../../core/token-estimate.ts";
import { DATA_NOTE, TEXT_NOTE } from "../framing.ts";
import type { Answer } from "../tool.ts";
import type { MemoryForm } from "./memory-forms.ts";

/** The parts of an answer around its memories. */
export interface Frame {
  /** The member of the structured content with the memories. */
  readonly member: "results" | "memories";
  /** The text for an answer without memories. */
  readonly empty: string;
  readonly nextCursor?: string | undefined;
  readonly notices?: readonly string[] | undefined;
  /** Further members of the structured content. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** Composes an answer with memories. @param omitted the number of memories that did not fit a budget */
export function toAnswer(forms: readonly MemoryForm[], omitted: number, frame: Frame): Answer {
  const { member, empty, nextCursor, notices = [], more } = frame;
  const continued = nextCursor === undefined ? "" : ` Next page: "cursor": "${nextCursor}".`;
  const left = omitted === 0 ? "" : `${omitted} omitted by maxTokens.`;
  const nothing = forms.length === 0 && omitted === 0 ? empty : "";
  const blocks = [
    ...(forms.length === 0 ? [] : [TEXT_NOTE, ...forms.map(({ text }) => text)]),
    ...[`${nothing}${left}${continued}`.trim(), ...notices].filter((line) => line !== ""),
  ];
  return {
    text: blocks.join("\n\n"),
    structured: {
      ...(forms.length === 0 ? {} : { note: DATA_NOTE }),
      [member]: forms.map(({ value }) => value),
      ...(omitted === 0 ? {} : { omitted }),
      ...(nextCursor === undefined ? {} : { nextCursor }),
      ...(notices.length === 0 ? {} : { notices }),
      ...more,
    },
  };
}

/** The tokens of the longer form of an answer: clients show their model the text or the structured content. */
export function tokensOf(answer: Answer): number {
  const { text, structured } = costsOf(answer);
  return Math.max(text, structured);
}

/**
 * Composes an answer of at most `maxTokens`: the first memories that fit, each in the first of its forms that fits.
 * @param forms of each memory, the longest first
 * @param cursorAfter returns the cursor that continues after the first `count` memories
 */
export async function toAnswerWithin(
  maxTokens: number,
  forms: readonly (readonly MemoryForm[])[],
  frame: Frame,
  cursorAfter: (count: number) => Promise<string | undefined>,
): Promise<Answer> {
  let chosen: MemoryForm[] = [];
  const start = costsOf(toAnswer([], forms.length, frame));
  let text = start.text + estimateTokens(TEXT_NOTE);
  let structured = start.structured + estimateTokens(DATA_NOTE);
  for (const alternatives of forms) {
    const fitting = alternatives.find((form) => {
      const cost = costsOf({ text: form.text, structured: form.value });
      if (text + cost.text > maxTokens || structured + cost.structured > maxTokens) return false;
      text += cost.text;
      structured += cost.structured;
      return true;
    });
    if (fitting === undefined) break;
    chosen.push(fitting);
  }
  for (;;) {
    const isAll = chosen.length === forms.length;
    const nextCursor = isAll ? frame.nextCursor : chosen.length === 0 ? undefined : await cursorAfter(chosen.length);
    const answer = toAnswer(chosen, forms.length - chosen.length, { ...frame, nextCursor });
    if (tokensOf(answer) <= maxTokens) return answer;
    if (chosen.length === 0)
      return toAnswer([], forms.length, { ...frame, nextCursor: undefined, notices: [], more: {} });
    chosen = chosen.slice(0, -1);
  }
}

function costsOf({ text, structured }: Answer): { readonly text: number; readonly structured: number } {
  return { text: estimateTokens(text), structured: estimateTokens(JSON.stringify(structured)) };
}
