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
  weekdayOf,
  weekendOf,
  yearOf,
} from "./calendar.ts";
import { type Rule, type RuleSet, word } from "./rule.ts";

const MONTHS = "januar februar märz april mai juni juli august september oktober november dezember".split(" ");
const MONTH = `(${MONTHS.join("|")}|jan|feb|maerz|mär|apr|jun|jul|aug|sept?|okt|nov|dez)\\.?`;
const FULL_MONTH = `(${MONTHS.join("|")}|maerz)`;
const YEAR = "((?:19|20)\\d{2})";
const DAY = "(\\d{1,2})\\.";
const WEEKDAYS = "montag dienstag mittwoch donnerstag freitag samstag sonntag".split(" ");
const WEEKDAY = `(${WEEKDAYS.join("|")}|sonnabend)`;
const PART_OF_DAY = "(?: ?(?:früh|morgens?|vormittags?|mittags?|nachmittags?|abends?|nachts?))?";
const UNIT = "(minute|stunde|tag|nacht|woche|monat|quartal|jahr)(?:e?n|es|e|s)?";
const NUMBERS = "null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf".split(" ");
const NUMBER =
  "(\\d{1,3}|eine[rmsn]?|ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|ein paar|einigen?|wenigen?|mehreren?)";
const LAST = "(letzte|vergangene|vorige|vorletzte|diese|kommende|nächste)[nmrs]?";
const PART = "(anfang|mitte|ende)";
const SEASON = "(frühling|frühjahr|sommer|herbst|winter)";
const SEASONS: Readonly<Record<string, number>> = { frühling: 3, frühjahr: 3, sommer: 6, herbst: 9, winter: 12 };
const UNITS: Readonly<Record<string, Unit>> = {
  minute: "minute",
  stunde: "hour",
  tag: "day",
  nacht: "day",
  woche: "week",
  monat: "month",
  quartal: "quarter",
  jahr: "year",
};
const ORDINALS = ["erste", "zweite", "dritte", "vierte"];
const ORDINAL = `(${ORDINALS.join("|")}|[1-4]\\.)[nrs]?`;
/** The meaning of words for a number that is not exact. */
const SOME = 3;
const SEVERAL = 5;
const RECENT_DAYS = 14;

const WORDS =
  /\d|\b(?:jan|feb|mär|apr|mai|jun|jul|aug|sept?|okt|nov|dez)\b|januar|februar|märz|maerz|april|juni|juli|august|september|oktober|november|dezember|minute|stunde|tag|nacht|woche|mittwoch|sonnabend|monat|quartal|jahr|frühling|sommer|herbst|winter|gestern|heute|kurzem|kürzlich|neulich|jüngst|letzte/i;

const RANGES: readonly Rule[] = [
  [
    word(`(?:der |die |das |den |dem )?(woche|wochenende|${WEEKDAY}) (vor|nach) dem ${DAY} ?${MONTH}(?: ?${YEAR})?`),
    ([, unit, weekday, side, d, m, y], now) => {
      const day = inYear(now, y, (year) => dayOf(year, monthNumber(m), Number(d)));
      const kind = unit === "woche" ? "week" : unit === "wochenende" ? "weekend" : weekdayNumber(weekday);
      return day === null ? null : nextTo(new Date(day.from), kind, side === "vor");
    },
  ],
  [
    word(`(?:zwischen|von) ${FULL_MONTH} (?:und|bis) ${FULL_MONTH}(?: ${YEAR})?`),
    ([, one, other, y], now) => months(now, one, other, y),
  ],
];

