import type { ClientRates } from "../../../../electron/ipc/contract.ts";
import { useText } from "../../../text/use-text.ts";
import { formatDuration } from "../log/duration.ts";
import { barsPath, linePath } from "./chart-paths.ts";
import { errorWords } from "./error-words.ts";
import { onLogScale } from "./log-scale.ts";
import { TimeButtons, type TimeSpan } from "./time-buttons.tsx";

const SIZE = { width: 160, height: 20 };

interface ClientRowProps {
  readonly rates: ClientRates;
  readonly stepMinutes: number;
  /** The most requests in one step of any client: all bars share the scale. */
  readonly busiest: number;
  readonly onClient: (name: string) => void;
  readonly onTime: (span: TimeSpan) => void;
}

/** One client's rate, latency and errors as figures, each with its picture over time. */
export function ClientRow({ rates, stepMinutes, busiest, onClient, onTime }: ClientRowProps) {
  const words = useText();
  const text = words.activity.clientRates;
  const { client, minutes, requests, errors, p50, p99 } = rates;
  const high = onLogScale(minutes.map((minute) => minute.p99));
  const highest = Math.max(0, ...high.filter((value) => value !== null));
  const bars = (values: readonly number[], maximum?: number) => barsPath(values, SIZE, maximum);
  return (
    <tr>
      <th scope="row" className="truncate pr-3 text-left font-normal">
        {client === null ? (
          <span className="text-ink-faint">{words.activity.unknownClient}</span>
        ) : (
          <button type="button" className="max-w-full truncate hover:underline" onClick={() => onClient(client)}>
            {client}
          </button>
        )}
      </th>
      <ChartCell
        figure={words.common.count(requests)}
        over={
          <TimeButtons
            label={`${client ?? words.activity.unknownClient}: ${text.requests}`}
            rates={minutes}
            stepMinutes={stepMinutes}
            onTime={onTime}
          />
        }
      >
        <path
          d={bars(
            minutes.map((minute) => minute.requests),
            busiest,
          )}
          className="fill-ink-faint/55"
        />
      </ChartCell>
      <ChartCell
        figure={p50 === null || p99 === null ? text.quiet : text.percentiles(formatDuration(p50), formatDuration(p99))}
      >
        <path d={linePath(high, SIZE, highest)} className="fill-none stroke-line-strong" strokeDasharray="2 2" />
        <path
          d={linePath(onLogScale(minutes.map((minute) => minute.p50)), SIZE, highest)}
          className="fill-none stroke-accent"
          strokeWidth={1.5}
        />
      </ChartCell>
      <ChartCell figure={errorWords(rates, text)} bad={errors > 0}>
        <path d={bars(minutes.map((minute) => minute.errors))} className="fill-bad" />
      </ChartCell>
    </tr>
  );
}

interface ChartCellProps {
  readonly figure: string;
  readonly bad?: boolean;
  /** What lies over the picture. */
  readonly over?: React.ReactNode;
  readonly children: React.ReactNode;
}

/** A figure with its picture, below it in a narrow window; the picture repeats over time what the figure says of the whole. */
function ChartCell({ figure, bad = false, over, children }: ChartCellProps) {
  return (
    <td className="h-7 py-0.5 pr-3">
      <div className="flex items-center gap-2 max-wide:flex-col max-wide:items-stretch max-wide:gap-0">
        <span
          className={`w-34 shrink-0 truncate tabular-nums max-wide:w-auto ${bad ? "text-bad-text" : "text-ink-soft"}`}
        >
          {figure}
        </span>
        <div className="relative h-5 min-w-0 flex-1 max-wide:flex-none">
          <svg
            aria-hidden
            viewBox={`0 -1 ${SIZE.width} ${SIZE.height + 2}`}
            preserveAspectRatio="none"
            className="h-full w-full"
          >
            {children}
          </svg>
          {over}
        </div>
      </div>
    </td>
  );
}
