import type { CalendarDay } from "./calendar-weeks.ts";

/** Steps in days: down and up go from day to day, left and right from week to week, a page is four weeks. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  ArrowRight: 7,
  ArrowLeft: -7,
  PageDown: 28,
  PageUp: -28,
};

/** The day a key leads to from another; null where the key means nothing here. Days to come are not reached. */
export function dayByKey(weeks: readonly (readonly CalendarDay[])[], from: string, key: string): string | null {
  const days = weeks.flat().filter(({ count }) => count !== null);
  if (key === "Home") return days[0]?.day ?? null;
  if (key === "End") return days.at(-1)?.day ?? null;
  const steps = STEPS[key];
  if (steps === undefined) return null;
  const at = days.findIndex(({ day }) => day === from);
  return days[Math.max(0, Math.min(days.length - 1, at + steps))]?.day ?? null;
}
