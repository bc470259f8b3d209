import {
  aboutUnitsAgo,
  dayBefore,
  dayOf,
  halfOf,
  lastWeekday,
  monthOf,
  mostRecent,
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
  yearOf,
} from "./calendar.ts";
import type { Rule, RuleSet } from "./rule.ts";

const DIGITS = "零一二三四五六七八九十";
const NUMBER = "(\\d{1,3}|[一二两三四五六七八九十]{1,3}|好几|几|数|半)";
const UNIT = "(分钟|个?半?小时|个?钟头|天|日|个?星期|个?礼拜|周|个?季度|个半?月|年)";
const YEAR = "(?:(\\d{4})\\s*年|(去年|今年|前年|明年)(?:的)?)";
const MONTH = "(1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])\\s*月(?:份)?";
const DAY = "(\\d{1,2}|[二三]?十[一二三四五六七八九]?|[一二三四五六七八九])\\s*[日号]";
const WEEK = "(?:周|星期|礼拜)";
/** 一 and 日 also start words: 上周一共, 两周日志. */
const WEEKDAY = "([二三四五六天末]|一(?!下(?!午)|[共起直些样个次旦般定])|日(?![志期常程报]))";
const PART_OF_DAY = "(?:早上|上午|中午|下午|晚上|夜里|凌晨|早晨)?";
const PART = "(初|年初|上旬|中旬|中(?![国文心间华央旬])|年中(?![国文心间华央])|底|末|年底|年末|下旬)";
const SEASONS: Readonly<Record<string, number>> = { 春: 3, 夏: 6, 秋: 9, 冬: 12 };
const DAYS: Readonly<Record<string, number>> = { 大前: 3, 前: 2, 昨: 1, 今: 0, 明: -1, 后: -2 };
/** What 几 means, and the days of 最近. */
const SOME = 4;
const RECENT_DAYS = 14;

/** The ways to say a time in Chinese; longer ones come first. */
const RULES: readonly Rule[] = [
  // Dates.
  [`(?:${YEAR}\\s*)?${MONTH}\\s*${DAY}`, ([, year, named, m, d], now) => dayIn(now, yearOr(now, year, named), m, d)],
  [`(?:(上上|上|这|本)个?月)\\s*${DAY}`, ([, which, d], now) => dayOfMonthBefore(now, which, d)],
  [
    `(?:${YEAR}\\s*)?(?<![\\d第个])${MONTH}${PART}?(?![前后])`,
    ([, year, named, m, part], now) => third(monthIn(now, yearOr(now, year, named), m), part),
  ],
  [`(?:${YEAR}\\s*)?第?([一二三四1-4])季度`, ([, year, named, n], now) => quarterIn(now, yearOr(now, year, named), n)],
  [`(?:${YEAR}\\s*)?([上下])半年`, ([, year, named, n], now) => halfIn(now, yearOr(now, year, named), n)],
  [`(?:${YEAR}\\s*)?([春夏秋冬])[天季]`, ([, year, named, s], now) => seasonIn(now, yearOr(now, year, named), s)],
  [`第\\s*(\\d{1,2})\\s*周`, ([, n], now) => weekNumbered(now, Number(n), null)],
  [`${YEAR}(?!前|后)${PART}?`, ([, year, named, part], now) => third(yearOf(yearOr(now, year, named) ?? 0), part)],
  // Spans until now.
  [
    `(?:最近|近|过去|过往|这|前|头)(?:的)?\\s*${NUMBER}\\s*${UNIT}(?:以来|来|之内|以内|内|里)?`,
    ([, n, unit], now) => untilNow(now, n, unit),
  ],
  [`(?<![前后])${NUMBER}\\s*${UNIT}(?:之内|以内|内)`, ([, n, unit], now) => untilNow(now, n, unit)],
  ["前一?(?:阵子|阵|段时间)|前些(?:天|日子)", (_, now) => aboutUnitsAgo(now, 2, "week")],
  ["最近(?!一次|的?一个)|近期|近来|近日|这一?(?:阵子|段时间|些天)", (_, now) => unitsUntilNow(now, RECENT_DAYS, "day")],
  ["刚才|刚刚", (_, now) => dayBefore(now, 0)],
  // Units before now.
  [`${NUMBER}\\s*${UNIT}(?:以|之)?前`, ([, n, unit], now) => ago(now, n, unit)],
  [
    `(大前|(?<![目之以提当空此先])前|昨|今|明|后)(?:天|日|晚|夜|早|晨|儿)${PART_OF_DAY}`,
    ([, day = ""], now) => dayBefore(now, DAYS[day] ?? 0),
  ],
  ["大前年", (_, now) => yearOf(now.getFullYear() - 3)],
  [
    `(?<!每)(上上|上|本|这|当|下)一?个?${WEEK}${WEEKDAY}${PART_OF_DAY}`,
    ([, which, day], now) => dayOfWeek(now, weeksBefore(which), day),
  ],
  [`(?<!每)(上上|上|本|这|当|下)一?个?${WEEK}`, ([, which], now) => weekBefore(now, weeksBefore(which))],
  [`(?<![每\\d一二两三四五六七八九十几])${WEEK}${WEEKDAY}${PART_OF_DAY}`, ([, day], now) => dayOfWeek(now, null, day)],
  [
    `(上上|上|本|这|当|下)一?个?(月|季度|季(?!节))${PART}?`,
    ([, which, unit, part], now) =>
      third(unitBefore(now, weeksBefore(which), unit === "月" ? "month" : "quarter"), part),
  ],
  ["(月|年)(初|中|底|末)", ([, unit, part], now) => recentThird(now, unit === "月" ? "month" : "year", part)],
  [`(?<![\\d第])(\\d{1,2})[号日](?=$|[\\s,，。？?的早上中下晚])`, ([, d], now) => dayOfMonthBefore(now, null, d)],
];

