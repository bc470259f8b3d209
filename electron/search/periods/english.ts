import {
  aboutUnitsAgo,
  dayBefore,
  dayOf,
  halfOf,
  lastWeekday,
  monthOf,
  mostRecent,
  nextTo,
  type Period,
  quarterOf,
  seasonOf,
  type Third,
  thirdOf,
  type Unit,
  unitBefore,
  unitsUntilNow,
  weekBefore,
  weekdayOf,
  weekendOf,
  weekNumbered,
  weekOfMonth,
  yearOf,
} from "./calendar.ts";
import { type Rule, type RuleSet, word } from "./rule.ts";

const MONTHS = "january february march april may june july august september october november december".split(" ");
const MONTH = `(${MONTHS.map((name) => `${name}|${name.slice(0, 3)}`).join("|")}|sept)\\.?`;
const DAY = "(\\d{1,2})(?:st|nd|rd|th)?";
const YEAR = "((?:19|20)\\d{2})";
/** `may` is a verb too: without a day or year it names a month only after one of these words. */
const AFTER_WORD =
  "(?:(?:last|this) |(?<=\\b(?:in|during|since|of|from|by|until|till|before|after|throughout|around|starting)(?: the)?[ -]))";
const WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split(" ");
const WEEKDAY = `(${WEEKDAYS.join("|")})`;
/** Short names are words too: they need a word before them. */
const ANY_WEEKDAY = `(${WEEKDAYS.join("|")}|mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)`;
const PART_OF_DAY = "(?:'s)?(?: (?:early |late )?(?:morning|noon|afternoon|evening|night))?";
const UNIT = "(min(?:ute)?|h(?:ou)?r|day|night|week|fortnight|month|quarter|year|decade)s?";
const NUMBER =
  "(\\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half an?|(?:a )?couple(?: of)?|(?:a )?few|several)";
const NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
const PART = "(early|earlier|beginning of|start of|mid(?:dle of)?|late|later|end of)(?:[ -](?:in|the))?[ -]";
const ORDINALS: Readonly<Record<string, number>> = {
  first: 1,
  "1st": 1,
  second: 2,
  "2nd": 2,
  third: 3,
  "3rd": 3,
  fourth: 4,
  "4th": 4,
};
const ORDINAL = `(${Object.keys(ORDINALS).join("|")}|last|final)`;
/** Not the framework, and not "fall back". */
const SEASON =
  "(spring(?! (?:boot|framework|security|data|cloud|batch|mvc))|summer|autumn|fall(?! (?:back|through))|winter)";
/** Months that are nothing else in English; the others need a day, a year or a word before them. */
const PLAIN_MONTH = "(january|february|july|september|october|november|december)";
const SEASONS: Readonly<Record<string, number>> = { spring: 3, summer: 6, autumn: 9, fall: 9, winter: 12 };
/** The meaning of numbers that are not exact. */
const VAGUE = { couple: 2, few: 3, several: 5 } as const;
const SHORT_UNITS: Readonly<Record<string, string>> = { h: "hour", d: "day", w: "week", mo: "month", y: "year" };
/** Days of "recently". */
const RECENT_DAYS = 14;

