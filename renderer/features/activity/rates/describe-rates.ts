import type { RequestRates } from "../../../../electron/ipc/contract.ts";
import type { Text } from "../../../text/en.ts";
import { formatClockTime } from "../log/clock-time.ts";
import { formatDuration } from "../log/duration.ts";
import { figuresOf } from "./rate-figures.ts";

/** One chart's figure, the note below it, and the chart in words for those who do not see it. */
export interface ChartWords {
  readonly figure: string;
  readonly note: string;
  readonly description: string;
}

/** What the three charts say; dashes while nothing is known, for a nought would be a claim. */
export function describeRates(
  rates: RequestRates | undefined,
  text: Text["activity"]["rates"],
): { readonly requests: ChartWords; readonly latency: ChartWords; readonly errors: ChartWords } {
  if (rates === undefined) {
    const unknown = { figure: text.unknown, note: "", description: text.unknownDescription };
    return { requests: unknown, latency: unknown, errors: unknown };
  }
  const { now, total, errors, busiest, ...latency } = figuresOf(rates);
  const p50 = latency.p50 === null ? null : formatDuration(latency.p50);
  const p99 = latency.p99 === null ? null : formatDuration(latency.p99);
  const most = busiest === null ? null : text.busiest(busiest.requests, formatClockTime(busiest.at).slice(0, 5));
  return {
    requests: {
      figure: text.perMinute(now),
      note: text.inHour(total),
      description: text.describeRequests(now, total, most),
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
