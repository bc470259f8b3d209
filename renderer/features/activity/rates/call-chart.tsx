import type { RequestRate } from "../../../../electron/core/request-log.ts";
import { useText } from "../../../text/use-text.ts";
import { BarChart } from "../../../ui/bar-chart.tsx";

type Step = Pick<RequestRate, "at" | "requests" | "errors">;

interface CallChartProps {
  readonly title: string;
  /** The hours in their order. */
  readonly steps: readonly Step[];
}

/** Calls and errors by hour; nothing if there are none. */
export function CallChart({ title, steps }: CallChartProps) {
  const { common, language, activity } = useText();
  if (!steps.some(({ requests }) => requests > 0)) return null;
  return (
    <section aria-label={title}>
      <h3 className="mt-6 font-medium">{title}</h3>
      <BarChart
        title={title}
        rowTitle={activity.callChart.hour}
        kind="part"
        series={[
          { name: activity.callChart.calls, colour: "accent" },
          { name: common.errors, colour: "bad" },
        ]}
        rows={steps.map(({ at, requests, errors }) => ({
          name: new Date(at).toLocaleString(language, { weekday: "short", hour: "2-digit", minute: "2-digit" }),
          values: [requests, errors],
        }))}
      />
    </section>
  );
}

/** The sums of the same steps of several rates. */
export function sumOfSteps(rates: readonly (readonly Step[])[]): readonly Step[] {
  const [first = [], ...others] = rates;
  return first.map((step, index) => ({
    at: step.at,
    requests: others.reduce((sum, steps) => sum + (steps[index]?.requests ?? 0), step.requests),
    errors: others.reduce((sum, steps) => sum + (steps[index]?.errors ?? 0), step.errors),
  }));
}
