import { titleOf } from "../../../../electron/core/memory.ts";
import type { MemoryRow } from "../data/memory-pages.ts";

/** Heights in pixels; known beforehand, so that the list can place a hundred thousand rows without measuring one. */
export const ROW_HEIGHT = 52;
const MATCH_HEIGHT = 90;
const UNTITLED_MATCH_HEIGHT = 72;

/** So much of a title at the head of an excerpt is a repetition, in characters. */
const TELLING = 40;

/** Whether the passage found is the beginning of the memory: then it stands in the title's place. */
export function repeatsTitle({ memory, match }: MemoryRow): boolean {
  const title = titleOf(memory.content).replace(/…$/, "");
  return match?.excerpt.trimStart().startsWith(title.slice(0, TELLING)) ?? false;
}

export function heightOf(row: MemoryRow | undefined): number {
  if (row?.match == null) return ROW_HEIGHT;
  return repeatsTitle(row) ? UNTITLED_MATCH_HEIGHT : MATCH_HEIGHT;
}
