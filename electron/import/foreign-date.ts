import { parseDate } from "../core/moment.ts";
import { once } from "../core/util/once.ts";

/** Which of two numbers before a year is the day; null if nothing says so. */
export type DayOrder = "day-first" | "month-first" | null;

/** `13/05/2024` in a text. */
const NUMBERS = /(?<![\d./-])(\d{1,2})([/-])(\d{1,2})\2\d{4}(?!\d|[/-]\d)/g;
const YEAR_FIRST = /^(\d{4})(?:[-/.]|年|년) ?(\d{1,2})(?:[-/.]|月|월) ?(\d{1,2})(?:[.日일])?(?!\d)/;
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?:T?(\d{2})(\d{2})(\d{2})?)?$/;
const YEAR_LAST = /^(\d{1,2})([./-]) ?(\d{1,2})\2 ?(\d{4})(?!\d)/;
/** `6 May 2024`, `6-May-2024`, `6. Mai 2024`, `Mon, 6 May 2024`, `6 de mayo de 2024`, `6 мая 2024 г.` */
const DAY_AND_NAME =
  /^(?:\p{L}+[.,]{0,2} )?(\d{1,2})(?:st|nd|rd|th|[.ºª])?[ -](?:of |de )?(\p{L}{3,12})[.,]{0,2}[ -](?:de )?(\d{4})(?: ?[гр]\.)?(?!\d)/u;
/** `May 6, 2024`, `Mon May 6 2024`. */
const NAME_AND_DAY = /^(?:\p{L}+[.,]{0,2} )?(\p{L}{3,12})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)/u;
/** The time after a date, with its zone. */
const TIME =
  /^(?:,? (?:at )?|T)(\d{1,2})(?::(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?|(?= ?[ap]\.?m))(?: ?([ap])\.?m\.?)?(?: ?(?:(Z|UTC|GMT)(?![+-])|(?:UTC|GMT)?([+-])(\d{2}):?(\d{2})))?(?: \([^)]*\))?$/i;
const MAX_LENGTH = 100;
const SECONDS = /^\d{10}$/;
const MILLISECONDS = /^\d{13}$/;
const LANGUAGES = "en en-GB de fr es it pt nl sv da nb fi pl cs ru uk tr ro hu".split(" ");

/**
 * Reads a date of another program or of a person, in the machine's time zone if it has none: ISO 8601, a year first or
 * last, names of months, seconds or milliseconds since 1970. With points, the day is first.
 * @returns milliseconds since 1970; `ambiguous` for a date such as `06/05/2024` without an order; null for other text
 */
export function readDate(given: string, order: DayOrder): number | "ambiguous" | null {
  if (given.length > MAX_LENGTH) return null;
  const [date = ""] = given.trim().split(/\s#/, 1);
  const text = date.replace(/\s+/g, " ").trim();
  if (SECONDS.test(text)) return Number(text) * 1_000;
  if (MILLISECONDS.test(text)) return Number(text);
  const iso = parseDate(text);
  if (iso !== null) return iso;
  const [, years, months, days, hours = "0", minutes = "0", seconds = "0"] = COMPACT.exec(text) ?? [];
  if (days !== undefined) return momentAt(numbers(years, months, days), numbers(hours, minutes, seconds));
  const found = readDay(text, order);
  if (found === null || found === "ambiguous") return found;
  const time = text.slice(found.length);
  return time === "" ? momentAt(found.date, [0, 0, 0]) : withTime(found.date, TIME.exec(time));
}

/** The order of the dates in a text, if one of them cannot be read in the other order, and none contradicts it. */
export function orderOfDates(text: string): DayOrder {
  let [dayFirst, monthFirst] = [false, false];
  for (const [, first, , second] of text.matchAll(NUMBERS)) {
    dayFirst ||= Number(first) > 12 && Number(second) <= 12;
    monthFirst ||= Number(second) > 12 && Number(first) <= 12;
  }
  if (dayFirst === monthFirst) return null;
  return dayFirst ? "day-first" : "month-first";
}

/** The order of dates in a locale, such as `de` or `en-GB`. `en` has both. */
export function orderOfLocale(locale: string): DayOrder {
  if (/^(?:en)?$/i.test(locale.trim())) return null;
  try {
    const parts = new Intl.DateTimeFormat(locale.trim().replace("_", "-")).formatToParts(0).map(({ type }) => type);
    const [day, month, year] = [parts.indexOf("day"), parts.indexOf("month"), parts.indexOf("year")];
    if (year < day) return null;
    return day < month ? "day-first" : "month-first";
  } catch {
    return null;
  }
}

type ThreeNumbers = readonly [number, number, number];

function numbers(...texts: readonly (string | undefined)[]): ThreeNumbers {
  const [one, two, three] = texts.map(Number);
  return [one ?? 0, two ?? 0, three ?? 0];
}

/** @returns year, month and day at the start of a text, and the length of their text */
function readDay(
  text: string,
  order: DayOrder,
): { readonly date: ThreeNumbers; readonly length: number } | "ambiguous" | null {
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst !== null)
    return { date: numbers(yearFirst[1], yearFirst[2], yearFirst[3]), length: yearFirst[0].length };
  const named = DAY_AND_NAME.exec(text) ?? NAME_AND_DAY.exec(text);
  if (named !== null) {
    const [all, one = "", two = "", year] = named;
    const [name, day] = /^\d/.test(one) ? [two, one] : [one, two];
    const month = monthNames().get(name.toLowerCase());
    return month === undefined ? null : { date: numbers(year, String(month), day), length: all.length };
  }
  const [all, first, mark, second, year] = YEAR_LAST.exec(text) ?? [];
  if (all === undefined) return null;
  const isSure = mark === "." || Number(first) > 12 || Number(second) > 12 || first === second;
  if (!isSure && order === null) return "ambiguous";
  const dayFirst = mark === "." || Number(first) > 12 || (Number(second) <= 12 && order !== "month-first");
  const date = dayFirst ? numbers(year, second, first) : numbers(year, first, second);
  return { date, length: all.length };
}

