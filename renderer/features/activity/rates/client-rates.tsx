import { keepPreviousData } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ClientRates, RequestRates } from "../../../../electron/core/request-log.ts";
import type { Text } from "../../../../electron/text/en.ts";
import { useBridgeQuery } from "../../../data/use-bridge.tsx";
import { useStored } from "../../../data/use-stored.ts";
import { useText } from "../../../text/use-text.ts";
import { Segmented } from "../../../ui/choice.tsx";
import { ErrorState } from "../../../ui/states.tsx";
import { formatDuration, formatSpan } from "../log/format.ts";
import { barsPath, linePath, onLogScale } from "./chart-paths.ts";
import { spanOf, TimeButtons, type TimeSpan } from "./time-buttons.tsx";

const SPANS = {
  hour: { minutes: 60, stepMinutes: 1, byClient: true },
  day: { minutes: 1440, stepMinutes: 15, byClient: true },
} as const;
const SPAN_NAMES = ["hour", "day"] as const;
const VIEW_NAMES = ["client", "time"] as const;
const CHART = { width: 160, height: 20 };

interface ClientRatesPanelProps {
  readonly onClient: (name: string) => void;
  /** `client` is null for all clients. */
  readonly onTime: (span: TimeSpan, client: string | null) => void;
}

/** Requests, latency and errors of the last hour or day, by client (busiest first) or by time. */
export function ClientRatesPanel({ onClient, onTime }: ClientRatesPanelProps) {
  const { common } = useText();
  const text = useText().activity.clientRates;
  const [span, setSpan] = useStored<keyof typeof SPANS>("activity.rateSpan", "hour");
  const [view, setView] = useStored<(typeof VIEW_NAMES)[number]>("activity.rateView", "client");
  const { stepMinutes } = SPANS[span];
  const rates = useBridgeQuery("requests.rates", SPANS[span], {
    refetchInterval: 20_000,
    placeholderData: keepPreviousData,
  });
  const clients = rates.data?.clients;
  const busiest = Math.max(0, ...(clients ?? []).flatMap(({ minutes }) => minutes.map(({ requests }) => requests)));
  return (
    <section aria-label={text.label} className="shrink-0 border-b border-line">
      <div className="flex flex-wrap items-center gap-3 px-3 pt-2 pb-1">
        <h2 className="flex-1 text-xs text-ink-faint">{text.label}</h2>
        <Segmented
          label={text.view}
          options={VIEW_NAMES.map((value) => ({ value, label: text.views[value] }))}
          value={view}
          onChange={setView}
        />
        <Segmented
          label={text.span}
          options={SPAN_NAMES.map((value) => ({ value, label: text.spans[value] }))}
          value={span}
          onChange={setSpan}
        />
      </div>
      {rates.isError && <ErrorState inline error={rates.error} onRetry={() => void rates.refetch()} />}
      {clients?.length === 0 && <p className="px-3 pb-2 text-sm text-ink-faint">{text.none}</p>}
      {rates.data !== undefined && clients !== undefined && clients.length > 0 && (
        <div className="max-h-44 overflow-y-auto px-3 pb-2">
          {view === "time" ? (
            <TimeTable rates={rates.data} stepMinutes={stepMinutes} onTime={(time) => onTime(time, null)} />
          ) : (
            <table className="w-full table-fixed text-sm">
              <thead>
                <tr className="text-left text-xs text-ink-faint">
                  {[common.client, common.requests, common.latency, common.errors].map((name) => (
                    <th key={name} scope="col" className="pr-3 font-normal first:w-44 max-wide:first:w-auto">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {clients.map((client) => (
                  <ClientRow
                    key={client.client ?? ""}
                    rates={client}
                    stepMinutes={stepMinutes}
                    busiest={busiest}
                    onClient={onClient}
                    onTime={(time) => onTime(time, client.client)}
                  />
                ))}
              </tbody>
            </table>
          )}
        </div>
      )}
    </section>
  );
}

interface ClientRowProps {
  readonly rates: ClientRates;
  readonly stepMinutes: number;
  /** The maximum of requests in one step of any client: all bars share this scale. */
  readonly busiest: number;
  readonly onClient: (name: string) => void;
  readonly onTime: (span: TimeSpan) => void;
}

/** One client's requests, latency and errors, each with a chart over time. */
function ClientRow({ rates, stepMinutes, busiest, onClient, onTime }: ClientRowProps) {
  const words = useText();
  const text = words.activity.clientRates;
  const { client, minutes, requests, errors, p50, p99 } = rates;
  const high = onLogScale(minutes.map((minute) => minute.p99));
  const highest = Math.max(0, ...high.filter((value) => value !== null));
  const bars = (values: readonly number[], maximum?: number) => barsPath(values, CHART, maximum);
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
        overlay={
          <TimeButtons
            label={`${client ?? words.activity.unknownClient}: ${words.common.requests}`}
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
        <path d={linePath(high, CHART, highest)} className="fill-none stroke-line-strong" strokeDasharray="2 2" />
        <path
          d={linePath(onLogScale(minutes.map((minute) => minute.p50)), CHART, highest)}
          className="fill-none stroke-accent"
          strokeWidth={1.5}
        />
      </ChartCell>
      <ChartCell figure={formatErrors(rates, text)} bad={errors > 0}>
        <path d={bars(minutes.map((minute) => minute.errors))} className="fill-bad" />
      </ChartCell>
    </tr>
  );
}

interface ChartCellProps {
  readonly figure: string;
  readonly bad?: boolean;
  /** Controls above the chart. */
  readonly overlay?: ReactNode;
  /** The SVG paths. */
  readonly children: ReactNode;
}

/** A figure for the full span, next to (in a narrow window, above) its chart over time. */
function ChartCell({ figure, bad = false, overlay, children }: ChartCellProps) {
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
            viewBox={`0 -1 ${CHART.width} ${CHART.height + 2}`}
            preserveAspectRatio="none"
            className="h-full w-full"
          >
            {children}
          </svg>
          {overlay}
        </div>
      </div>
    </td>
  );
}

interface TimeTableProps {
  readonly rates: RequestRates;
  readonly stepMinutes: number;
  readonly onTime: (span: TimeSpan) => void;
}

/** The figures of the charts, newest first, without steps that had no requests. */
function TimeTable({ rates, stepMinutes, onTime }: TimeTableProps) {
  const words = useText();
  const text = words.activity.clientRates;
  const busy = rates.minutes.filter(({ requests }) => requests > 0).toReversed();
  const columns = [text.time, words.common.requests, text.p50, text.p99, words.common.errors];
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
                {formatErrors(rate, text)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** The number of errors and their share: `3 · 1.2%`. */
function formatErrors(
  { requests, errors }: { readonly requests: number; readonly errors: number },
  text: Text["activity"]["clientRates"],
): string {
  return errors === 0 ? text.noErrors : text.errorShare(errors, errors / requests);
}
