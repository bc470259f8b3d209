import type { Text } from "../../../text/en.ts";

const DAY_MS = 86_400_000;

/** How long tokens are made for; `date` is a day of the owner's choice. */
export const TERMS = ["never", "30", "90", "365", "date"] as const;
export type Term = (typeof TERMS)[number];

/** What a new token is made for, in days: long enough to be of use, short enough to be forgotten safely. */
export const USUAL_TERM = "90";

/** The end of a term that begins now, ISO 8601; null: never. */
export function endOfTerm(term: Exclude<Term, "date">, now: number): string | null {
  return term === "never" ? null : new Date(now + Number(term) * DAY_MS).toISOString();
}

/** The last moment of a day in the owner's zone, ISO 8601. @param day `2026-12-24` */
export function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59.999`).toISOString();
}

/** The day of a moment in the owner's zone, as a date field holds it. */
export function dayOf(iso: string): string {
  const date = new Date(iso);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** "21 December 2026, in 30 days"; with the hour on the day itself. */
export function describeEnd(iso: string, now: number, text: Text): string {
  const at = new Date(iso);
  const days = Math.round(
    (Date.parse(`${dayOf(iso)}T12:00`) - Date.parse(`${dayOf(new Date(now).toISOString())}T12:00`)) / DAY_MS,
  );
  const date = new Intl.DateTimeFormat(text.language, {
    dateStyle: "long",
    ...(days === 0 ? { timeStyle: "short" } : {}),
  }).format(at);
  return `${date}, ${new Intl.RelativeTimeFormat(text.language, { numeric: "auto" }).format(days, "day")}`;
}

/** Days that are left, rounded up; null where it does not end, or has ended. */
export function daysLeft(expiresAt: string | null, now: number): number | null {
  if (expiresAt === null) return null;
  const left = Date.parse(expiresAt) - now;
  return left <= 0 ? null : Math.ceil(left / DAY_MS);
}