function withTime(date: ThreeNumbers, time: RegExpExecArray | null): number | null {
  if (time === null) return null;
  const [, hours = "", minutes = "0", seconds = "0", half, utc, sign, zoneHours, zoneMinutes] = time;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  const clock = numbers(String(hour), minutes, seconds);
  if (utc === undefined && sign === undefined) return momentAt(date, clock);
  if (momentAt(date, clock) === null) return null;
  const offset = (Number(zoneHours ?? 0) * 60 + Number(zoneMinutes ?? 0)) * (sign === "-" ? -1 : 1);
  const [year, month, day] = date;
  return Date.UTC(year, month - 1, day, clock[0], clock[1] - offset, clock[2]);
}

/** Null for a day or time that does not exist. */
function momentAt([year, month, day]: ThreeNumbers, [hour, minute, second]: ThreeNumbers): number | null {
  const moment = new Date(year, month - 1, day, hour, minute, second);
  const isDay = moment.getFullYear() === year && moment.getMonth() === month - 1 && moment.getDate() === day;
  return isDay && hour < 24 && minute < 60 && second < 60 ? moment.getTime() : null;
}

/** The numbers of the months by their names in {@link LANGUAGES}, except names of two months. */
const monthNames = once(() => {
  const names = new Map<string, number>();
  const unclear = new Set<string>();
  const styles = ["long", "short"] as const;
  // In some languages, the name has another form next to a day.
  const forms = styles.flatMap((month) => [{ month }, { month, day: "numeric" as const }]);
  for (const format of LANGUAGES.flatMap((language) => forms.map((form) => new Intl.DateTimeFormat(language, form)))) {
    for (let month = 1; month <= 12; month += 1) {
      const parts = format.formatToParts(new Date(2024, month - 1, 15));
      const name =
        parts
          .find(({ type }) => type === "month")
          ?.value.toLowerCase()
          .replaceAll(".", "") ?? "";
      if ((names.get(name) ?? month) !== month) unclear.add(name);
      names.set(name, month);
    }
  }
  for (const name of unclear) names.delete(name);
  return names;
});

/** A date with two digits for the year, and the time after it. */
const SHORT = /^(\d{1,2})([./-]) ?(\d{1,2})\2 ?(\d{1,2})(?!\d)(?=$|[ ,T])(.*)$/s;
const SHORT_DATES = /(?<![\w./-])(\d{1,2})([./-]) ?(\d{1,2})\2 ?(\d{1,2})(?![\w/-]|\.\d)/g;
const LONG_YEAR_LAST = /(?<![\w./-])\d{1,2}([./-]) ?\d{1,2}\1 ?\d{4}(?![\w/-]|\.\d)/;
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
  const isYearLast = LONG_YEAR_LAST.test(file);
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
