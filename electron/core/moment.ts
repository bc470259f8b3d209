const HOUR = 3_600_000;
const SPAN_MS: Readonly<Record<string, number>> = {
  min: 60_000,
  h: HOUR,
  d: 24 * HOUR,
  w: 7 * 24 * HOUR,
  mo: 30 * 24 * HOUR,
  y: 365 * 24 * HOUR,
};
const SPAN = /^(\d{1,6})(min|h|d|w|mo|y)$/;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/;

/**
 * Parses an ISO 8601 date, which is the start of that day, or date-time; in the machine's time zone if it has none.
 * @returns milliseconds since 1970; null for any other text
 */
export function parseDate(text: string): number | null {
  const date = DATE.exec(text);
  if (date !== null) {
    const [year, month, day] = [Number(date[1]), Number(date[2]), Number(date[3])];
    const moment = new Date(year, month - 1, day);
    return moment.getMonth() === month - 1 && moment.getDate() === day ? moment.getTime() : null;
  }
  if (!DATE_TIME.test(text)) return null;
  const moment = Date.parse(text.replace(" ", "T"));
  return Number.isNaN(moment) ? null : moment;
}

/**
 * Parses a time as `since`, `before` and `asOf` accept it: a date or date-time as {@link parseDate} does, `today`,
 * `yesterday`, or a span back from `now` such as `12h`, `7d`, `2w`, `3mo`, `1y`.
 * @returns milliseconds since 1970; null for any other text
 */
export function parseMoment(value: string, now: number): number | null {
  const text = value.trim();
  const word = text.toLowerCase();
  const span = SPAN.exec(word);
  if (span !== null) {
    return Math.max(0, now - Number(span[1]) * (SPAN_MS[span[2] ?? ""] ?? 0));
  }
  if (word === "today" || word === "yesterday") {
    const day = new Date(now);
    return new Date(day.getFullYear(), day.getMonth(), day.getDate() - (word === "today" ? 0 : 1)).getTime();
  }
  return parseDate(text);
}
