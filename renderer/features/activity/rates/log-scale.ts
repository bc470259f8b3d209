/** Latency spans decades; the logarithm keeps the median in sight beside a slow minute. */
export function onLogScale(values: readonly (number | null)[]): (number | null)[] {
  return values.map((value) => (value === null ? null : Math.log1p(value)));
}
