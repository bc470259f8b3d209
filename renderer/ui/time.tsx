import clsx from "clsx";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { type Validity, validityAt } from "../../electron/core/validity.ts";
import type { Text } from "../../electron/text/en.ts";
import { daysBetween } from "../../electron/text/local-time.ts";
import { useText } from "../text/use-text.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type TimeFormat = ReturnType<typeof createTimeFormat>;

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

    /**
     * The time before `now` (milliseconds since 1970) in minutes or hours, from 24 hours on in days of the calendar, and
     * after a week the date. A day on which the clocks are set back has 25 hours.
     */
    relative(date: Date, now: number, form: "short" | "long"): string {
      const age = Math.max(0, now - date.getTime());
      if (age < MINUTE) return common.justNow;
      if (age >= 7 * DAY) return formatDate(date, now, form);
      const days = daysBetween(date, now);
      const [value, unit] =
        age < HOUR
          ? [Math.floor(age / MINUTE), "minute" as const]
          : age < DAY || days === 0
            ? [Math.floor(age / HOUR), "hour" as const]
            : [days, "day" as const];
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

/** A shown age in minutes is at most this much behind. */
const UPDATE_INTERVAL_MS = 20_000;

interface Clock {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly format: TimeFormat;
}

const ClockContext = createContext<Clock | null>(null);

/** One clock and one set of formatters for all times in the window. */
export function ClockProvider({ children }: { readonly children: ReactNode }) {
  const text = useText();
  const format = useMemo(() => createTimeFormat(text), [text]);
  const now = useNow(UPDATE_INTERVAL_MS);
  const clock = useMemo(() => ({ now, format }), [now, format]);
  return <ClockContext value={clock}>{children}</ClockContext>;
}

/** The window's clock and its formatters. */
export function useClock(): Clock {
  const clock = useContext(ClockContext);
  if (clock === null) throw new Error("A time needs a ClockProvider above it.");
  return clock;
}

/** The current time in milliseconds since 1970, updated at an interval: every second, or as given. */
export function useNow(intervalMs = 1_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return now;
}

/** Complete seconds since the component was mounted. */
export function useSeconds(): number {
  const [started] = useState(() => Date.now());
  return Math.max(0, Math.floor((useNow(250) - started) / 1_000));
}

interface RelativeTimeProps {
  /** ISO 8601. */
  readonly at: string;
  /** `short` is 2h, `long` is 2 hours ago. */
  readonly form?: "short" | "long";
  readonly className?: string;
}

/** The age of a time, updated while it is shown, with the exact time on hover. */
export function RelativeTime({ at, form = "short", className }: RelativeTimeProps) {
  const clock = useClock();
  const date = new Date(at);
  return (
    <time dateTime={at} title={clock.format.exact(date)} className={className}>
      {clock.format.relative(date, clock.now, form)}
    </time>
  );
}

interface ValidityTextProps {
  readonly memory: Validity;
  /** `short`, the default: the day, only for a memory that is not valid now. `long`: the interval. */
  readonly form?: "short" | "long";
  readonly className?: string;
}

/** Since when a memory has expired, or from and until when it is valid, with the exact times on hover. */
export function ValidityText({ memory, form = "short", className }: ValidityTextProps) {
  const words = useText().memories.validity;
  const { format } = useClock();
  const { validFrom, validUntil } = memory;
  // The window's clock ticks less often than memories expire; their event renders this again.
  const now = Date.now();
  const state = validityAt(memory, now);
  if (state === "current" && (form === "short" || (validFrom === null && validUntil === null))) return null;
  const shown = (time: string | null) => (time === null ? null : format.moment(new Date(time), now, form));
  const [from, until] = [shown(validFrom), shown(validUntil)];
  const title = [validFrom, validUntil].flatMap((time) => (time === null ? [] : format.exact(new Date(time))));
  return (
    <span title={title.join(" – ")} className={clsx(state === "expired" && "text-warn-text", className)}>
      {state === "expired" && until !== null
        ? words.expired(until)
        : words.between(from, form === "short" ? null : until)}
    </span>
  );
}
