import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { useText } from "../text/use-text.ts";
import { createTimeFormat, type TimeFormat } from "./time.ts";

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
