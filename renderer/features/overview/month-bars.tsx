import type { MonthlyCounts } from "../../../electron/core/ports.ts";
import { useText } from "../../text/use-text.ts";
import { Tooltip } from "../../ui/tooltip.tsx";
import { formatMonth } from "./format-day.ts";

interface MonthBarsProps {
  readonly title: string;
  readonly rows: readonly MonthlyCounts[];
  /** The months shown, `2026-01`, the oldest first. */
  readonly months: readonly string[];
  readonly onChoose: (value: string) => void;
}

const BAR = 9;
const STEP = 11;
const HEIGHT = 22;

/** Names with their months as bars, all to one scale, by root so that small ones are seen; a name leads to its memories. */
export function MonthBars({ title, rows, months, onChoose }: MonthBarsProps) {
  const text = useText();
  const most = Math.max(1, ...rows.flatMap((row) => row.months.map(({ count }) => count)));
  if (rows.length === 0) return null;
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="mb-1 leading-6 font-semibold">{title}</h2>
      <ul className="-mx-2">
        {rows.map((row) => {
          const counts = new Map(row.months.map(({ month, count }) => [month, count]));
          const said = row.months
            .map(({ month, count }) => `${formatMonth(month, text.language)} ${text.common.count(count)}`)
            .join(", ");
          return (
            <li key={row.value}>
              <Tooltip content={said} side="top">
                <button
                  type="button"
                  aria-description={text.overview.byMonth(said)}
                  onClick={() => onChoose(row.value)}
                  className="flex w-full items-end gap-3 rounded-md px-2 py-0.5 text-left hover:bg-hover"
                >
                  <span className="min-w-0 flex-1 truncate" dir="auto">
                    {row.value}
                  </span>
                  <svg aria-hidden width={months.length * STEP} height={HEIGHT} className="shrink-0">
                    {months.map((month, index) => {
                      const count = counts.get(month) ?? 0;
                      const height = count === 0 ? 1 : Math.max(2, Math.round(Math.sqrt(count / most) * (HEIGHT - 2)));
                      return (
                        <rect
                          key={month}
                          x={index * STEP}
                          y={HEIGHT - height}
                          width={BAR}
                          height={height}
                          rx={1}
                          className={count === 0 ? "fill-line-strong" : "fill-accent forced-colors:fill-[Highlight]"}
                        />
                      );
                    })}
                  </svg>
                  <span className="w-12 shrink-0 text-right text-sm text-ink-soft">{text.common.count(row.count)}</span>
                </button>
              </Tooltip>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
