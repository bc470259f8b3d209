import clsx from "clsx";
import type { ReactNode } from "react";
import type { RequestFilter } from "../../../../electron/core/request-filter.ts";
import { useBridgeQuery } from "../../../data/use-bridge.tsx";
import { useText } from "../../../text/use-text.ts";
import { barsPath, linePath, onLogScale } from "./chart-paths.ts";
import { type ChartText, describeRates } from "./describe-rates.ts";
import { TimeButtons, type TimeSpan } from "./time-buttons.tsx";

const SIZE = { width: 240, height: 28 };

interface RateStripProps {
  /** Whether a message is open, which hides the strip in a narrow window. */
  readonly besideDetail: boolean;
  /** Filters the log by the time of a bar. */
  readonly onTime: (filter: TimeSpan & Pick<RequestFilter, "outcome">) => void;
}

/** Requests, latency and errors of the last hour. */
export function RateStrip({ besideDetail, onTime }: RateStripProps) {
  const { common } = useText();
  const text = useText().activity.rates;
  const rates = useBridgeQuery("requests.rates", { minutes: 60 }, { refetchInterval: 20_000 });
  const minutes = rates.data?.minutes ?? [];
  const charts = describeRates(rates.data, text);
  const p50 = onLogScale(minutes.map((minute) => minute.p50));
  const p99 = onLogScale(minutes.map((minute) => minute.p99));
  const highest = Math.max(0, ...p99.filter((value) => value !== null));
  const errors = minutes.map((minute) => minute.errors);
  const buttons = (label: string, filter: Pick<RequestFilter, "outcome"> = {}) => (
    <TimeButtons label={label} rates={minutes} stepMinutes={1} onTime={(span) => onTime({ ...span, ...filter })} />
  );
  return (
    <section
      aria-label={text.label}
      className={clsx("grid shrink-0 grid-cols-3 border-b border-line", besideDetail && "max-wide:hidden")}
    >
      <ChartFigure name={common.requests} chart={charts.requests} overlay={buttons(common.requests)}>
        <path
          d={barsPath(
            minutes.map((minute) => minute.requests),
            SIZE,
          )}
          className="fill-ink-faint/55"
        />
      </ChartFigure>
      <ChartFigure name={common.latency} chart={charts.latency} overlay={buttons(common.latency)}>
        <path d={linePath(p99, SIZE, highest)} className="fill-none stroke-line-strong" strokeDasharray="2 2" />
        <path d={linePath(p50, SIZE, highest)} className="fill-none stroke-accent" strokeWidth={1.5} />
      </ChartFigure>
      <ChartFigure
        name={common.errors}
        chart={charts.errors}
        bad={errors.some((count) => count > 0)}
        overlay={buttons(common.errors, { outcome: "error" })}
      >
        <path d={barsPath(errors, SIZE)} className="fill-bad" />
      </ChartFigure>
    </section>
  );
}

interface ChartFigureProps {
  readonly name: string;
  readonly chart: ChartText;
  readonly bad?: boolean;
  /** Controls above the drawing. */
  readonly overlay: ReactNode;
  /** The SVG paths. */
  readonly children: ReactNode;
}

/** A small chart with its name and current value. */
function ChartFigure({ name, chart, bad, overlay, children }: ChartFigureProps) {
  return (
    <div className="flex min-w-0 items-end gap-3 border-l border-line px-3 py-2 first:border-l-0 max-wide:flex-col max-wide:items-stretch max-wide:gap-1 max-wide:py-1.5">
      <div className="w-28 shrink-0 max-wide:w-auto">
        <div className="truncate text-xs text-ink-faint">{name}</div>
        <div className={clsx("truncate", bad && "text-bad-text")}>{chart.figure}</div>
        <div className="h-4 truncate text-xs text-ink-faint max-wide:hidden">{chart.note}</div>
      </div>
      <div className="relative h-8 min-w-0 flex-1 max-wide:h-6 max-wide:flex-none">
        <svg
          role="img"
          aria-label={chart.description}
          viewBox={`0 -1 ${SIZE.width} ${SIZE.height + 2}`}
          preserveAspectRatio="none"
          className="h-full w-full"
        >
          <title>{chart.description}</title>
          <line x1={0} x2={SIZE.width} y1={SIZE.height} y2={SIZE.height} className="stroke-line" />
          {children}
        </svg>
        {overlay}
      </div>
    </div>
  );
}
