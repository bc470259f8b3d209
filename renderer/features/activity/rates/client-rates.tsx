import { keepPreviousData } from "@tanstack/react-query";
import { useBridgeQuery } from "../../../data/use-bridge-query.ts";
import { useStored } from "../../../data/use-stored.ts";
import { useText } from "../../../text/use-text.ts";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import { ClientRow } from "./client-row.tsx";
import type { TimeSpan } from "./time-buttons.tsx";
import { TimeTable } from "./time-table.tsx";

const SPANS = {
  hour: { minutes: 60, stepMinutes: 1, byClient: true },
  day: { minutes: 1440, stepMinutes: 15, byClient: true },
} as const;
const SPAN_NAMES = ["hour", "day"] as const;
const VIEW_NAMES = ["client", "time"] as const;

interface ClientRatesPanelProps {
  readonly onClient: (name: string) => void;
  /** Of one client, or of all where it is null. */
  readonly onTime: (span: TimeSpan, client: string | null) => void;
}

/** Rate, latency and errors over the last hour or day: of each client, the busiest first, or of each stretch of time. */
export function ClientRatesPanel({ onClient, onTime }: ClientRatesPanelProps) {
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
                  {[text.client, text.requests, text.latency, text.errors].map((name) => (
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
