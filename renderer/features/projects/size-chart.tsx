import { useMemo } from "react";
import { useBridgeQuery } from "../../data/use-bridge.tsx";
import { useText } from "../../text/use-text.ts";
import { createDayFormat } from "../timeline/calendar-days.ts";

const WIDTH = 480;
const HEIGHT = 72;
const DAY_MS = 86_400_000;

interface Step {
  readonly day: string;
  readonly total: number;
}

/** The number of current memories of a project by the day of their capture, as a line and as a table; nothing on the first day. */
export function SizeChart({ name }: { readonly name: string }) {
  const text = useText();
  const words = text.projects;
  const { data } = useBridgeQuery("memories.captureActivity", { domain: name });
  const nameOf = useMemo(() => createDayFormat(text.language), [text.language]);
  const steps = useMemo(() => sizeByDay(data?.days ?? []), [data]);
  const [first] = steps;
  const last = steps.at(-1);
  if (first === undefined || last === undefined || steps.length < 2) return null;
  return (
    <section aria-label={words.size}>
      <h2 className="mb-1 px-2 text-sm font-semibold">{words.size}</h2>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words.sizeSummary(nameOf(first.day), nameOf(last.day), last.total)}
        className="h-18 w-full max-w-120 px-2 text-accent"
      >
        <path
          d={linePath(steps)}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.5}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <details className="px-2 text-sm">
        <summary className="w-fit rounded-sm text-ink-soft hover:text-ink">{text.common.asTable}</summary>
        <table className="mt-1">
          <caption className="sr-only">{words.size}</caption>
          <thead className="text-left text-ink-faint">
            <tr>
              <th scope="col" className="pr-8 font-normal">
                {text.common.day}
              </th>
              <th scope="col" className="text-right font-normal">
                {text.frame.memories}
              </th>
            </tr>
          </thead>
          <tbody>
            {steps.toReversed().map(({ day, total }) => (
              <tr key={day}>
                <td className="pr-8">{nameOf(day)}</td>
                <td className="text-right">{text.common.count(total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

/** The total after each day. @param days in their order */
export function sizeByDay(days: readonly { readonly day: string; readonly count: number }[]): Step[] {
  let total = 0;
  return days.map(({ day, count }) => {
    total += count;
    return { day, total };
  });
}

/** A line with a step at each day, from the first one to the last. */
export function linePath(steps: readonly Step[]): string {
  const days = steps.map(({ day }) => Date.parse(day) / DAY_MS);
  const [first = 0] = days;
  const span = Math.max(1, (days.at(-1) ?? first) - first);
  const most = Math.max(1, steps.at(-1)?.total ?? 1);
  const yOf = (total: number) => Math.round((HEIGHT - 2 - (total / most) * (HEIGHT - 4)) * 10) / 10;
  const points = steps.map(({ total }, index) => {
    const x = Math.round((((days[index] ?? first) - first) / span) * WIDTH * 10) / 10;
    return index === 0 ? `M${x} ${yOf(total)}` : `H${x}V${yOf(total)}`;
  });
  return `${points.join("")}H${WIDTH}`;
}
