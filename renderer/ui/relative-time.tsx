import { useSyncExternalStore } from "react";
import { useText } from "../text/use-text.ts";
import { formatExactTime, formatRelativeTime } from "./time.ts";

interface RelativeTimeProps {
  /** ISO 8601. */
  readonly at: string;
  /** `short`: 2h; `long`: 2 hours ago. */
  readonly form?: "short" | "long";
  readonly className?: string;
}

/** How long ago, kept true while it is shown; the exact time on hover. */
export function RelativeTime({ at, form = "short", className }: RelativeTimeProps) {
  const text = useText();
  const now = useSyncExternalStore(subscribeToMinute, () => minute);
  const date = new Date(at);
  return (
    <time dateTime={at} title={formatExactTime(date, text.language)} className={className}>
      {formatRelativeTime(date, now, form, text)}
    </time>
  );
}

/** One clock for every time on the page. */
let minute = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribeToMinute(listener: () => void): () => void {
  if (listeners.size === 0) {
    minute = Date.now();
    timer = setInterval(() => {
      minute = Date.now();
      for (const notify of listeners) notify();
    }, 20_000);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}
