import { titleOf } from "../../../../electron/core/memory.ts";

/** Maximum length of a title, in characters. A longer first line is a paragraph. */
const MAX_TITLE_LENGTH = 120;
/** A line that starts a block other than a paragraph: a list, quote, code, table, rule or HTML. */
const BLOCK = /^\s*(?:[-*+>|<]|\d+[.)]\s|```|~~~|\t| {4}|(?:[-*_]\s*){3,}$)/;

/**
 * Splits a memory into the title and body of its page. The title is a heading or a short first line followed by a blank
 * line; null if the first line belongs to a paragraph or another block.
 */
export function splitTitle(content: string): { readonly title: string | null; readonly body: string } {
  const trimmed = content.replace(/^\s*\n/, "");
  const [first = "", next = "", ...rest] = trimmed.split("\n");
  const below = [next, ...rest].join("\n");
  const isHeading = /^#{1,6}\s+\S/.test(first);
  const isOwnParagraph = next.trim() === "" && !BLOCK.test(first) && first.length <= MAX_TITLE_LENGTH;
  if (!isHeading && !isOwnParagraph) return { title: null, body: content };
  return { title: titleOf(first, 400), body: below.trim() === "" ? "" : below };
}
