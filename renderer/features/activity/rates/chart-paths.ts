interface ChartSize {
  readonly width: number;
  readonly height: number;
}

/**
 * The SVG path of one bar per value, oldest first, with a gap between bars. A value above 0 is at least one unit high,
 * so that one error among thousands is visible.
 */
export function barsPath(values: readonly number[], size: ChartSize, maximum = Math.max(...values, 0)): string {
  if (maximum <= 0) return "";
  const step = size.width / values.length;
  const bar = rounded(Math.max(step - 1, step * 0.6));
  return values
    .map((value, index) => {
      if (value <= 0) return "";
      const height = rounded(Math.max(1, (value / maximum) * size.height));
      return `M${rounded(index * step)} ${size.height}v${-height}h${bar}v${height}z`;
    })
    .join("");
}

/** The SVG path of a line through the values, oldest first. Null is a gap; a value between two gaps is a dash. */
export function linePath(values: readonly (number | null)[], size: ChartSize, maximum: number): string {
  const step = size.width / values.length;
  let path = "";
  let drawing = false;
  values.forEach((value, index) => {
    if (value === null) {
      drawing = false;
      return;
    }
    const x = rounded((index + 0.5) * step);
    const y = rounded(size.height - (maximum <= 0 ? 0 : Math.min(1, value / maximum) * size.height));
    const isolated = !drawing && (values[index + 1] ?? null) === null;
    path += drawing ? `L${x} ${y}` : isolated ? `M${rounded(x - step / 2)} ${y}h${rounded(step)}` : `M${x} ${y}`;
    drawing = true;
  });
  return path;
}

/** Values on a logarithmic scale: latency spans decades, and the median stays visible next to a slow minute. */
export function onLogScale(values: readonly (number | null)[]): (number | null)[] {
  return values.map((value) => (value === null ? null : Math.log1p(value)));
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
