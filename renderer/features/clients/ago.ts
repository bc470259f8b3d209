import { useEffect, useState } from "react";
import type { Text } from "../../../electron/text/en.ts";
import { createTimeFormat } from "../../ui/time.ts";

/** The current time in milliseconds since 1970, updated every second. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** The time since a moment as text: in seconds within the first minute, to show whether a client is active. */
export function formatAgo(iso: string, now: number, text: Text): string {
  const at = new Date(iso);
  const seconds = Math.floor((now - at.getTime()) / 1_000);
  if (seconds < 1) return text.common.justNow;
  return seconds < 60 ? text.clients.secondsAgo(seconds) : createTimeFormat(text).relative(at, now, "long");
}
