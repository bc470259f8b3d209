function padded(value: number, digits: number): string {
  return String(value).padStart(digits, "0");
}

/** The local date and time to the millisecond, `2026-11-21 14:02:09.120`. */
export function formatExactClockTime(iso: string): string {
  const at = new Date(iso);
  return `${at.getFullYear()}-${padded(at.getMonth() + 1, 2)}-${padded(at.getDate(), 2)} ${formatClockTime(iso)}`;
}

/** The local time of day to the millisecond, `14:02:09.120`: a log is read by differences. */
export function formatClockTime(iso: string): string {
  const at = new Date(iso);
  return `${padded(at.getHours(), 2)}:${padded(at.getMinutes(), 2)}:${padded(at.getSeconds(), 2)}.${padded(at.getMilliseconds(), 3)}`;
}

/** A stretch of time to the minute, `14:02 – 14:03`; with its day where that is not today. An open end stays empty. */
export function formatSpan(since: number | undefined, until: number | undefined, now = Date.now()): string {
  const minute = (at: number | undefined) => {
    if (at === undefined) return "";
    const time = formatClockTime(new Date(at).toISOString()).slice(0, 5);
    const today = new Date(at).toDateString() === new Date(now).toDateString();
    return today ? time : `${formatExactClockTime(new Date(at).toISOString()).slice(5, 10)} ${time}`;
  };
  return `${minute(since)} – ${minute(until)}`.trim();
}