/** The ways to say a time in German; longer ones come first. */
const RULES: readonly Rule[] = [
  // Dates.
  [word(`(?:am |vom |den )?${DAY} ?${MONTH} ?${YEAR}`), ([, d, m, y]) => dayOf(Number(y), monthNumber(m), Number(d))],
  [word(`(?:am |vom |den )?${DAY} ?${MONTH}`), ([, d, m], now) => dayIn(now, Number(d), monthNumber(m))],
  [word(`(?:am|vom|(?<=\\bseit )dem) ${DAY}(\\d{1,2})\\.`), ([, d, m], now) => dayIn(now, Number(d), Number(m))],
  [word(`${PART} ${MONTH}(?: ${YEAR})?`), ([, part, m, y], now) => third(monthIn(now, m, y), part)],
  [word(`${PART} (?:des jahres )?${YEAR}`), ([, part, y]) => third(yearOf(Number(y)), part)],
  [word(`(?:im )?${MONTH} ${YEAR}`), ([, m, y], now) => monthIn(now, m, y)],
  [
    word(`(?:(?<=\\b(?:seit|ab|vor|nach|bis) )|im |${LAST} )${FULL_MONTH}`),
    ([, which, m], now) => (which === "vorletzte" ? null : monthIn(now, m, "")),
  ],
  [
    word(`(?:im )?${ORDINAL} (?:quartal|vierteljahr)(?: ${YEAR})?`),
    ([, n, y], now) => inYear(now, y, (year) => quarterOf(year, ordinal(n))),
  ],
  [
    word(
      `(?:im |in der )?${ORDINAL} (?:halbjahr|jahreshälfte|hälfte(?= (?:von |des jahres )?\\d{4}))(?: (?:von |des jahres )?${YEAR})?`,
    ),
    ([, n, y], now) => halfIn(now, ordinal(n), y),
  ],
  [
    word(`(?:(?<=\\b(?:seit|ab|vor|nach|bis) (?:dem )?)|im |letzten |vergangenen |diesen )${SEASON}(?: ${YEAR})?`),
    ([, name = "", y], now) => inYear(now, y, (year) => seasonOf(year, SEASONS[name] ?? 3)),
  ],
  [word(`${SEASON} ${YEAR}`), ([, name = "", y], now) => inYear(now, y, (year) => seasonOf(year, SEASONS[name] ?? 3))],
  [word(`(?:im jahre? |(?<=\\b(?:seit|ab|bis|vor|nach) ))${YEAR}`), ([, y]) => yearOf(Number(y))],
  // Spans until now.
  [
    word(
      `(?:(?:in |während )?(?:den |der |die |dem )?(?:letzten|vergangenen|vorigen)|seit|innerhalb(?: von)?) ${NUMBER} ${UNIT}`,
    ),
    ([, n, unit], now) => untilNow(now, n, unit),
  ],
  [
    word("vor kurzem|kürzlich|neulich|jüngst|in letzter zeit|in der letzten zeit|letztens"),
    (_, now) => unitsUntilNow(now, RECENT_DAYS, "day"),
  ],
  // Units before now.
  [word("vor einem halben jahr"), (_, now) => unitBefore(now, 6, "month")],
  [word(`vor ${NUMBER} ${UNIT}`), ([, n, unit], now) => ago(now, n, unit)],
  [word(`vorgestern${PART_OF_DAY}`), (_, now) => dayBefore(now, 2)],
  [word(`gestern${PART_OF_DAY}|(?:in der )?letzte[nr]? nacht`), (_, now) => dayBefore(now, 1)],
  [word(`heute${PART_OF_DAY}`), (_, now) => dayBefore(now, 0)],
  [word(`(?:am )?${LAST} wochenende`), ([, which], now) => weekendOf(now, weeksBefore(which))],
  [word("am wochenende"), (_, now) => weekendOf(now, weekendOf(now, 0).from <= now.getTime() ? 0 : 1)],
  [
    word(`${WEEKDAY}${PART_OF_DAY} ${LAST} woche`),
    ([, day, which], now) => weekdayOf(now, weekdayNumber(day), weeksBefore(which)),
  ],
  [
    word(`(?:am )?(?:letzte|vergangene|vorige)[nr] ${WEEKDAY}${PART_OF_DAY}`),
    ([, day], now) => lastWeekday(now, weekdayNumber(day), true),
  ],
  [
    word(`(?:(?<=\\b(?:seit|ab|vor|nach|bis) )|am |diesen )${WEEKDAY}${PART_OF_DAY}`),
    ([, day], now) => lastWeekday(now, weekdayNumber(day), false),
  ],
  [
    word(`${PART} (?:de[rs] )?${LAST} (woche|monat|quartal|jahr)(?:es|s)?`),
    ([, part, which, unit = ""], now) => third(unitBefore(now, weeksBefore(which), UNITS[unit] ?? "week"), part),
  ],
  [
    word(`(?:in der |im |am )?${LAST} (tag|woche|monat|quartal|jahr)(?:es|s)?`),
    ([, which, unit = ""], now) => unitBefore(now, weeksBefore(which), UNITS[unit] ?? "week"),
  ],
];

