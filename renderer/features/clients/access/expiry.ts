import type { Text } from "../../../../electron/text/en.ts";
import { daysBetween } from "../../../../electron/text/local-time.ts";

const DAY_MS = 86_400_000;

/** The selectable lifetimes in days; `date` is a date that the owner chooses. */
export const TERMS = ["never", "30", "90", "365", "date"] as const;
export type Term = (typeof TERMS)[number];

/** The default lifetime in days: a forgotten token expires within a quarter. */
export const USUAL_TERM = "90";

/** The expiry of a token with this lifetime, ISO 8601; null if it never expires. */
export function endOfTerm(term: Exclude<Term, "date">, now: number): string | null {
  return term === "never" ? null : new Date(now + Number(term) * DAY_MS).toISOString();
}

/** The end of a day in the local time zone, ISO 8601. @param day `2026-12-24` */
export function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59.999`).toISOString();
}

/** "December 21, 2026, in 30 days", with the time if it is today. */
export function describeEnd(iso: string, now: number, text: Text): string {
  const at = new Date(iso);
  const days = daysBetween(now, iso);
  const timeStyle = days === 0 ? "short" : undefined;
  const date = new Intl.DateTimeFormat(text.language, { dateStyle: "long", timeStyle }).format(at);
  return `${date}, ${new Intl.RelativeTimeFormat(text.language, { numeric: "auto" }).format(days, "day")}`;
}

/** The remaining days, rounded up; null if the token never expires or has expired. */
export function daysLeft(expiresAt: string | null, now: number): number | null {
  if (expiresAt === null) return null;
  const left = Date.parse(expiresAt) - now;
  return left <= 0 ? null : Math.ceil(left / DAY_MS);
}
