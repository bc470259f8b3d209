import type { Text } from "../text/en.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The full date and time, to the second, in the reader's zone. */
export function formatExactTime(date: Date, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "medium" }).format(date);
}

/** How long before `now` (milliseconds since 1970): minutes, hours, days to a week, then the date. */
export function formatRelativeTime(date: Date, now: number, form: "short" | "long", text: Text): string {
  const age = Math.max(0, now - date.getTime());
  if (age < MINUTE) return text.common.justNow;
  if (age >= 7 * DAY) return formatDate(date, now, form, text.language);
  const [value, unit] =
    age < HOUR
      ? [Math.floor(age / MINUTE), "minute" as const]
      : age < DAY
        ? [Math.floor(age / HOUR), "hour" as const]
        : [Math.floor(age / DAY), "day" as const];
  if (unit === "day" && value === 1) return text.common.yesterday;
  if (form === "long") return new Intl.RelativeTimeFormat(text.language).format(-value, unit);
  return new Intl.NumberFormat(text.language, { style: "unit", unit, unitDisplay: "narrow" }).format(value);
}

function formatDate(date: Date, now: number, form: "short" | "long", language: string): string {
  const sameYear = date.getFullYear() === new Date(now).getFullYear();
  return new Intl.DateTimeFormat(language, {
    day: "numeric",
    month: form === "long" ? "long" : "short",
    ...(sameYear ? {} : { year: "numeric" }),
  }).format(date);
}
