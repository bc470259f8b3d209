import clsx from "clsx";
import type { RequestRates } from "../../../../electron/ipc/contract.ts";
import { useBridgeQuery } from "../../../data/use-bridge-query.ts";
import { useText } from "../../../text/use-text.ts";
import { formatClockTime } from "../log/clock-time.ts";
import { formatDuration } from "../log/duration.ts";
import { ChartFigure } from "./chart-figure.tsx";
import { barsPath, linePath } from "./chart-paths.ts";
import { figuresOf } from "./rate-figures.ts";

const SIZE = { width: 240, height: 28 };
/** Flat and empty, so that nothing jumps when the figures arrive. */
const NOTHING: RequestRates = { minutes: [] };

interface RateStripProps {
  /** Whether a message is open: in a narrow window it then takes this room too. */
  readonly besideDetail: boolean;
}

/** The last hour above the log: how much was asked, how long it took, what failed. */
export function RateStrip({ besideDetail }: RateStripProps) {
  const text = useText().activity.rates;
  const rates = useBridgeQuery("requests.rates", { minutes: 60 }, { refetchInterval: 20_000 });
  const { minutes } = rates.data ?? NOTHING;
  const unknown = rates.data === undefined;
  const figures = figuresOf({ minutes });
  const busiest =
    figures.busiest === null
      ? null
      : text.busiest(figures.busiest.requests, formatClockTime(figures.busiest.at).slice(0, 5));
  const p50 = figures.p50 === null ? null : formatDuration(figures.p50);
  const p99 = figures.p99 === null ? null : formatDuration(figures.p99);
  // Latency spans decades; the logarithm keeps the median in sight beside a slow minute.
  const scaled = (values: readonly (number | null)[]) =>
    values.map((value) => (value === null ? null : Math.log1p(value)));
  const highest = Math.log1p(figures.p99 ?? 0);

  return (
    <section
      aria-label={text.label}
      className={clsx(
        "grid shrink-0 grid-cols-3 border-b border-line max-wide:grid-cols-2",
        besideDetail && "max-wide:hidden",
      )}
    >
      <ChartFigure
        name={text.requests}
        figure={unknown ? text.unknown : text.perMinute(figures.now)}
        note={unknown ? "" : text.inHour(figures.total)}
        description={unknown ? text.unknownDescription : text.describeRequests(figures.now, figures.total, busiest)}
        size={SIZE}
      >
        <path
          d={barsPath(
            minutes.map((minute) => minute.requests),
            SIZE,
          )}
          className="fill-ink-faint/55"
        />
      </ChartFigure>
      <ChartFigure
        name={text.latency}
        figure={unknown ? text.unknown : p50 === null ? text.quiet : text.p50(p50)}
        note={p99 === null ? "" : text.p99(p99)}
        description={unknown ? text.unknownDescription : text.describeLatency(p50, p99)}
        size={SIZE}
      >
        <path
          d={linePath(scaled(minutes.map((minute) => minute.p99)), SIZE, highest)}
          className="fill-none stroke-line-strong"
          strokeDasharray="2 2"
        />
        <path
          d={linePath(scaled(minutes.map((minute) => minute.p50)), SIZE, highest)}
          className="fill-none stroke-accent"
          strokeWidth={1.5}
        />
      </ChartFigure>
      <ChartFigure
        name={text.errors}
        figure={unknown ? text.unknown : figures.errors === 0 ? text.none : text.inHour(figures.errors)}
        note=""
        bad={figures.errors > 0}
        description={unknown ? text.unknownDescription : text.describeErrors(figures.errors)}
        size={SIZE}
        className="max-wide:hidden"
      >
        <path
          d={barsPath(
            minutes.map((minute) => minute.errors),
            SIZE,
          )}
          className="fill-bad"
        />
      </ChartFigure>
    </section>
  );
}
