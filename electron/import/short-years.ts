import { type DayOrder, readDate } from "./foreign-date.ts";

/** A date with two digits for the year, and the time after it. */
const SHORT = /^(\d{1,2})([./-]) ?(\d{1,2})\2 ?(\d{1,2})(?!\d)(?=$|[ ,T])(.*)$/s;
const SHORT_DATES = /(?<![\w./-])(\d{1,2})([./-]) ?(\d{1,2})\2 ?(\d{1,2})(?![\w/-]|\.\d)/g;
const YEAR_LAST = /(?<![\w./-])\d{1,2}([./-]) ?\d{1,2}\1 ?\d{4}(?![\w/-]|\.\d)/;
const LONG_DATES = /(?<![\w./-])(\d{4}-\d{2}-\d{2}|\d{4}[./]\d{1,2}[./]\d{1,2})(?![\d/-])/g;

/** The positions of year, month and day. */
const ORDERS = { dayFirst: [2, 1, 0], monthFirst: [2, 0, 1], yearFirst: [0, 1, 2] } as const;
type Order = keyof typeof ORDERS;
type Parts = readonly [string, string, string];

/**
 * Reads a date with two digits for the year, in the machine's time zone, if the other dates of its file settle the order of
 * its parts: one of them can be read in one order only, has a year of four digits, or is the same day.
 * @param order of day and month, if other dates or the file's locale say so
 * @returns milliseconds since 1970; null if it is not settled, and for any other text
 */
export function readShortYear(given: string, file: string, order: DayOrder): number | null {
  const [, one = "", mark = "", two = "", three = "", time = ""] = SHORT.exec(given.trim()) ?? [];
  if (mark === "") return null;
  const parts: Parts = [one, two, three];
  const others = [...file.matchAll(SHORT_DATES)]
    .filter(([, , otherMark]) => otherMark === mark)
    .map(([, first = "", , second = "", third = ""]): Parts => [first, second, third])
    .filter((other) => other.join() !== parts.join());
  const known = new Set([...file.matchAll(LONG_DATES)].map(([, date = ""]) => readDate(date, null)));
  const isYearLast = YEAR_LAST.test(file);
  if (others.length === 0 && known.size === 0 && !isYearLast && order === null) return null;
  const possible = (Object.keys(ORDERS) as Order[])
    .filter((name) => isUsual(name, mark, order) && !(name === "yearFirst" && isYearLast))
    .filter((name) => [parts, ...others].every((each) => dateOf(each, ORDERS[name]) !== null))
    .filter((name) => hasPlaceOfYear(name, [parts, ...others]));
  const days = [...new Set(possible.flatMap((name) => dateOf(parts, ORDERS[name]) ?? []))];
  const same = days.filter((day) => known.has(readDate(day, null)));
  const [day, ...rest] = same.length === 1 ? same : days;
  const moment = day === undefined || rest.length > 0 ? null : readDate(`${day}${time}`, null);
  return typeof moment === "number" ? moment : null;
}

/** With points, the day or the year is first. An order of day and month means that the year is last. */
function isUsual(name: Order, mark: string, order: DayOrder): boolean {
  if (mark === "." && name === "monthFirst") return false;
  return (
    order === null ||
    (mark === "." ? name === "dayFirst" : name === (order === "day-first" ? "dayFirst" : "monthFirst"))
  );
}

/** Of several dates, the part that is the same in all and differs from the other end is the year. */
function hasPlaceOfYear(name: Order, dates: readonly Parts[]): boolean {
  const [first, last] = [new Set(dates.map(([one]) => one)), new Set(dates.map(([, , three]) => three))];
  if (first.size === last.size || (first.size > 1 && last.size > 1)) return true;
  return name === "yearFirst" ? first.size === 1 : last.size === 1;
}

/** `2024-05-06`; null for a day that does not exist, or a year of one digit. */
function dateOf(parts: Parts, [year, month, day]: readonly [number, number, number]): string | null {
  const digits = parts[year] ?? "";
  if (digits.length !== 2) return null;
  const latest = (new Date().getFullYear() + 1) % 100;
  const century = Number(digits) <= latest ? 20 : 19;
  const date = `${century}${digits}-${parts[month]?.padStart(2, "0")}-${parts[day]?.padStart(2, "0")}`;
  return readDate(date, null) === null ? null : date;
}
