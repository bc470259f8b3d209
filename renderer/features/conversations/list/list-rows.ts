import type { ConversationPassage } from "../../../../electron/core/conversations.ts";
import type { Text } from "../../../../electron/text/en.ts";
import type { ConversationRow } from "../use-conversations.ts";

/** A row of the list: a day, or one of the conversations below it. */
export type ListRow =
  | { readonly kind: "day"; readonly key: string; readonly label: string }
  | { readonly kind: "conversation"; readonly key: string; readonly index: number; readonly row: ConversationRow };

/** The passages of a result that the list shows. */
const MAX_PASSAGES = 2;
const ROW_HEIGHT = 52;
/** The height of a passage of one line and of two lines, in pixels. */
const PASSAGE_HEIGHTS = { 1: 20, 2: 38 } as const;
/** Characters per line at the default width of the list. */
const PASSAGE_LINE = 56;
const DAY_HEIGHT = 30;

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

/** Puts the days above their conversations. Results of a search have no days: the best are first. */
export function withDays(
  rows: readonly ConversationRow[],
  isSearch: boolean,
  now: number,
  { conversations: words, language }: Pick<Text, "conversations" | "language">,
): readonly ListRow[] {
  const format = new Intl.DateTimeFormat(language, { weekday: "short", day: "numeric", month: "long" });
  const formatYear = new Intl.DateTimeFormat(language, { day: "numeric", month: "long", year: "numeric" });
  const today = startOfDay(now);
  const yesterday = startOfDay(today - 1);
  const labelOf = (day: number) => {
    if (day === today) return words.today;
    if (day === yesterday) return words.yesterday;
    return (new Date(day).getFullYear() === new Date(now).getFullYear() ? format : formatYear).format(day);
  };
  const entries: ListRow[] = [];
  /** The day of the row before, in milliseconds since 1970; null without a time. */
  let shown: { readonly start: number; readonly end: number } | null | undefined;
  // All rows are divided again when a page is added. A row of the same day costs one comparison.
  for (const [index, row] of rows.entries()) {
    const { id, lastAt } = row.session;
    const at = lastAt === null ? null : Date.parse(lastAt);
    const isSameDay = at === null ? shown === null : shown != null && at >= shown.start && at < shown.end;
    if (!isSearch && !isSameDay) {
      shown = at === null ? null : { start: startOfDay(at), end: endOfDay(at) };
      const label = shown === null ? words.noTime : labelOf(shown.start);
      entries.push({ kind: "day", key: `day ${shown?.start ?? "none"}`, label });
    }
    entries.push({ kind: "conversation", key: id, index, row });
  }
  return entries;
}

/** The start of the local day of a time. */
function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

function endOfDay(at: number): number {
  return new Date(at).setHours(24, 0, 0, 0);
}
