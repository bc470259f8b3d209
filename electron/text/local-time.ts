/** A time as a `Date` accepts it: ISO 8601, milliseconds since 1970, or a `Date`. */
type Time = string | number | Date;

/** The date of a time in the machine's time zone: `2026-01-31`. */
export function localDay(time: Time): string {
  const date = new Date(time);
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

/** The date and time in the machine's time zone, to the minute: `2026-01-31 09:05`. */
export function localMinute(time: Time): string {
  const date = new Date(time);
  return `${localDay(date)} ${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** The date and time in the machine's time zone, to the second: `2026-01-31 09:05:30`. */
export function localSecond(time: Time): string {
  return `${localMinute(time)}:${twoDigits(new Date(time).getSeconds())}`;
}

/** The date of the day after a time, in the machine's time zone. */
export function nextDay(time: Time): string {
  const date = new Date(time);
  return localDay(new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1));
}

/** As {@link localMinute}; the start of a day as its date only, as filters and validity accept it. */
export function localTime(time: Time): string {
  const minute = localMinute(time);
  return minute.endsWith(" 00:00") ? localDay(time) : minute;
}

/** The number of midnights in the machine's time zone from one time to a later one: 1 is yesterday. */
export function daysBetween(earlier: Time, later: Time): number {
  // UTC has no changes of clocks, so each day there has 24 hours.
  const [from, to] = [earlier, later].map((time) => Date.parse(localDay(time)));
  return ((to ?? 0) - (from ?? 0)) / 86_400_000;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
