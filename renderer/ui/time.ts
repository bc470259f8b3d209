import type { Text } from "../text/en.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The full date and time, to the second, in the reader's zone. */
export function formatExactTime(date: Date, language: string): string {
  return dateFormat(language, { dateStyle: "full", timeStyle: "medium" }).format(date);
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
  if (form === "long") return spanFormat(text.language).format(-value, unit);
  return unitFormat(text.language, { style: "unit", unit, unitDisplay: "narrow" }).format(value);
}

function formatDate(date: Date, now: number, form: "short" | "long", language: string): string {
  const sameYear = date.getFullYear() === new Date(now).getFullYear();
  return dateFormat(language, {
    day: "numeric",
    month: form === "long" ? "long" : "short",
    ...(sameYear ? {} : { year: "numeric" }),
  }).format(date);
}

const dateFormat = keepEach(
  (language, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options),
);
const unitFormat = keepEach((language, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options));
const spanFormat = keepEach((language) => new Intl.RelativeTimeFormat(language));

/** Making a formatter takes as long as formatting a hundred times; a list makes each once. */
function keepEach<Options extends readonly unknown[], Formatter>(
  make: (language: string, ...options: Options) => Formatter,
): (language: string, ...options: Options) => Formatter {
  const made = new Map<string, Formatter>();
  return (language, ...options) => {
    const key = JSON.stringify([language, options]);
    const known = made.get(key);
    if (known !== undefined) return known;
    const formatter = make(language, ...options);
    made.set(key, formatter);
    return formatter;
  };
}