/** The ways to say a time in English; longer ones come first. */
const RULES: readonly Rule[] = [
  // Dates.
  [word(`${YEAR}-(\\d{1,2})-(\\d{1,2})`), ([, y, m, d]) => dayOf(Number(y), Number(m), Number(d))],
  [word(`${YEAR}[/.](\\d{1,2})[/.](\\d{1,2})`), ([, y, m, d]) => dayOf(Number(y), Number(m), Number(d))],
  [word(`(\\d{1,2})\\.(\\d{1,2})\\.${YEAR}`), ([, d, m, y]) => dayOf(Number(y), Number(m), Number(d))],
  [word(`(\\d{1,2})/(\\d{1,2})/${YEAR}`), ([, one, other, y]) => eitherDay(Number(y), Number(one), Number(other))],
  [word(`${YEAR}-?w(\\d{1,2})`), ([, y, n], now) => weekNumbered(now, Number(n), Number(y))],
  [word(`(?:(?:calendar )?week|cw|kw) ?(\\d{1,2})(?: (?:of )?${YEAR})?`), readWeekNumber],
  [word(`(?:the )?${ORDINAL} week (?:of|in) ${MONTH}(?: (?:of )?${YEAR})?`), readWeekOfMonth],
  [
    word(`(?:the )?week (?:of|beginning|starting)(?: the)? (?:${MONTH} ${DAY}|${DAY}(?: of)? ${MONTH})(?:,? ${YEAR})?`),
    readWeekOfDay,
  ],
  [
    word(
      `(?:the )?(week|weekend|${ANY_WEEKDAY}) (before|after)(?: the)? (?:${MONTH} ${DAY}|${DAY}(?: of)? ?${MONTH})(?:,? ${YEAR})?`,
    ),
    readNextToDay,
  ],
  [
    word(`(?:between|from)(?: the)? ${DAY} (?:and|to)(?: the)? ${DAY}(?: of)? ${MONTH}(?:,? ${YEAR})?`),
    ([, a, b, m, y], now) => days(now, a, b, m, y),
  ],
  [
    word(`(?:between|from) ${MONTH} ${DAY} (?:and|to) ${DAY}(?:,? ${YEAR})?`),
    ([, m, a, b, y], now) => days(now, a, b, m, y),
  ],
  [word(`${DAY} ?(?:-|–|to) ?${DAY}(?: of)? ${MONTH}(?:,? ${YEAR})?`), ([, a, b, m, y], now) => days(now, a, b, m, y)],
  [word(`${MONTH} ${DAY} ?(?:-|–|to) ?${DAY}(?:,? ${YEAR})?`), ([, m, a, b, y], now) => days(now, a, b, m, y)],
  [word(`${DAY}(?: of)? ?${MONTH},? ${YEAR}`), ([, d, m, y]) => dayOf(Number(y), monthNumber(m), Number(d))],
  [word(`${MONTH} ${DAY},? ${YEAR}`), ([, m, d, y]) => dayOf(Number(y), monthNumber(m), Number(d))],
  [word(`(?:from|between) ${MONTH} (?:to|until|till|through|and|-) ${MONTH}(?:,?(?: of)? ${YEAR})?`), readMonths],
  // Parts of months, quarters and years.
  [word(`(?:the )?${PART}${MONTH}(?:,?(?: of)? ${YEAR})?`), ([, part, m, y], now) => third(monthIn(now, m, y), part)],
  [
    word(`(?:the )?${PART}(last|this) (week|month|quarter|year)`),
    ([, part = "", which, unit], now) => {
      const period = unitBefore(now, which === "last" ? 1 : 0, unit as Unit);
      return /^(?:earlier|later)$/.test(part) ? period : third(period, part);
    },
  ],
  [
    word(`(?:the )?(beginning of|start of|mid(?:dle of)?|end of) the (week|month|quarter|year)`),
    ([, part, unit], now) => recentThird(now, unit as Unit, part),
  ],
  [word(`${PART}${YEAR}`), ([, part, y]) => third(yearOf(Number(y)), part)],
  [word(`${YEAR} ?[-/]? ?q([1-4])`), ([, y, q]) => quarterOf(Number(y), Number(q))],
  [word(`q([1-4])(?:[ /-]?(?:of )?${YEAR})?`), ([, q, y], now) => quarterIn(now, Number(q), y)],
  [
    word(`(?:the )?${ORDINAL} quarter(?: (?:of )?${YEAR})`),
    ([, n, y], now) => quarterIn(now, ORDINALS[n ?? ""] ?? 4, y),
  ],
  [
    word(`(?:the )?(first|second|third|fourth|1st|2nd|3rd|4th) quarter`),
    ([, n], now) => quarterIn(now, ORDINALS[n ?? ""] ?? 4, ""),
  ],
  [word(`h([12])(?:[ /-]?(?:of )?${YEAR})?`), ([, h, y], now) => halfIn(now, Number(h), y)],
  [
    word(`(?:the )?(first|second) half of (?:${YEAR}|(?:this|the) year)`),
    ([, n, y], now) => halfOf(y ? Number(y) : now.getFullYear(), ORDINALS[n ?? ""] ?? 1),
  ],
  [
    word(
      `(?:(?:last|this) |(?<=\\b(?:in|during|over|since|before|after|until)(?: the)? ))${SEASON}(?:,?(?: of)? ${YEAR})?`,
    ),
    readSeason,
  ],
  [word(`(?:the )?${SEASON},?(?: of)? ${YEAR}`), readSeason],
  [word(`${MONTH},?(?: of)? (last|this) year`), ([, m, which], now) => monthOf(yearBy(now, which), monthNumber(m))],
  [word(`(last|this) year's ${MONTH}`), ([, which, m], now) => monthOf(yearBy(now, which), monthNumber(m))],
  [word(`${MONTH},?(?: of)? ${YEAR}`), ([, m, y]) => monthOf(Number(y), monthNumber(m))],
  [word(`${YEAR}[-/](0[1-9]|1[0-2])`), ([, y, m]) => monthOf(Number(y), Number(m))],
  [word(`${DAY}(?: of)? ${MONTH}(?![a-z])`), ([, d, m], now) => dayIn(now, d, m)],
  [word(`${MONTH} ${DAY}`), ([, m, d], now) => dayIn(now, d, m)],
  [word(`on the (\\d{1,2})(?:st|nd|rd|th)`), ([, d], now) => recentDayOfMonth(now, Number(d))],
  [word(`${AFTER_WORD}${MONTH}(?![a-z])`), ([, m], now) => monthIn(now, m, "")],
  // Spans until now.
  [
    word(
      `(?:(?:in|over|during|within|for) )?(?:the |these )?(?:last|past|previous|preceding|recent) ${NUMBER} ${UNIT}`,
    ),
    ([, n, unit], now) => untilNow(now, n, unit),
  ],
  [
    word("(?:(?:in|over|during|within|for) )?(?:the )?(?:last|past) (\\d{1,3}) ?(h|d|w|mo|y)"),
    ([, n, unit], now) => untilNow(now, n, SHORT_UNITS[unit ?? ""]),
  ],
  [word("(\\d{1,3}) ?(h|d|w|mo|y) (?:ago|back)"), ([, n, unit], now) => ago(now, n, SHORT_UNITS[unit ?? ""])],
  [word(`(?:in|over|during|within|for) the (?:last|past) ${UNIT}`), ([, unit], now) => untilNow(now, "1", unit)],
  [
    word("(?:the )?past (hour|day|week|fortnight|month|quarter|year|decade)"),
    ([, unit], now) => untilNow(now, "1", unit),
  ],
  [word("(?:the )?last (hour|fortnight)"), ([, unit], now) => untilNow(now, "1", unit)],
  [word(`within ${NUMBER} ${UNIT}`), ([, n, unit], now) => untilNow(now, n, unit)],
  [word("(?:in )?(?:the )?(?:last|past|recent) (day|week|month)s"), ([, unit], now) => untilNow(now, "few", unit)],
  [word("the other day|these days"), (_, now) => unitsUntilNow(now, RECENT_DAYS, "day")],
  [word("recently|lately|of late"), (_, now) => unitsUntilNow(now, RECENT_DAYS, "day")],
  [word("(?:year to date|ytd)"), (_, now) => unitBefore(now, 0, "year")],
  // Units before now.
  [word(`${NUMBER} ${UNIT} (?:ago|back|earlier)`), ([, n, unit], now) => ago(now, n, unit)],
  [word("(?:the )?(day|night|week|month|quarter|year) before last"), ([, unit], now) => unitNamedBefore(now, 2, unit)],
  [word(`(?:the )?day before yesterday${PART_OF_DAY}`), (_, now) => dayBefore(now, 2)],
  [word("the night before"), (_, now) => dayBefore(now, 1)],
  [word(`yesterday${PART_OF_DAY}|last night|last evening`), (_, now) => dayBefore(now, 1)],
  [word(`(?:earlier |later )?today${PART_OF_DAY}|this (?:morning|noon|afternoon|evening)|tonight`), todayOf],
  [word(`tomorrow${PART_OF_DAY}`), (_, now) => dayBefore(now, -1)],
  [
    word(`${ANY_WEEKDAY}${PART_OF_DAY},?(?: of)? (last|this) week`),
    ([, day, which], now) => weekdayOf(now, weekdayNumber(day), which === "last" ? 1 : 0),
  ],
  [
    word(`(last|this) week(?:'s)?,?(?: on)? ${WEEKDAY}`),
    ([, which, day], now) => weekdayOf(now, weekdayNumber(day), which === "last" ? 1 : 0),
  ],
  [word(`(last|past) ${ANY_WEEKDAY}${PART_OF_DAY}`), ([, , day], now) => lastWeekday(now, weekdayNumber(day), true)],
  [
    word(`(?:this |(?<=\\b(?:on|since|until|till|by|before|after|from) ))${WEEKDAY}${PART_OF_DAY}`),
    ([, day], now) => lastWeekday(now, weekdayNumber(day), false),
  ],
  [
    word(`${WEEKDAY}(?:'s)? (?:early |late )?(?:morning|noon|afternoon|evening|night)|${WEEKDAY}(?=[?!.,]|$)`),
    ([, one, other], now) => lastWeekday(now, weekdayNumber(one === "" ? other : one), false),
  ],
  [word("last weekend"), (_, now) => weekendOf(now, 1)],
  [word("(?:this|the) weekend"), (_, now) => weekendOf(now, weekendOf(now, 0).from <= now.getTime() ? 0 : 1)],
  [word("(?:earlier )?(last|this|next|previous|current) (week|month|quarter|year)(?:'s)?"), readRelative],
  [
    word(`(?<=\\b(?:in|during|since|of|from|before|after|until|till|by|throughout)(?: the)? )${YEAR}`),
    ([, y]) => yearOf(Number(y)),
  ],
  [word(`(?<!\\d(?:st|nd|rd|th)? (?:of )?)${PLAIN_MONTH}(?! \\d)`), ([, m], now) => monthIn(now, m, "")],
];

