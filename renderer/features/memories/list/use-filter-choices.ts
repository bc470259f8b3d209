import { keepPreviousData, useQueries } from "@tanstack/react-query";
import type { FacetCount, Facets } from "../../../../electron/core/ports.ts";
import { matchesWords } from "../../../commands/match-words.ts";
import { useBridge } from "../../../data/bridge-context.tsx";
import { useBridgeQuery } from "../../../data/use-bridge-query.ts";
import type { Text } from "../../../text/en.ts";
import { useText } from "../../../text/use-text.ts";
import {
  FILTER_KINDS,
  type FilterKind,
  type MemoryQuery,
  NEVER_RECALLED,
  SINCE_SPANS,
  toFilter,
} from "../query/memory-query.ts";

export interface FilterChoice {
  readonly id: string;
  readonly kind: FilterKind;
  readonly value: string;
  readonly label: string;
  /** How many memories it would leave; null where it is not counted. */
  readonly count: number | null;
  readonly set: boolean;
}
export interface FilterGroup {
  readonly value: FilterKind;
  readonly label: string;
  readonly items: FilterChoice[];
}

/** Shown of each kind before anything is typed. */
const FEW = 6;

/** What the list can be filtered by. Each kind is counted under the other filters, so that it can be widened too. */
export function useFilterChoices(query: MemoryQuery, typed: string): FilterGroup[] {
  const text = useText();
  const words = text.memories.filters;
  const counts: Readonly<Record<FilterKind, readonly FacetCount[]>> = {
    namespace: useFacets(query, "namespace")?.namespaces ?? [],
    domain: useFacets(query, "domain")?.domains ?? [],
    tag: useFacets(query, undefined)?.tags ?? [],
    client: useFacets(query, "client")?.clients ?? [],
    since: useCounts(query, "since", SINCE_SPANS),
    day: useCounts(query, "day", query.day),
    recalled: useCounts(query, "recalled", NEVER),
  };
  return FILTER_KINDS.map((kind) => {
    const set = query[kind];
    const values = counts[kind].map(({ value }) => value);
    const missing = set.filter((value) => !values.includes(value)).map((value) => ({ value, count: 0 }));
    const choices = [...missing, ...counts[kind]].map(
      ({ value, count }): FilterChoice => ({
        id: `${kind}:${value}`,
        kind,
        value,
        label: labelOfFilter(words, kind, value),
        count: count === UNKNOWN ? null : count,
        set: set.includes(value),
      }),
    );
    const matching = choices.filter(({ label }) =>
      matchesWords(`${words[kind]} ${label} ${label.replace(/\W+/g, " ")}`, typed),
    );
    const items =
      typed.trim() === "" ? matching.filter((choice, index) => choice.set || index < FEW) : matching.slice(0, 30);
    return { value: kind, label: words[kind], items };
  }).filter((group) => group.items.length > 0);
}

/** Not counted yet. */
const UNKNOWN = -1;
const NEVER = [NEVER_RECALLED];

/** How many memories each of these choices would leave; the rest of the list is shown before it is known. */
function useCounts(query: MemoryQuery, kind: FilterKind, values: readonly string[]): FacetCount[] {
  const bridge = useBridge();
  const answers = useQueries({
    queries: values.map((value) => {
      const input = toFilter({ ...query, [kind]: [value] });
      return { queryKey: ["memories.count", input], queryFn: () => bridge.invoke("memories.count", input) };
    }),
  });
  return values.map((value, index) => ({ value, count: answers[index]?.data ?? UNKNOWN }));
}

/** A filter's value in words. */
export function labelOfFilter(words: Text["memories"]["filters"], kind: FilterKind, value: string): string {
  if (kind === "since") return words.spans[value] ?? value;
  return kind === "recalled" ? words.never : value;
}

function useFacets(query: MemoryQuery, without: FilterKind | undefined): Facets | undefined {
  return useBridgeQuery("memories.facets", toFilter(query, without), { placeholderData: keepPreviousData }).data;
}
