import type { RequestRates } from "../../../../electron/ipc/contract.ts";
import { useText } from "../../../text/use-text.ts";
import { formatSpan } from "../log/clock-time.ts";
import { formatDuration } from "../log/duration.ts";
import { errorWords } from "./error-words.ts";
import { spanOf, type TimeSpan } from "./time-buttons.tsx";

interface TimeTableProps {
  readonly rates: RequestRates;
  readonly stepMinutes: number;
  readonly onTime: (span: TimeSpan) => void;
}

/** The figures behind the charts, the newest first; times in which nothing was asked are left out. */
export function TimeTable({ rates, stepMinutes, onTime }: TimeTableProps) {
  const words = useText();
  const text = words.activity.clientRates;
  const busy = rates.minutes.filter(({ requests }) => requests > 0).toReversed();
  const columns = [text.time, text.requests, text.p50, text.p99, text.errors];
  const figure = (milliseconds: number | null) => (milliseconds === null ? text.quiet : formatDuration(milliseconds));
  return (
    <table className="w-full table-fixed text-sm tabular-nums">
      <thead>
        <tr className="text-left text-xs text-ink-faint">
          {columns.map((name) => (
            <th key={name} scope="col" className="pr-3 font-normal">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {busy.map((rate) => {
          const span = spanOf(rate, stepMinutes);
          return (
            <tr key={rate.at} className="h-7">
              <th scope="row" className="truncate pr-3 text-left font-normal">
                <button type="button" className="hover:underline" onClick={() => onTime(span)}>
                  {formatSpan(span.since, span.until)}
                </button>
              </th>
              <td className="pr-3 text-ink-soft">{words.common.count(rate.requests)}</td>
              <td className="pr-3 text-ink-soft">{figure(rate.p50)}</td>
              <td className="pr-3 text-ink-soft">{figure(rate.p99)}</td>
              <td className={`pr-3 ${rate.errors > 0 ? "text-bad-text" : "text-ink-soft"}`}>
                {errorWords(rate, text)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