export const CHINESE: RuleSet = { words: /[一-龥]/, rules: RULES };

/** A number in digits or in Chinese, to 99; half is ½. */
function numberOf(written = ""): number {
  if (/^\d+$/.test(written)) return Number(written);
  if (written === "半") return 0.5;
  if (/[几数]/.test(written)) return SOME;
  if (written === "两") return 2;
  const [tens, ones] = written.includes("十") ? written.split("十") : ["", written];
  const ten = written.includes("十") ? 10 * (tens === "" ? 1 : DIGITS.indexOf(tens ?? "")) : 0;
  return ten + (ones === "" || ones === undefined ? 0 : DIGITS.indexOf(ones));
}

function amountOf(number = "", written = ""): { count: number; unit: Unit; isVague: boolean } {
  const isHalf = written.includes("半");
  const unit = unitOf(written);
  const count = numberOf(number) + (isHalf ? 0.5 : 0);
  const isVague = /[几数]/.test(number);
  if (count === 0.5 && unit === "year") return { count: 6, unit: "month", isVague };
  if (unit === "month" && !Number.isInteger(count)) return { count: Math.round(count * 30), unit: "day", isVague };
  return { count, unit, isVague };
}

function unitOf(written: string): Unit {
  if (written.includes("分")) return "minute";
  if (/小时|钟头/.test(written)) return "hour";
  if (/[天日]/.test(written)) return "day";
  if (/季/.test(written)) return "quarter";
  if (written.includes("月")) return "month";
  return written === "年" ? "year" : "week";
}

function untilNow(now: Date, number?: string, written?: string): Period | null {
  const { count, unit } = amountOf(number, written);
  return count > 0 ? unitsUntilNow(now, count, unit) : null;
}

function ago(now: Date, number?: string, written?: string): Period | null {
  const { count, unit, isVague } = amountOf(number, written);
  if (!(count > 0)) return null;
  return isVague || !Number.isInteger(count) ? aboutUnitsAgo(now, count, unit) : unitBefore(now, count, unit);
}

function weeksBefore(which = ""): number {
  return which === "上上" ? 2 : which === "上" ? 1 : which === "下" ? -1 : 0;
}

/** @param weeks null for the most recent such day */
function dayOfWeek(now: Date, weeks: number | null, day = ""): Period {
  if (day === "末") {
    const own = weekendOf(now, weeks ?? 0);
    return weeks === null && own.from > now.getTime() ? weekendOf(now, 1) : own;
  }
  const weekday = day === "日" || day === "天" ? 7 : DIGITS.indexOf(day);
  return weeks === null ? lastWeekday(now, weekday, false) : weekdayOf(now, weekday, weeks);
}

function third(period: Period | null, part = ""): Period | null {
  return period === null || part === "" ? period : thirdOf(period, thirdNamed(part));
}

function thirdNamed(part: string): Third {
  if (/初|上/.test(part)) return "start";
  return part.includes("中") ? "middle" : "end";
}

function recentThird(now: Date, unit: Unit, part = ""): Period {
  const own = thirdOf(unitBefore(now, 0, unit), thirdNamed(part));
  return own.from <= now.getTime() ? own : thirdOf(unitBefore(now, 1, unit), thirdNamed(part));
}

/** The named year; null if the text names none. */
function yearOr(now: Date, year = "", named = ""): number | null {
  if (year !== "") return Number(year);
  const shift: Readonly<Record<string, number>> = { 前年: 2, 去年: 1, 今年: 0, 明年: -1 };
  return named === "" ? null : now.getFullYear() - (shift[named] ?? 0);
}

function inYear(now: Date, year: number | null, at: (year: number) => Period | null): Period | null {
  return year === null ? mostRecent(now, at) : at(year);
}

function dayIn(now: Date, year: number | null, month?: string, day?: string): Period | null {
  return inYear(now, year, (each) => dayOf(each, numberOf(month), numberOf(day)));
}

function monthIn(now: Date, year: number | null, month?: string): Period | null {
  return inYear(now, year, (each) => monthOf(each, numberOf(month)));
}

function quarterIn(now: Date, year: number | null, quarter?: string): Period | null {
  return inYear(now, year, (each) => quarterOf(each, numberOf(quarter)));
}

function halfIn(now: Date, year: number | null, half?: string): Period | null {
  return inYear(now, year, (each) => halfOf(each, half === "上" ? 1 : 2));
}

function seasonIn(now: Date, year: number | null, season = ""): Period | null {
  return inYear(now, year, (each) => seasonOf(each, SEASONS[season] ?? 3));
}

/** @param which null for the most recent month with the day */
function dayOfMonthBefore(now: Date, which: string | null | undefined, day?: string): Period | null {
  const at = (months: number): Period | null => {
    const month = new Date(now.getFullYear(), now.getMonth() - months, 1);
    return dayOf(month.getFullYear(), month.getMonth() + 1, numberOf(day));
  };
  if (which) return at(weeksBefore(which));
  const own = at(0);
  return own !== null && own.from <= now.getTime() ? own : at(1);
}
