import type { FacetCount } from "../../../electron/core/ports.ts";
import { useBridgeQuery } from "../../data/use-bridge-query.ts";
import type { Text } from "../../text/en.ts";
import { useText } from "../../text/use-text.ts";
import { useDelayed } from "../../ui/use-delayed.ts";
import { parseQuery, toFilter } from "../memories/query/memory-query.ts";

interface DayDetailProps {
  /** The day that is pointed at or focused; null: none. */
  readonly day: string | null;
  /** The day and how many memories it holds, in words; the hint's place while there is none. */
  readonly words: string;
  readonly count: number | null;
  readonly filter: Readonly<Record<string, string>>;
}

/** Names told of each kind. */
const MOST_NAMED = 4;
/** Who only passes over a day does not ask about it, in milliseconds. */
const REST = 120;

/** What a day holds: how many memories, of which namespaces, in which domains. Two lines high, whatever it says. */
export function DayDetail({ day, words, count, filter }: DayDetailProps) {
  const { hint } = useText().overview;
  return (
    <span className="min-h-9 min-w-0 flex-1">
      {day === null || count === null ? (
        hint
      ) : (
        <>
          <span className="block text-ink">{words}</span>
          {count > 0 && <Parts key={day} day={day} filter={filter} />}
        </>
      )}
    </span>
  );
}

function Parts({ day, filter }: { readonly day: string; readonly filter: Readonly<Record<string, string>> }) {
  const text = useText();
  const rests = useDelayed(REST);
  const query = parseQuery("all", new URLSearchParams({ ...filter, day }));
  const facets = useBridgeQuery("memories.facets", toFilter(query), { enabled: rests }).data;
  if (facets === undefined) return null;
  const parts = [facets.namespaces, facets.domains].map((counts) => named(counts, text)).filter((part) => part !== "");
  return (
    <span className="block truncate" dir="auto">
      {parts.join(" — ")}
    </span>
  );
}

function named(counts: readonly FacetCount[], text: Text): string {
  const shown = counts.slice(0, MOST_NAMED).map(({ value, count }) => `${value} ${text.common.count(count)}`);
  return [...shown, ...(counts.length > MOST_NAMED ? ["…"] : [])].join(", ");
}
