import { useBridgeQuery } from "../data/use-bridge.tsx";
import { useText } from "../text/use-text.ts";

/** The sparkline: time span, number of bars, and size in pixels. */
const MINUTES = 30;
const BARS = 10;
const WIDTH = 38;
const HEIGHT = 12;

/** The requests of the last half hour, three minutes per bar. */
export function ActivitySparkline() {
  const text = useText();
  const rates = useBridgeQuery("requests.rates", { minutes: MINUTES }, { refetchInterval: 60_000 });
  const counts = sumInto(BARS, rates.data?.minutes.map((minute) => minute.requests) ?? []);
  const maximum = Math.max(1, ...counts);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const step = WIDTH / BARS;
  const bars = counts.map((count, index) => ({
    x: index * step,
    height: count === 0 ? 1 : Math.max(2, (count / maximum) * HEIGHT),
    opacity: count === 0 ? 0.4 : 1,
  }));
  return (
    <svg width={WIDTH} height={HEIGHT} role="img" aria-label={text.frame.sparkline(total)} className="text-ink-faint">
      {bars.map(({ x, height, opacity }) => (
        <rect
          key={x}
          x={x}
          y={HEIGHT - height}
          width={step - 1.2}
          height={height}
          fill="currentColor"
          opacity={opacity}
        />
      ))}
    </svg>
  );
}

/** Sums adjacent values into groups of equal size. If the values do not divide evenly, the oldest group is smaller. */
export function sumInto(parts: number, values: readonly number[]): number[] {
  const size = Math.max(1, Math.ceil(values.length / parts));
  return Array.from({ length: parts }, (_, part) => {
    const end = values.length - (parts - 1 - part) * size;
    return values.slice(Math.max(0, end - size), Math.max(0, end)).reduce((sum, value) => sum + value, 0);
  });
}
