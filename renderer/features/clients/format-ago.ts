import type { Text } from "../../text/en.ts";
import { formatRelativeTime } from "../../ui/time.ts";

/** How long ago in words; to the second within the first minute, for that is what "is it alive?" asks. */
export function formatAgo(iso: string, now: number, text: Text): string {
  const at = new Date(iso);
  const seconds = Math.floor((now - at.getTime()) / 1_000);
  if (seconds < 1) return text.common.justNow;
  return seconds < 60 ? text.clients.secondsAgo(seconds) : formatRelativeTime(at, now, "long", text);
}
