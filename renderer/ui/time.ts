import type { Text } from "../../electron/text/en.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export type TimeFormat = ReturnType<typeof createTimeFormat>;

/** Formats times in one language and the local time zone. Keep it: creating an `Intl` formatter is expensive. */
export function createTimeFormat(text: Text) {
  const { language, common } = text;
  const dateFormat = cached((options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options));
  const unitFormat = cached((options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options));
  const agoFormat = cached(() => new Intl.RelativeTimeFormat(language));

  function formatDate(date: Date, now: number, form: "short" | "long"): string {
    const sameYear = date.getFullYear() === new Date(now).getFullYear();
    const month = form === "long" ? "long" : "short";
    return dateFormat({ day: "numeric", month, year: sameYear ? undefined : "numeric" }).format(date);
  }

  return {
    /** The full date and the time to the second. */
    exact: (date: Date): string => dateFormat({ dateStyle: "full", timeStyle: "medium" }).format(date),

    /** A date, with the year unless it is the current one; `long` adds the time unless it is the start of the day. */
    moment(date: Date, now: number, form: "short" | "long"): string {
      const isDay = date.getHours() === 0 && date.getMinutes() === 0 && date.getSeconds() === 0;
      const year = date.getFullYear() === new Date(now).getFullYear() ? undefined : "numeric";
      const day = { day: "numeric", month: "short", year } as const;
      return dateFormat(isDay || form === "short" ? day : { ...day, hour: "2-digit", minute: "2-digit" }).format(date);
    },

    /** The time before `now` (milliseconds since 1970) in minutes, hours or days; the date after a week. */
    relative(date: Date, now: number, form: "short" | "long"): string {
      const age = Math.max(0, now - date.getTime());
      if (age < MINUTE) return common.justNow;
      if (age >= 7 * DAY) return formatDate(date, now, form);
      const [value, unit] =
        age < HOUR
          ? [Math.floor(age / MINUTE), "minute" as const]
          : age < DAY
            ? [Math.floor(age / HOUR), "hour" as const]
            : [Math.floor(age / DAY), "day" as const];
      if (unit === "day" && value === 1) return common.yesterday;
      if (form === "long") return agoFormat().format(-value, unit);
      return unitFormat({ style: "unit", unit, unitDisplay: "narrow" }).format(value);
    },
  };
}

/** The time since a moment (ISO 8601) as text: in seconds within the first minute, to show whether a client is active. */
export function formatAgo(iso: string, now: number, text: Text): string {
  const at = new Date(iso);
  const seconds = Math.floor((now - at.getTime()) / 1_000);
  if (seconds < 1) return text.common.justNow;
  return seconds < 60 ? text.clients.secondsAgo(seconds) : createTimeFormat(text).relative(at, now, "long");
}

/** Creates one formatter for each set of options. */
function cached<Options extends readonly unknown[], Formatter>(
  create: (...options: Options) => Formatter,
): (...options: Options) => Formatter {
  const formatters = new Map<string, Formatter>();
  return (...options) => {
    const key = JSON.stringify(options);
    const formatter = formatters.get(key) ?? create(...options);
    formatters.set(key, formatter);
    return formatter;
  };
}
