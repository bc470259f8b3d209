/** A span of time, half-open, in milliseconds since 1970. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** Units of time that people count in. */
export type Unit = "minute" | "hour" | "day" | "week" | "month" | "quarter" | "year";
/** The first, second or last third of a period, as in "early", "mid" and "late". */
export type Third = "start" | "middle" | "end";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LENGTHS = { minute: MINUTE, hour: HOUR } as const;

/** Years, months, days and so on in the machine's time zone. `month` and `quarter` count from 1 and may be outside of the year. */
export function yearOf(year: number): Period {
  return between([year, 0, 1], [year + 1, 0, 1]);
}

export function yearsOf(first: number, count: number): Period {
  return between([first, 0, 1], [first + count, 0, 1]);
}

export function monthOf(year: number, month: number): Period {
  return between([year, month - 1, 1], [year, month, 1]);
}

export function quarterOf(year: number, quarter: number): Period {
  return between([year, 3 * quarter - 3, 1], [year, 3 * quarter, 1]);
}

export function halfOf(year: number, half: number): Period {
  return between([year, 6 * half - 6, 1], [year, 6 * half, 1]);
}

/** Three months from December (winter), March, June or September, as in the northern half of the earth. */
export function seasonOf(year: number, firstMonth: number): Period {
  return between([year, firstMonth - 1, 1], [year, firstMonth + 2, 1]);
}

/** Null for a day that does not exist. */
export function dayOf(year: number, month: number, day: number): Period | null {
  const exists = day > 0 && month > 0 && month <= 12 && new Date(year, month - 1, day).getMonth() === month - 1;
  return exists ? between([year, month - 1, day], [year, month - 1, day + 1]) : null;
}

export function dayBefore(now: Date, days: number): Period {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate() - days];
  return between([year, month, day], [year, month, day + 1]);
}

/** A week starts on Monday (ISO 8601). */
export function weekBefore(now: Date, weeks: number): Period {
  const [year, month] = [now.getFullYear(), now.getMonth()];
  const monday = now.getDate() - ((now.getDay() + 6) % 7) - 7 * weeks;
  return between([year, month, monday], [year, month, monday + 7]);
}

/** The week with a number of ISO 8601, the most recent one. */
export function weekNumbered(now: Date, number: number, year: number | null): Period | null {
  const at = (inYear: number): Period => weekBefore(new Date(inYear, 0, 4), 1 - number);
  if (number < 1 || number > 53) return null;
  return year === null ? mostRecent(now, at) : at(year);
}

/** @param weekday from 1 for Monday to 7 @param weeks the week: 0 is this one */
export function weekdayOf(now: Date, weekday: number, weeks: number): Period {
  const monday = new Date(weekBefore(now, weeks).from);
  return dayBefore(monday, 1 - weekday);
}

/** The most recent such day: today, or with `isPast` before today. */
export function lastWeekday(now: Date, weekday: number, isPast: boolean): Period {
  const today = (now.getDay() + 6) % 7;
  const days = (today - (weekday - 1) + 7) % 7;
  return dayBefore(now, days === 0 && isPast ? 7 : days);
}

/** Saturday and Sunday of a week. */
export function weekendOf(now: Date, weeks: number): Period {
  return { from: weekdayOf(now, 6, weeks).from, to: weekBefore(now, weeks).to };
}

/**
 * The week, the weekend or the weekday before or after a day, as "last" and "next" count it on that day.
 * @param unit a weekday is a number from 1 for Monday to 7
 */
export function nextTo(day: Date, unit: "week" | "weekend" | number, isBefore: boolean): Period {
  const weeks = isBefore ? 1 : -1;
  if (unit === "week") return weekBefore(day, weeks);
  if (unit === "weekend") return weekendOf(day, isBefore ? 1 : weekendOf(day, 0).from > day.getTime() ? 0 : -1);
  return isBefore ? lastWeekday(day, unit, true) : lastWeekday(new Date(dayBefore(day, -7).from), unit, false);
}

/** The calendar unit that is `count` units before this one. */
export function unitBefore(now: Date, count: number, unit: Unit): Period {
  const [year, month] = [now.getFullYear(), now.getMonth() + 1];
  switch (unit) {
    case "minute":
    case "hour": {
      const length = LENGTHS[unit];
      return { from: now.getTime() - (count + 1) * length, to: now.getTime() - (count - 1) * length };
    }
    case "day":
      return dayBefore(now, count);
    case "week":
      return weekBefore(now, count);
    case "month":
      return monthOf(year, month - count);
    case "quarter":
      return quarterOf(year, Math.ceil(month / 3) - count);
    default:
      return yearOf(year - count);
  }
}

/** The time from `count` units ago until the end of today. */
export function unitsUntilNow(now: Date, count: number, unit: Unit): Period {
  if (unit === "minute" || unit === "hour") {
    return { from: now.getTime() - count * LENGTHS[unit], to: endOfToday(now) };
  }
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
  const months = { month: 1, quarter: 3, year: 12, day: 0, week: 0 }[unit] * count;
  const days = { month: 0, quarter: 0, year: 0, day: 1, week: 7 }[unit] * count;
  return { from: new Date(year, month - Math.round(months), day - Math.round(days)).getTime(), to: endOfToday(now) };
}

/** The time around `count` units ago, for numbers that are not exact: from twice as long ago to half as long ago. */
export function aboutUnitsAgo(now: Date, count: number, unit: Unit): Period {
  const half = count < 2 ? count / 2 : Math.floor(count / 2);
  return { from: unitsUntilNow(now, 2 * count, unit).from, to: unitsUntilNow(now, half, unit).from };
}

export function thirdOf({ from, to }: Period, third: Third): Period {
  const days = Math.max(1, Math.round((to - from) / DAY / 3));
  const at = (time: number, shift: number): number => {
    const date = new Date(time);
    return new Date(date.getFullYear(), date.getMonth(), date.getDate() + shift).getTime();
  };
  if (third === "start") return { from, to: at(from, days) };
  return third === "end" ? { from: at(to, -days), to } : { from: at(from, days), to: at(to, -days) };
}

/** Seven days of a month: the first to the fourth, or with 0 the last. */
export function weekOfMonth({ from, to }: Period, number: number): Period {
  const start = new Date(number === 0 ? to : from);
  const first = number === 0 ? -7 : 7 * (number - 1);
  const day = (shift: number): number =>
    new Date(start.getFullYear(), start.getMonth(), start.getDate() + shift).getTime();
  return { from: day(first), to: day(first + 7) };
}

/** A date without a year, in this year or the last. */
export function mostRecent(now: Date, at: (year: number) => Period | null): Period | null {
  const year = now.getFullYear();
  const period = at(year);
  return period !== null && period.from <= now.getTime() ? period : at(year - 1);
}

/** The time from a moment until the end of today. */
export function since(from: number, now: Date): Period {
  return { from, to: Math.max(endOfToday(now), from) };
}

function endOfToday(now: Date): number {
  return dayBefore(now, 0).to;
}

function between(from: readonly [number, number, number], to: readonly [number, number, number]): Period {
  return { from: new Date(...from).getTime(), to: new Date(...to).getTime() };
}
