import { toDay } from "../memories/query/memory-query.ts";

export const WEEKS = 53;

/** One day of the calendar; `count` is null for days to come. */
export interface CalendarDay {
  readonly day: string;
  readonly count: number | null;
  /** 0: none, 1 to 4: the quarter of all busy days it belongs to. */
  readonly level: number;
}

/** The Monday a calendar of {@link WEEKS} weeks that ends today begins with, at midnight here. */
export function firstMonday(today: Date): Date {
  const weekday = (today.getDay() + 6) % 7;
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() - weekday - (WEEKS - 1) * 7);
}

/** Weeks of seven days from Monday, the oldest first. */
export function calendarWeeks(today: Date, counts: ReadonlyMap<string, number>): CalendarDay[][] {
  const start = firstMonday(today);
  const last = toDay(today);
  const levelOf = levels([...counts.values()]);
  return Array.from({ length: WEEKS }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => {
      const date = new Date(start.getFullYear(), start.getMonth(), start.getDate() + week * 7 + weekday);
      const day = toDay(date);
      const count = counts.get(day) ?? 0;
      return day > last ? { day, count: null, level: 0 } : { day, count, level: levelOf(count) };
    }),
  );
}

/** Levels by quarters of the busy days, so that one very busy day leaves the others their differences. */
function levels(counts: readonly number[]): (count: number) => number {
  const busy = counts.filter((count) => count > 0).sort((a, b) => a - b);
  const limits = [0.25, 0.5, 0.75].map((share) => busy[Math.floor(share * (busy.length - 1))] ?? 0);
  return (count) => (count === 0 ? 0 : 1 + limits.filter((limit) => count > limit).length);
}
