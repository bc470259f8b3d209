/** A duration as a figure of about three digits with its unit: `0.4 ms`, `12 ms`, `1.24 s`, `2 min 05 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 0.05) {
    return "0 ms";
  }
  if (milliseconds < 9.95) {
    return `${milliseconds.toFixed(1)} ms`;
  }
  if (milliseconds < 999.5) {
    return `${Math.round(milliseconds)} ms`;
  }
  if (milliseconds < 9_995) {
    return `${(milliseconds / 1_000).toFixed(2)} s`;
  }
  if (milliseconds < 59_950) {
    return `${(milliseconds / 1_000).toFixed(1)} s`;
  }
  const seconds = Math.round(milliseconds / 1_000);
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`;
}

/**
 * How much of its bar a duration fills, 0 to 1, on a logarithmic scale from 0.1 ms to 10 s: a figure that is ten times
 * another is a fifth of the bar longer, so that 2 ms and 2 s can both be seen.
 */
export function durationShare(milliseconds: number): number {
  const decades = Math.log10(Math.max(milliseconds, 0.1)) + 1;
  return Math.min(1, Math.max(0.03, decades / 5));
}

/** From here on an answer is felt as slow and is marked. */
export const SLOW_MILLISECONDS = 500;
