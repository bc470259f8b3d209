import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import type { ClientRates } from "../../../../electron/ipc/contract.ts";
import { useBridgeQuery } from "../../../data/use-bridge-query.ts";
import { useText } from "../../../text/use-text.ts";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import { formatDuration } from "../log/duration.ts";
import { barsPath, linePath } from "./chart-paths.ts";
import { onLogScale } from "./log-scale.ts";

const SPANS = {
  hour: { minutes: 60, stepMinutes: 1, byClient: true },
  day: { minutes: 1440, stepMinutes: 15, byClient: true },
} as const;
const SIZE = { width: 160, height: 20 };

interface ClientRatesPanelProps {
  readonly onClient: (name: string) => void;
}

/** Rate, latency and errors of each client, over the last hour or day, the busiest first. */
export function ClientRatesPanel({ onClient }: ClientRatesPanelProps) {
  const text = useText().activity.clientRates;
  const [span, setSpan] = useState<keyof typeof SPANS>("hour");
  const rates = useBridgeQuery("requests.rates", SPANS[span], {
    refetchInterval: 20_000,
    placeholderData: keepPreviousData,
  });
  const clients = rates.data?.clients;
  const busiest = Math.max(0, ...(clients ?? []).flatMap(({ minutes }) => minutes.map(({ requests }) => requests)));
  return (
    <section aria-label={text.label} className="shrink-0 border-b border-line">
      <div className="flex items-center gap-3 px-3 pt-2 pb-1">
        <h2 className="flex-1 text-xs text-ink-faint">{text.label}</h2>
        <Segmented
          label={text.span}
          options={(["hour", "day"] as const).map((value) => ({ value, label: text.spans[value] }))}
          value={span}
          onChange={setSpan}
        />
      </div>
      {rates.isError && <ErrorState inline error={rates.error} onRetry={() => void rates.refetch()} />}
      {clients?.length === 0 && <p className="px-3 pb-2 text-sm text-ink-faint">{text.none}</p>}
      {clients !== undefined && clients.length > 0 && (
        <div className="max-h-44 overflow-y-auto px-3 pb-2">
          <table className="w-full table-fixed text-sm">
            <thead>
              <tr className="text-left text-xs text-ink-faint">
                {[text.client, text.requests, text.latency, text.errors].map((name) => (
                  <th key={name} scope="col" className="pr-3 font-normal first:w-44 max-wide:first:w-auto">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {clients.map((client) => (
                <ClientRow key={client.client ?? ""} rates={client} busiest={busiest} onClient={onClient} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

interface ClientRowProps {
  readonly rates: ClientRates;
  /** The most requests in one step of any client: all bars share the scale. */
  readonly busiest: number;
  readonly onClient: (name: string) => void;
}

function ClientRow({ rates, busiest, onClient }: ClientRowProps) {
  const words = useText();
  const text = words.activity.clientRates;
  const { client, minutes, requests, errors, p50, p99 } = rates;
  const high = onLogScale(minutes.map((minute) => minute.p99));
  const highest = Math.max(0, ...high.filter((value) => value !== null));
  return (
    <tr>
      <th scope="row" className="truncate pr-3 text-left font-normal">
        {client === null ? (
          <span className="text-ink-faint">{words.activity.unknownClient}</span>
        ) : (
          <button type="button" className="hover:underline" onClick={() => onClient(client)}>
            {client}
          </button>
        )}
      </th>
      <ChartCell figure={words.common.count(requests)}>
        <path
          d={barsPath(
            minutes.map((minute) => minute.requests),
            SIZE,
            busiest,
          )}
          className="fill-ink-faint/55"
        />
      </ChartCell>
      <ChartCell
        figure={p50 === null || p99 === null ? "" : text.percentiles(formatDuration(p50), formatDuration(p99))}
      >
        <path d={linePath(high, SIZE, highest)} className="fill-none stroke-line-strong" strokeDasharray="2 2" />
        <path
          d={linePath(onLogScale(minutes.map((minute) => minute.p50)), SIZE, highest)}
          className="fill-none stroke-accent"
          strokeWidth={1.5}
        />
      </ChartCell>
      <ChartCell figure={errors === 0 ? text.noErrors : words.common.count(errors)} bad={errors > 0}>
        <path
          d={barsPath(
            minutes.map((minute) => minute.errors),
            SIZE,
          )}
          className="fill-bad"
        />
      </ChartCell>
    </tr>
  );
}

interface ChartCellProps {
  readonly figure: string;
  readonly bad?: boolean;
  readonly children: React.ReactNode;
}

/** A figure with its picture; the picture repeats over time what the figure says of the whole. */
function ChartCell({ figure, bad = false, children }: ChartCellProps) {
  return (
    <td className="h-7 pr-3">
      <div className="flex items-center gap-2">
        <span
          className={`w-34 shrink-0 truncate tabular-nums max-wide:w-auto ${bad ? "text-bad-text" : "text-ink-soft"}`}
        >
          {figure}
        </span>
        <svg
          aria-hidden
          viewBox={`0 -1 ${SIZE.width} ${SIZE.height + 2}`}
          preserveAspectRatio="none"
          className="h-5 min-w-0 flex-1 max-wide:hidden"
        >
          {children}
        </svg>
      </div>
    </td>
  );
}
