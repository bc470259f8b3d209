import clsx from "clsx";
import type { RequestFilter } from "../../../../electron/core/request-log.ts";
import { useBridgeQuery } from "../../../data/use-bridge-query.ts";
import { useText } from "../../../text/use-text.ts";
import { ChartFigure } from "./chart-figure.tsx";
import { barsPath, linePath } from "./chart-paths.ts";
import { describeRates } from "./describe-rates.ts";
import { onLogScale } from "./log-scale.ts";
import { TimeButtons, type TimeSpan } from "./time-buttons.tsx";

const SIZE = { width: 240, height: 28 };

interface RateStripProps {
  /** Whether a message is open: in a narrow window it then takes this room too. */
  readonly besideDetail: boolean;
  /** Shows what a bar is made of. */
  readonly onTime: (filter: TimeSpan & Pick<RequestFilter, "outcome">) => void;
}

/** The last hour above the log: how much was asked, how long it took, what failed. */
export function RateStrip({ besideDetail, onTime }: RateStripProps) {
  const text = useText().activity.rates;
  const rates = useBridgeQuery("requests.rates", { minutes: 60 }, { refetchInterval: 20_000 });
  const minutes = rates.data?.minutes ?? [];
  const words = describeRates(rates.data, text);
  const p50 = onLogScale(minutes.map((minute) => minute.p50));
  const p99 = onLogScale(minutes.map((minute) => minute.p99));
  const highest = Math.max(0, ...p99.filter((value) => value !== null));
  const errors = minutes.map((minute) => minute.errors);
  return (
    <section
      aria-label={text.label}
      className={clsx("grid shrink-0 grid-cols-3 border-b border-line", besideDetail && "max-wide:hidden")}
    >
      <ChartFigure
        name={text.requests}
        words={words.requests}
        size={SIZE}
        over={<TimeButtons label={text.requests} rates={minutes} stepMinutes={1} onTime={onTime} />}
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
        words={words.latency}
        size={SIZE}
        over={<TimeButtons label={text.latency} rates={minutes} stepMinutes={1} onTime={onTime} />}
      >
        <path d={linePath(p99, SIZE, highest)} className="fill-none stroke-line-strong" strokeDasharray="2 2" />
        <path d={linePath(p50, SIZE, highest)} className="fill-none stroke-accent" strokeWidth={1.5} />
      </ChartFigure>
      <ChartFigure
        name={text.errors}
        words={words.errors}
        size={SIZE}
        bad={errors.some((count) => count > 0)}
        over={
          <TimeButtons
            label={text.errors}
            rates={minutes}
            stepMinutes={1}
            onTime={(span) => onTime({ ...span, outcome: "error" })}
          />
        }
      >
        <path d={barsPath(errors, SIZE)} className="fill-bad" />
      </ChartFigure>
    </section>
  );
}
