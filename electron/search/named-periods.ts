// Not chrono-node: the bundle would grow for the few forms that queries contain, and it returns moments, not periods.
/** A span of time, half-open, in milliseconds since 1970. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

const MONTHS = "january february march april may june july august september october november december".split(" ");
const MONTH = `(${MONTHS.map((name) => `${name}|${name.slice(0, 3)}`).join("|")}|sept)\\.?`;
const DAY = "(\\d{1,2})(?:st|nd|rd|th)?";
const YEAR = "((?:19|20)\\d{2})";
const NUMBERS: Readonly<Record<string, number>> = { 一: 1, 二: 2, 两: 2, 三: 3, 四: 4, 五: 5, 六: 6 };
/** `may` is a verb too: without a day or year it names a month only after one of these words. */
const BEFORE_MONTH = "(?:in|during|since|of|last|this|early|late|mid|by|until)";

type Found = { readonly index: number; readonly period: Period };
type Rule = readonly [RegExp, (match: readonly string[], now: Date) => Period | null];

/**
 * Finds the periods that a text names, in English or Chinese, in their order: days (`7 May 2023`, `May 7`,
 * `2023-05-07`, `2023年5月7日`, `yesterday`, 昨天), weeks (`last week`, 上周), months (`May 2023`, `in May`, `last month`, 5月)
 * and years (`in 2023`, `last year`). A date without a year is the most recent one. In the machine's time zone.
 * @returns the periods, and the text without their names
 */
export function namedPeriods(
  text: string,
  now: number,
): { readonly periods: readonly Period[]; readonly rest: string } {
  const found: Found[] = [];
  const today = new Date(now);
  let rest = text;
  for (const [pattern, read] of RULES) {
    rest = rest.replace(new RegExp(pattern, "giu"), (...args) => {
      const written = String(args[0]);
      const match = args.slice(0, -2).map((group?: string) => group?.toLowerCase() ?? "");
      const period = read(match, today);
      if (period === null) return written;
      found.push({ index: Number(args.at(-2)), period });
      // The same length, so that the places of later rules stay right.
      return " ".repeat(written.length);
    });
  }
  const periods = found.sort((one, other) => one.index - other.index).map(({ period }) => period);
  return { periods, rest: rest.replace(/\s+/g, " ").trim() };
}

const RULES: readonly Rule[] = [
  [new RegExp(`\\b${YEAR}-(\\d{1,2})-(\\d{1,2})\\b`), ([, y, m, d]) => dayOf(Number(y), Number(m), Number(d))],
  [
    new RegExp(`${YEAR}\\s*年\\s*(\\d{1,2})\\s*月\\s*(\\d{1,2})\\s*[日号]`),
    ([, y, m, d]) => dayOf(Number(y), Number(m), Number(d)),
  ],
  [new RegExp(`${YEAR}\\s*年\\s*(\\d{1,2})\\s*月`), ([, y, m]) => monthOf(Number(y), Number(m))],
  [new RegExp(`${YEAR}\\s*年`), ([, y]) => yearOf(Number(y))],
  [/(\d{1,2})\s*月\s*(\d{1,2})\s*[日号]/, ([, m, d], now) => mostRecent(now, (y) => dayOf(y, Number(m), Number(d)))],
  [/(?<!\d)(\d{1,2})\s*月(?!前|后)/, ([, m], now) => mostRecent(now, (y) => monthOf(y, Number(m)))],
  [new RegExp(`\\b${DAY}(?: of)? ${MONTH},? ${YEAR}\\b`), ([, d, m, y]) => dayOf(Number(y), monthNumber(m), Number(d))],
  [new RegExp(`\\b${MONTH} ${DAY},? ${YEAR}\\b`), ([, m, d, y]) => dayOf(Number(y), monthNumber(m), Number(d))],
  [new RegExp(`\\b${MONTH},?(?: of)? ${YEAR}\\b`), ([, m, y]) => monthOf(Number(y), monthNumber(m))],
  [new RegExp(`\\b${YEAR}-(0[1-9]|1[0-2])\\b`), ([, y, m]) => monthOf(Number(y), Number(m))],
  [
    new RegExp(`\\b${DAY}(?: of)? ${MONTH}(?![a-z])`),
    ([, d, m], now) => mostRecent(now, (y) => dayOf(y, monthNumber(m), Number(d))),
  ],
  [new RegExp(`\\b${MONTH} ${DAY}\\b`), ([, m, d], now) => mostRecent(now, (y) => dayOf(y, monthNumber(m), Number(d)))],
  [
    new RegExp(`\\b${BEFORE_MONTH} ${MONTH}(?![a-z])`),
    ([, m], now) => mostRecent(now, (y) => monthOf(y, monthNumber(m))),
  ],
  [new RegExp(`\\b(?:in|during|since|of) ${YEAR}\\b`), ([, y]) => yearOf(Number(y))],
  [/\byesterday\b|昨天/, (_, now) => dayBefore(now, 1)],
  [/前天/, (_, now) => dayBefore(now, 2)],
  [/\btoday\b|今天/, (_, now) => dayBefore(now, 0)],
  [/\blast week\b|上(?:个)?(?:周|星期|礼拜)/, (_, now) => weekBefore(now, 1)],
  [/\bthis week\b|(?:本|这)(?:个)?(?:周|星期)/, (_, now) => weekBefore(now, 0)],
  [/\blast month\b|上个?月/, (_, now) => monthOf(now.getFullYear(), now.getMonth())],
  [/\bthis month\b|(?:本|这个)月/, (_, now) => monthOf(now.getFullYear(), now.getMonth() + 1)],
  [/\blast year\b|去年/, (_, now) => yearOf(now.getFullYear() - 1)],
  [/\bthis year\b|今年/, (_, now) => yearOf(now.getFullYear())],
  [
    /(?<!\d)(\d{1,3}|[一二两三四五六]) ?(天|周|个星期|个月|年)前/,
    ([, n, unit], now) => spanBefore(now, countOf(n), unit ?? ""),
  ],
  [
    /\b(\d{1,3}|a|one|two|three|four|five|six) (day|week|month|year)s? ago\b/,
    ([, n, unit], now) => spanBefore(now, countOf(n), unit ?? ""),
  ],
];