export const ENGLISH: RuleSet = {
  words:
    /\d|\b(?:mins?|hrs?|jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec|mon|tues?|wed|thu(?:rs?)?|fri|sat|sun|ytd)\b|minute|hour|day|night|week|month|quarter|year|decade|january|february|march|april|june|july|august|september|october|november|december|spring|summer|autumn|fall|winter|morning|noon|evening|recently|lately|of late|tomorrow/i,
  rules: RULES,
};

function todayOf(_: readonly string[], now: Date): Period {
  return dayBefore(now, 0);
}

function readWeekNumber([, number, year]: readonly string[], now: Date): Period | null {
  return weekNumbered(now, Number(number), year ? Number(year) : null);
}

function readWeekOfDay([, month, day, otherDay, otherMonth, year]: readonly string[], now: Date): Period | null {
  const [d, m] = [day || otherDay, month || otherMonth];
  const found = year ? dayOf(Number(year), monthNumber(m), Number(d)) : dayIn(now, d, m);
  return found === null ? null : weekBefore(new Date(found.from), 0);
}

function readNextToDay(match: readonly string[], now: Date): Period | null {
  const [, unit, weekday, side, month, day, otherDay, otherMonth, year] = match;
  const [d, m] = [day || otherDay, month || otherMonth];
  const found = year ? dayOf(Number(year), monthNumber(m), Number(d)) : dayIn(now, d, m);
  if (found === null) return null;
  const kind = unit === "week" || unit === "weekend" ? unit : weekdayNumber(weekday);
  return nextTo(new Date(found.from), kind, side === "before");
}

