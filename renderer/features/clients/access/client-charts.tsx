import { useBridgeQuery } from "../../../data/use-bridge.tsx";
import { useText } from "../../../text/use-text.ts";
import { BarChart } from "../../../ui/bar-chart.tsx";
import { CallChart, sumOfSteps } from "../../activity/rates/call-chart.tsx";
import { sumOfDays } from "../client-entries.ts";
import { useClients } from "../use-clients.ts";

/** The number of shown days: the two latest weeks with requests. */
const MAX_DAYS = 14;
const DAY_MS = 86_400_000;

interface ClientChartsProps {
  readonly subject: string;
}

/** What a client did over time: its requests, its tokens, and the memories that it got and used. */
export function ClientCharts({ subject }: ClientChartsProps) {
  return (
    <>
      <Requests subject={subject} />
      <TokenUse subject={subject} />
      <GivenMemories subject={subject} />
    </>
  );
}

/** The requests of the last day by hour, summed over the names of the client; nothing if there are none. */
function Requests({ subject }: ClientChartsProps) {
  const words = useText();
  const names = (useClients().data ?? []).filter((client) => client.subject === subject).map(({ name }) => name);
  const rates = useBridgeQuery("requests.rates", { minutes: 1440, stepMinutes: 60, byClient: true });
  const own = (rates.data?.clients ?? []).filter(({ client }) => client !== null && names.includes(client));
  return <CallChart title={words.activity.callChart.requests} steps={sumOfSteps(own.map(({ minutes }) => minutes))} />;
}

/** The tokens that a client's model wrote and read, by day; nothing if there are none. */
function TokenUse({ subject }: ClientChartsProps) {
  const words = useText();
  const text = words.clients.tokenUse;
  const clients = useClients().data ?? [];
  const days = sumOfDays(clients.filter((client) => client.subject === subject).flatMap(({ tokenDays }) => tokenDays));
  if (days.length === 0) return null;
  return (
    <section aria-label={words.common.tokens}>
      <h3 className="mt-6 font-medium">{words.common.tokens}</h3>
      <p className="text-sm text-ink-faint">{text.hint}</p>
      <BarChart
        title={words.common.tokens}
        rowTitle={words.common.day}
        kind="stacked"
        series={[
          { name: text.written, colour: "good" },
          { name: text.read, colour: "accent" },
        ]}
        rows={everyDay(days).map(([day, found]) => ({
          name: dayName(day, words.language),
          values: [found?.tokensIn ?? 0, found?.tokensOut ?? 0],
        }))}
      />
    </section>
  );
}

/** The memories that a client got and that its answers used, by day; nothing if there are none. */
function GivenMemories({ subject }: ClientChartsProps) {
  const words = useText();
  const { data = [] } = useBridgeQuery("use.byClient", {});
  const days = data.filter((day) => day.subject === subject);
  if (days.length === 0) return null;
  return (
    <section aria-label={words.use.title}>
      <h3 className="mt-6 font-medium">{words.use.title}</h3>
      <BarChart
        title={words.use.title}
        rowTitle={words.common.day}
        kind="part"
        series={[
          { name: words.use.given, colour: "accent" },
          { name: words.use.usedInAnswers, colour: "good" },
        ]}
        rows={everyDay(days).map(([day, found]) => ({
          name: dayName(day, words.language),
          values: [found?.given ?? 0, found?.used ?? 0],
        }))}
      />
    </section>
  );
}

/** The days from the first to the last one, at most {@link MAX_DAYS}, in their order, with their figures if known. */
export function everyDay<Day extends { readonly day: string }>(
  known: readonly Day[],
): readonly (readonly [string, Day | undefined])[] {
  const byDay = new Map(known.map((one) => [one.day, one]));
  const [first = "", ...others] = [...byDay.keys()].sort();
  const last = Date.parse(others.at(-1) ?? first);
  const span = Math.min(MAX_DAYS, (last - Date.parse(first)) / DAY_MS + 1);
  return Array.from({ length: span }, (_, index) => {
    const day = new Date(last - (span - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    return [day, byDay.get(day)] as const;
  });
}

/** A day without a time of day, in the reader's time zone. */
function dayName(day: string, language: string): string {
  return new Date(`${day}T12:00:00`).toLocaleDateString(language, { weekday: "short", day: "numeric", month: "short" });
}