export const GERMAN: RuleSet = { words: WORDS, rules: RULES };
/** German ranges, and times next to a day, with names of months that are English too. */
export const GERMAN_RANGES: RuleSet = { words: WORDS, rules: RANGES };

function amountOf(number = "", unit = ""): { count: number; unit: Unit; isVague: boolean } {
  const named = UNITS[unit] ?? "day";
  if (/^(?:ein paar|wenig)/.test(number)) return { count: SOME, unit: named, isVague: true };
  if (/^(?:einige?n?$|mehrere)/.test(number)) return { count: SEVERAL, unit: named, isVague: true };
  const count = /^ein(?:e[rmsn]?)?$/.test(number) ? 1 : Math.max(NUMBERS.indexOf(number), 0) || Number(number);
  return { count, unit: named, isVague: false };
}

function untilNow(now: Date, number?: string, written?: string): Period | null {
  const { count, unit } = amountOf(number, written);
  return count > 0 ? unitsUntilNow(now, count, unit) : null;
}

function ago(now: Date, number?: string, written?: string): Period | null {
  const { count, unit, isVague } = amountOf(number, written);
  if (!(count > 0)) return null;
  return isVague ? aboutUnitsAgo(now, count, unit) : unitBefore(now, count, unit);
}

function weeksBefore(which = ""): number {
  if (which === "vorletzte") return 2;
  if (which === "diese") return 0;
  return which === "kommende" || which === "nächste" ? -1 : 1;
}

function third(period: Period | null, part = ""): Period | null {
  const thirds: Readonly<Record<string, Third>> = { anfang: "start", mitte: "middle", ende: "end" };
  return period === null ? null : thirdOf(period, thirds[part] ?? "end");
}

function inYear(now: Date, year: string | undefined, at: (year: number) => Period | null): Period | null {
  return year ? at(Number(year)) : mostRecent(now, at);
}

function halfIn(now: Date, half: number, year?: string): Period | null {
  return half > 2 ? null : inYear(now, year, (each) => halfOf(each, half));
}

function dayIn(now: Date, day: number, month: number): Period | null {
  return mostRecent(now, (year) => dayOf(year, month, day));
}

function monthIn(now: Date, month: string | undefined, year: string | undefined): Period | null {
  return inYear(now, year, (each) => monthOf(each, monthNumber(month)));
}

/** From one month to another, of which the first can be in the year before. */
function months(
  now: Date,
  one: string | undefined,
  other: string | undefined,
  year: string | undefined,
): Period | null {
  const last = monthIn(now, other, year);
  if (last === null) return null;
  const ending = new Date(last.from).getFullYear();
  const first = monthOf(ending, monthNumber(one));
  return { from: first.from > last.from ? monthOf(ending - 1, monthNumber(one)).from : first.from, to: last.to };
}

function ordinal(written = ""): number {
  return /^\d/.test(written) ? Number(written.charAt(0)) : ORDINALS.indexOf(written) + 1;
}

function monthNumber(name = ""): number {
  const start = name.replace("ae", "ä").slice(0, 3);
  return MONTHS.findIndex((month) => month.startsWith(start)) + 1;
}

function weekdayNumber(name = ""): number {
  return name === "sonnabend" ? 6 : WEEKDAYS.indexOf(name) + 1;
}
