import { localDay } from "../../../electron/text/local-time.ts";

export const WEEKS = 53;

/** A day of the calendar. `count` is null for future days. */
export interface CalendarDay {
  readonly day: string;
  readonly count: number | null;
  /** 0 without captures; 1 to 4 is the quartile among the days with captures. */
  readonly level: number;
}

/** The first day of a calendar of {@link WEEKS} weeks up to the current one: a Monday at local midnight. */
export function firstMonday(today: Date): Date {
  const weekday = (today.getDay() + 6) % 7;
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() - weekday - (WEEKS - 1) * 7);
}

/** The weeks of the calendar, oldest first; each is seven days from Monday. */
export function calendarWeeks(today: Date, counts: ReadonlyMap<string, number>): CalendarDay[][] {
  const start = firstMonday(today);
  const last = localDay(today);
  const levelOf = levels([...counts.values()]);
  return Array.from({ length: WEEKS }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => {
      const date = new Date(start.getFullYear(), start.getMonth(), start.getDate() + week * 7 + weekday);
      const day = localDay(date);
      const count = counts.get(day) ?? 0;
      return day > last ? { day, count: null, level: 0 } : { day, count, level: levelOf(count) };
    }),
  );
}

/** Levels are quartiles, so that one very busy day does not make all others look the same. */
function levels(counts: readonly number[]): (count: number) => number {
  const busy = counts.filter((count) => count > 0).sort((a, b) => a - b);
  const limits = [0.25, 0.5, 0.75].map((share) => busy[Math.floor(share * (busy.length - 1))] ?? 0);
  return (count) => (count === 0 ? 0 : 1 + limits.filter((limit) => count > limit).length);
}

/** Days that a key moves by. A column is a week; a page is four weeks. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  ArrowRight: 7,
  ArrowLeft: -7,
  PageDown: 28,
  PageUp: -28,
};

/** The day that a key moves to, not in the future; null for any other key. */
export function dayByKey(weeks: readonly (readonly CalendarDay[])[], from: string, key: string): string | null {
  const days = weeks.flat().filter(({ count }) => count !== null);
  if (key === "Home") return days[0]?.day ?? null;
  if (key === "End") return days.at(-1)?.day ?? null;
  const steps = STEPS[key];
  if (steps === undefined) return null;
  const at = days.findIndex(({ day }) => day === from);
  return days[Math.max(0, Math.min(days.length - 1, at + steps))]?.day ?? null;
}

/** Returns a function that formats `2026-01-31` as "January 31, 2026". Creating an `Intl` format is slow: share it. */
export function createDayFormat(language: string): (day: string) => string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: "long" });
  return (day) => format.format(new Date(`${day}T12:00`));
}

/** Formats `2026-01` as "Jan". */
export function formatMonth(month: string, language: string): string {
  return new Intl.DateTimeFormat(language, { month: "short" }).format(new Date(`${month}-15T12:00`));
}
