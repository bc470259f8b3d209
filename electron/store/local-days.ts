const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A stretch of time in which this machine's clocks stood at one distance from UTC; milliseconds. */
export interface ClockStretch {
  readonly from: number;
  readonly to: number;
  /** To be added to UTC. */
  readonly offset: number;
}

/** The stretches of [from, to): one, or one more for each time the clocks were changed. */
export function clockStretches(from: number, to: number): ClockStretch[] {
  const stretches: { from: number; to: number; offset: number }[] = [];
  for (let at = from; at < to; at = Math.floor(at / HOUR) * HOUR + HOUR) {
    const offset = -new Date(at).getTimezoneOffset() * 60_000;
    const last = stretches.at(-1);
    const end = Math.min(to, Math.floor(at / HOUR) * HOUR + HOUR);
    if (last?.offset === offset) last.to = end;
    else stretches.push({ from: at, to: end, offset });
  }
  return stretches;
}

/** The day's name, `2026-01-31`, by its number since 1970 in local time. */
export function dayName(number: number): string {
  return new Date(number * DAY).toISOString().slice(0, 10);
}
