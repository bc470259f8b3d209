import clsx from "clsx";
import type { ReactNode } from "react";
import type { RequestFilter } from "../../../../electron/core/request-filter.ts";
import type { RequestRate, RequestRates } from "../../../../electron/core/request-log.ts";
import type { Text } from "../../../../electron/text/en.ts";
import { useBridgeQuery } from "../../../data/use-bridge.tsx";
import { useText } from "../../../text/use-text.ts";
import { formatClockTime, formatDuration } from "../log/format.ts";
import { barsPath, linePath, onLogScale } from "./chart-paths.ts";
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

/** A chart's current value, the note below it, and its description for screen readers. */
interface ChartText {
  readonly figure: string;
  readonly note: string;
  readonly description: string;
}

/** The texts of the three charts. Until the rates are known, dashes rather than zeros. */
export function describeRates(
  rates: RequestRates | undefined,
  text: Text["activity"]["rates"],
): { readonly requests: ChartText; readonly latency: ChartText; readonly errors: ChartText } {
  if (rates === undefined) {
    const unknown = { figure: text.unknown, note: "", description: text.unknownDescription };
    return { requests: unknown, latency: unknown, errors: unknown };
  }
  const { perMinute, total, errors, busiest, ...latency } = summarizeRates(rates);
  const p50 = latency.p50 === null ? null : formatDuration(latency.p50);
  const p99 = latency.p99 === null ? null : formatDuration(latency.p99);
  const most = busiest === null ? null : text.busiest(busiest.requests, formatClockTime(busiest.at).slice(0, 5));
  return {
    requests: {
      figure: text.perMinute(perMinute),
      note: text.inHour(total),
      description: text.describeRequests(perMinute, total, most),
    },
    latency: {
      figure: p50 === null ? text.quiet : text.p50(p50),
      note: p99 === null ? "" : text.p99(p99),
      description: text.describeLatency(p50, p99),
    },
    errors: {
      figure: errors === 0 ? text.none : text.inHour(errors),
      note: "",
      description: text.describeErrors(errors),
    },
  };
}

interface RateSummary {
  /** Requests in the last full minute, or in the current one if that has more. */
  readonly perMinute: number;
  readonly total: number;
  readonly errors: number;
  /** Null without requests. */
  readonly busiest: RequestRate | null;
  /** The mean of the minutes' medians in milliseconds, weighted by requests; null without requests. */
  readonly p50: number | null;
  /** The highest p99 of a minute. */
  readonly p99: number | null;
}

export function summarizeRates({ minutes }: RequestRates): RateSummary {
  let total = 0;
  let errors = 0;
  let weighted = 0;
  let measured = 0;
  let busiest: RequestRate | null = null;
  let p99: number | null = null;
  for (const minute of minutes) {
    total += minute.requests;
    errors += minute.errors;
    if (minute.p50 !== null) {
      weighted += minute.p50 * minute.requests;
      measured += minute.requests;
    }
    if (minute.p99 !== null && (p99 === null || minute.p99 > p99)) p99 = minute.p99;
    if (minute.requests > 0 && (busiest === null || minute.requests > busiest.requests)) busiest = minute;
  }
  return {
    perMinute: Math.max(minutes.at(-1)?.requests ?? 0, minutes.at(-2)?.requests ?? 0),
    total,
    errors,
    busiest,
    p50: measured === 0 ? null : weighted / measured,
    p99,
  };
}
