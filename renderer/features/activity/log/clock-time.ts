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
