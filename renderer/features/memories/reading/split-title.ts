import { titleOf } from "../../../../electron/core/memory.ts";

/** Longest first line that is shown as a title, in characters; a longer one is a paragraph. */
const LONGEST = 120;
/** Lines that begin something else than prose: lists, quotes, code, tables, rules, HTML. */
const BLOCK = /^\s*(?:[-*+>|<]|\d+[.)]\s|```|~~~|\t| {4}|(?:[-*_]\s*){3,}$)/;

/**
 * The page's title and what stands below it. A heading, or a short first line with nothing running on from it, is the
 * title; else there is none, because the first line is part of the text.
 */
export function splitTitle(content: string): { readonly title: string | null; readonly body: string } {
  const trimmed = content.replace(/^\s*\n/, "");
  const [first = "", next = "", ...rest] = trimmed.split("\n");
  const below = [next, ...rest].join("\n");
  const isHeading = /^#{1,6}\s+\S/.test(first);
  const standsAlone = next.trim() === "" && !BLOCK.test(first) && first.length <= LONGEST;
  if (!isHeading && !standsAlone) return { title: null, body: content };
  return { title: titleOf(first, 400), body: below.trim() === "" ? "" : below };
}
