import type { ConversationPassage } from "../../../../electron/core/conversations.ts";
import { DAY_HEIGHT, type DayEntry } from "../../../ui/days.ts";
import type { ConversationRow } from "../use-conversations.ts";

/** A row of the list: a day, or one of the conversations below it. */
export type ListRow = DayEntry<ConversationRow>;

/** The passages of a result that the list shows. */
const MAX_PASSAGES = 2;
const ROW_HEIGHT = 52;
/** The height of a passage of one line and of two lines, in pixels. */
const PASSAGE_HEIGHTS = { 1: 20, 2: 38 } as const;
/** Characters per line at the default width of the list. */
const PASSAGE_LINE = 56;

/** The matching passages that the list shows, in their order, with the best one among them. */
export function passagesOf({ passages, best }: ConversationRow) {
  const matching = passages.filter(({ matches }) => matches);
  const others = matching.filter(({ number }) => number !== best).slice(0, MAX_PASSAGES - 1);
  return matching.filter((passage) => passage.number === best || others.includes(passage));
}

/** An excerpt without the marks of Markdown that are common in transcripts. */
export function plainExcerpt({ excerpt }: Pick<ConversationPassage, "excerpt">): string {
  return excerpt.replaceAll(/`{3,}\w*|`|\*\*|(?<=^|\s)#{1,6}\s/g, "");
}

/** The lines that a passage takes in the list. */
export function linesOf(passage: Pick<ConversationPassage, "excerpt">): 1 | 2 {
  return plainExcerpt(passage).length > PASSAGE_LINE ? 2 : 1;
}

/** The height of a row in pixels, computed so that a long list needs no measuring. */
export function heightOf(row: ListRow | undefined): number {
  if (row?.kind === "day") return DAY_HEIGHT;
  if (row === undefined || row.row.passages.length === 0) return ROW_HEIGHT;
  return passagesOf(row.row).reduce((height, passage) => height + PASSAGE_HEIGHTS[linesOf(passage)], ROW_HEIGHT);
}
