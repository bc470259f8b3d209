/** A duration with its unit and about three digits: `0.4 ms`, `12 ms`, `1.24 s`, `2 min 05 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 0.05) return "0 ms";
  if (milliseconds < 9.95) return `${milliseconds.toFixed(1)} ms`;
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 9_995) return `${(milliseconds / 1_000).toFixed(2)} s`;
  if (milliseconds < 59_950) return `${(milliseconds / 1_000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1_000);
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`;
}

/**
 * The filled share of a duration's bar, 0 to 1, on a logarithmic scale from 0.1 ms to 10 s: a factor of ten is a fifth
 * of the bar, so that 2 ms and 2 s are both visible.
 */
export function durationShare(milliseconds: number): number {
  const decades = Math.log10(Math.max(milliseconds, 0.1)) + 1;
  return Math.min(1, Math.max(0.03, decades / 5));
}

/** The local time of day to the millisecond, `14:02:09.120`: a log is read by differences. */
export function formatClockTime(iso: string): string {
  const at = new Date(iso);
  return `${padded(at.getHours(), 2)}:${padded(at.getMinutes(), 2)}:${padded(at.getSeconds(), 2)}.${padded(at.getMilliseconds(), 3)}`;
}

/** The local date and time to the millisecond, `2026-11-21 14:02:09.120`. */
export function formatExactClockTime(iso: string): string {
  const at = new Date(iso);
  return `${at.getFullYear()}-${padded(at.getMonth() + 1, 2)}-${padded(at.getDate(), 2)} ${formatClockTime(iso)}`;
}

/** A time span to the minute, `14:02 – 14:03`; with the day unless it is today. An open end is empty. */
export function formatSpan(since: number | undefined, until: number | undefined, now = Date.now()): string {
  const minute = (at: number | undefined) => {
    if (at === undefined) return "";
    const time = formatClockTime(new Date(at).toISOString()).slice(0, 5);
    const isToday = new Date(at).toDateString() === new Date(now).toDateString();
    return isToday ? time : `${formatExactClockTime(new Date(at).toISOString()).slice(5, 10)} ${time}`;
  };
  return `${minute(since)} – ${minute(until)}`.trim();
}

function padded(value: number, digits: number): string {
  return String(value).padStart(digits, "0");
}

/** A target without scheme and escapes: `recollect://acme%2Fshop/decisions/01J…` becomes `acme/shop/decisions/01J…`. */
export function formatTarget(target: string): string {
  if (!target.startsWith("recollect://")) return target;
  const path = target.slice("recollect://".length);
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