function readWeekOfMonth([, number = "", month, year]: readonly string[], now: Date): Period | null {
  const found = monthIn(now, month, year);
  return found === null ? null : weekOfMonth(found, ORDINALS[number] ?? 0);
}

function readMonths([, one, other, year]: readonly string[], now: Date): Period | null {
  const last = monthIn(now, other, year);
  const first = last === null ? null : monthOf(new Date(last.from).getFullYear(), monthNumber(one));
  if (first === null || last === null) return null;
  const isYearBefore = first.from > last.from;
  const from = isYearBefore ? monthOf(new Date(last.from).getFullYear() - 1, monthNumber(one)) : first;
  return { from: from.from, to: last.to };
}

function readSeason([, name = "", year]: readonly string[], now: Date): Period | null {
  const at = (inYear: number): Period => seasonOf(inYear, SEASONS[name] ?? 3);
  return year ? at(Number(year)) : mostRecent(now, at);
}

function readRelative([, which, unit]: readonly string[], now: Date): Period {
  const count = which === "last" || which === "previous" ? 1 : which === "next" ? -1 : 0;
  return unitBefore(now, count, unit as Unit);
}

/** A number and a unit, and whether the number is not exact. */
function amountOf(number = "", unit = ""): { count: number; unit: Unit; isVague: boolean } {
  const { unit: named, times } = unitNamed(unit);
  if (number.startsWith("half")) return halfOfUnit(named);
  const vague = Object.entries(VAGUE).find(([name]) => number.includes(name))?.[1];
  const exact = /^an?$/.test(number) ? 1 : Math.max(NUMBERS.indexOf(number), 0) || Number(number);
  return { count: (vague ?? exact) * times, unit: named, isVague: vague !== undefined };
}

