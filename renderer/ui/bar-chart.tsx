import { useText } from "../text/use-text.ts";

const BAR = 10;
const GAP = 3;
const HEIGHT = 56;

interface BarChartProps {
  /** What it shows: the names of the picture and the table. */
  readonly title: string;
  /** The name of the first column, such as the day. */
  readonly rowTitle: string;
  readonly series: readonly [Series, Series];
  /** `stacked`: both together are the bar. `part`: the second is a part of the first, such as errors of calls. */
  readonly kind: "stacked" | "part";
  /** In their order in time. */
  readonly rows: readonly BarRow[];
}

interface Series {
  readonly name: string;
  /** The fill of a bar and the colour in the key. */
  readonly colour: "accent" | "soft" | "bad" | "good";
}

interface BarRow {
  readonly name: string;
  readonly values: readonly [number, number];
}

const FILLS = { accent: "fill-accent", soft: "fill-accent-soft", bad: "fill-bad", good: "fill-good" } as const;
const BACKGROUNDS = { accent: "bg-accent", soft: "bg-accent-soft", bad: "bg-bad", good: "bg-good" } as const;

/** Two series over time as bars, and as a table for screen readers and exact values. */
export function BarChart({ title, rowTitle, series, kind, rows }: BarChartProps) {
  const text = useText();
  const [first, second] = series;
  const most = Math.max(1, ...rows.map(({ values: [one, other] }) => (kind === "stacked" ? one + other : one)));
  const width = rows.length * (BAR + GAP);
  const height = (value: number) => (value === 0 ? 0 : Math.max(1.5, (value / most) * HEIGHT));
  return (
    <figure aria-label={title} className="mt-2">
      <div className="flex gap-3 text-sm text-ink-faint" aria-hidden>
        {series.map(({ name, colour }) => (
          <span key={name} className="flex items-center gap-1.5">
            <span className={`size-2 rounded-[2px] ${BACKGROUNDS[colour]} forced-colors:border`} />
            {name}
          </span>
        ))}
      </div>
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        className="mt-1 h-14 max-w-full border-b border-line"
        width={width * 1.5}
        aria-hidden
      >
        {rows.map(({ name, values: [one, other] }, index) => {
          const x = index * (BAR + GAP);
          const [lower, upper] = [height(one), height(other)];
          const top = kind === "stacked" ? HEIGHT - lower - upper : HEIGHT - upper;
          return (
            <g key={name}>
              <title>{`${name}: ${first.name} ${text.common.count(one)}, ${second.name} ${text.common.count(other)}`}</title>
              <rect x={x} y={0} width={BAR + GAP} height={HEIGHT} className="fill-transparent" />
              <rect x={x} y={HEIGHT - lower} width={BAR} height={lower} className={FILLS[first.colour]} />
              <rect x={x} y={top} width={BAR} height={upper} className={FILLS[second.colour]} />
            </g>
          );
        })}
      </svg>
      <details className="text-sm">
        <summary className="w-fit rounded-sm text-ink-soft hover:text-ink">{text.common.asTable}</summary>
        <table className="mt-1 text-left">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr className="text-ink-faint">
              <th scope="col" className="py-0.5 pr-4 font-normal">
                {rowTitle}
              </th>
              {series.map(({ name }) => (
                <th key={name} scope="col" className="px-3 py-0.5 text-right font-normal">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.toReversed().map(({ name, values }) => (
              <tr key={name} className="border-t border-line tabular-nums">
                <td className="py-0.5 pr-4">{name}</td>
                {values.map((value, index) => (
                  <td key={series[index]?.name} className="px-3 py-0.5 text-right">
                    {text.common.count(value)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