const UNITS: Readonly<Record<string, "day" | "week" | "month" | "year">> = {
  天: "day",
  周: "week",
  个星期: "week",
  个月: "month",
  年: "year",
};
const WORDS: Readonly<Record<string, number>> = { a: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6 };

function countOf(written = ""): number {
  return NUMBERS[written] ?? WORDS[written] ?? Number(written);
}

/** Returns the day, week, month or year that is `count` units before `now`. */
function spanBefore(now: Date, count: number, written: string): Period | null {
  const [year, month] = [now.getFullYear(), now.getMonth() + 1];
  switch (UNITS[written] ?? written) {
    case "day":
      return dayBefore(now, count);
    case "week":
      return weekBefore(now, count);
    case "month":
      return monthOf(year, month - count);
    default:
      return yearOf(year - count);
  }
}

function monthNumber(name = ""): number {
  return MONTHS.findIndex((month) => month.startsWith(name.slice(0, 3))) + 1;
}

function yearOf(year: number): Period {
  return between([year, 0, 1], [year + 1, 0, 1]);
}

/** @param month from 1; others are in the years before or after */
function monthOf(year: number, month: number): Period {
  return between([year, month - 1, 1], [year, month, 1]);
}

function dayOf(year: number, month: number, day: number): Period | null {
  const exists = new Date(year, month - 1, day).getMonth() === month - 1;
  return exists && day > 0 ? between([year, month - 1, day], [year, month - 1, day + 1]) : null;
}

function dayBefore(now: Date, days: number): Period {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate() - days];
  return between([year, month, day], [year, month, day + 1]);
}

/** A week starts on Monday (ISO 8601). */
function weekBefore(now: Date, weeks: number): Period {
  const [year, month] = [now.getFullYear(), now.getMonth()];
  const monday = now.getDate() - ((now.getDay() + 6) % 7) - 7 * weeks;
  return between([year, month, monday], [year, month, monday + 7]);
}

/** A date without a year, in this year or the last. */
function mostRecent(now: Date, at: (year: number) => Period | null): Period | null {
  const year = now.getFullYear();
  const period = at(year);
  return period !== null && period.from <= now.getTime() ? period : at(year - 1);
}

function between(from: readonly [number, number, number], to: readonly [number, number, number]): Period {
  return { from: new Date(...from).getTime(), to: new Date(...to).getTime() };
}