function halfOfUnit(unit: Unit): { count: number; unit: Unit; isVague: boolean } {
  if (unit === "year") return { count: 6, unit: "month", isVague: false };
  if (unit === "month") return { count: 2, unit: "week", isVague: false };
  return unit === "day" ? { count: 12, unit: "hour", isVague: false } : { count: 30, unit: "minute", isVague: false };
}

function unitNamed(name = ""): { unit: Unit; times: number } {
  if (name === "fortnight") return { unit: "week", times: 2 };
  if (name === "decade") return { unit: "year", times: 10 };
  const known: Readonly<Record<string, Unit>> = { min: "minute", hr: "hour", night: "day" };
  return { unit: known[name] ?? (name as Unit), times: 1 };
}

function untilNow(now: Date, number?: string, written?: string): Period | null {
  const { count, unit, isVague } = amountOf(number, written);
  return count > 0 ? unitsUntilNow(now, isVague ? count + 1 : count, unit) : null;
}

function ago(now: Date, number?: string, written?: string): Period | null {
  const { count, unit, isVague } = amountOf(number, written);
  if (!(count > 0)) return null;
  const isAbout = isVague || written === "decade";
  return isAbout ? aboutUnitsAgo(now, count, unit) : unitBefore(now, count, unit);
}

function unitNamedBefore(now: Date, count: number, name?: string): Period {
  return unitBefore(now, count, unitNamed(name).unit);
}

function third(period: Period | null, part = ""): Period | null {
  return period === null ? null : thirdOf(period, thirdNamed(part));
}

function thirdNamed(part: string): Third {
  if (/^(?:early|earlier|beginning|start)/.test(part)) return "start";
  return part.startsWith("mid") ? "middle" : "end";
}

/** "the end of the month", of the unit before this one if it is in the future. */
function recentThird(now: Date, unit: Unit, part = ""): Period {
  const own = thirdOf(unitBefore(now, 0, unit), thirdNamed(part));
  return own.from <= now.getTime() ? own : thirdOf(unitBefore(now, 1, unit), thirdNamed(part));
}

function days(now: Date, first = "", last = "", month = "", year = ""): Period | null {
  const at = (day: string): Period | null =>
    year === "" ? dayIn(now, day, month) : dayOf(Number(year), monthNumber(month), Number(day));
  const [from, to] = [at(first), at(last)];
  return from === null || to === null || to.to <= from.from ? null : { from: from.from, to: to.to };
}

function eitherDay(year: number, one: number, other: number): Period[] {
  const dates = one === other ? [dayOf(year, one, other)] : [dayOf(year, one, other), dayOf(year, other, one)];
  return dates.flatMap((date) => date ?? []);
}

function dayIn(now: Date, day = "", month = ""): Period | null {
  return mostRecent(now, (year) => dayOf(year, monthNumber(month), Number(day)));
}

function monthIn(now: Date, month = "", year = ""): Period | null {
  const at = (inYear: number): Period => monthOf(inYear, monthNumber(month));
  return year === "" ? mostRecent(now, at) : at(Number(year));
}

function quarterIn(now: Date, quarter: number, year = ""): Period | null {
  return year === "" ? mostRecent(now, (inYear) => quarterOf(inYear, quarter)) : quarterOf(Number(year), quarter);
}

function halfIn(now: Date, half: number, year = ""): Period | null {
  return year === "" ? mostRecent(now, (inYear) => halfOf(inYear, half)) : halfOf(Number(year), half);
}

/** The most recent day with this number: in this month, or the one before. */
function recentDayOfMonth(now: Date, day: number): Period | null {
  const [year, month] = [now.getFullYear(), now.getMonth() + 1];
  const found = dayOf(year, month, day);
  if (found !== null && found.from <= now.getTime()) return found;
  const previous = new Date(year, month - 2, 1);
  return dayOf(previous.getFullYear(), previous.getMonth() + 1, day);
}

function yearBy(now: Date, which = ""): number {
  return now.getFullYear() - (which === "last" ? 1 : 0);
}

function monthNumber(name = ""): number {
  return MONTHS.findIndex((month) => month.startsWith(name.slice(0, 3))) + 1;
}

function weekdayNumber(name = ""): number {
  return WEEKDAYS.findIndex((day) => day.startsWith(name.slice(0, 3))) + 1;
}
