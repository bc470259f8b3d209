import { Autocomplete } from "@base-ui/react/autocomplete";
import { Popover } from "@base-ui/react/popover";
import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { Check, ListFilter } from "lucide-react";
import { useState } from "react";
import type { Facets } from "../../../../electron/core/ports.ts";
import { commandsOf } from "../../../commands/command.ts";
import { useCommands } from "../../../commands/commands.tsx";
import { matchesWords } from "../../../commands/match-words.ts";
import { useBridge, useBridgeQuery } from "../../../data/use-bridge.tsx";
import { useText } from "../../../text/use-text.ts";
import { IconButton } from "../../../ui/button.tsx";
import { OneLine } from "../../../ui/inline-text.tsx";
import { usePopupFocus } from "../../../ui/popup.tsx";
import { ITEM_STYLE, POPUP_STYLE } from "../../../ui/select.tsx";
import { useMemories } from "../memories-context.tsx";
import {
  activeFilters,
  FILTER_KINDS,
  type FilterKind,
  filterLabel,
  type MemoryQuery,
  NEVER_RECALLED,
  SINCE_SPANS,
  toFilter,
  toggleFilter,
  VALIDITY_FILTERS,
} from "../query/memory-query.ts";

/** A searchable menu of all filters, with the number of memories for each. */
export function FilterMenu() {
  const { route, listRef } = useMemories();
  const text = useText();
  const [open, setOpen] = useState(false);
  const focus = usePopupFocus();
  const command = commandsOf("memories", text.memories.actions.group);
  useCommands([command("filter", text.memories.filter, () => setOpen(true), { keys: ["f"], icon: ListFilter })]);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        render={
          <IconButton
            label={text.memories.filter}
            icon={ListFilter}
            keys="f"
            className={activeFilters(route.query).length > 0 ? "text-accent-text" : ""}
          />
        }
      />
      <Popover.Portal>
        <Popover.Positioner className="z-40" sideOffset={4} align="start">
          <Popover.Popup
            {...focus}
            finalFocus={listRef}
            aria-label={text.common.filters}
            className={`${POPUP_STYLE} w-80`}
          >
            <FilterChoices />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function FilterChoices() {
  const { query, setQuery } = useMemories().route;
  const text = useText();
  const words = text.memories.filters;
  const [typed, setTyped] = useState("");
  const groups = useFilterChoices(query, typed);
  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      value={typed}
      onValueChange={(value, details) => {
        if (details.reason !== "item-press") setTyped(value);
      }}
      itemToStringValue={(choice: FilterChoice) => choice.label}
      filter={null}
      autoHighlight="always"
      keepHighlight
    >
      <Autocomplete.Input
        aria-label={words.placeholder}
        placeholder={words.placeholder}
        className="h-9 w-full border-b border-line bg-transparent px-3 outline-hidden"
      />
      <Autocomplete.Empty>
        {groups.length === 0 && <div className="px-3 py-4 text-center text-ink-soft">{words.nothing}</div>}
      </Autocomplete.Empty>
      <Autocomplete.List className="max-h-[min(420px,calc(var(--available-height)-48px))] scroll-py-1 overflow-y-auto p-1 data-empty:hidden">
        {(group: (typeof groups)[number]) => (
          <Autocomplete.Group key={group.value} items={group.items} className="not-last:mb-1">
            <Autocomplete.GroupLabel className="px-2 pt-1.5 pb-0.5 text-xs font-medium text-ink-faint">
              {group.label}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(choice: FilterChoice) => (
                <Autocomplete.Item
                  key={choice.id}
                  value={choice}
                  onClick={() => setQuery(toggleFilter(query, choice.kind, choice.value))}
                  className={ITEM_STYLE}
                >
                  <span className="size-3.5 text-accent-text">
                    {choice.isActive && <Check size={14} aria-hidden />}
                  </span>
                  <OneLine className="min-w-0 flex-1">{choice.label}</OneLine>
                  <span className="text-sm text-ink-faint">
                    {choice.count === null ? "" : text.common.count(choice.count)}
                  </span>
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

interface FilterChoice {
  readonly id: string;
  readonly kind: FilterKind;
  readonly value: string;
  readonly label: string;
  /** Number of memories with this filter; null until it is known. */
  readonly count: number | null;
  readonly isActive: boolean;
}
interface FilterGroup {
  readonly value: FilterKind;
  readonly label: string;
  readonly items: FilterChoice[];
}
type ValueCount = Pick<FilterChoice, "value" | "count">;

/** Maximum number of choices in a group before anything is typed, and after. */
const MAX_CHOICES = 6;
const MAX_MATCHING_CHOICES = 30;

/** The choices that match the typed words. The counts of a kind ignore its own filter, so that it can be widened. */
export function useFilterChoices(query: MemoryQuery, typed: string): FilterGroup[] {
  const text = useText();
  const words = text.memories.filters;
  const counts: Readonly<Record<FilterKind, readonly ValueCount[]>> = {
    namespace: useFacets(query, "namespace")?.namespaces ?? [],
    domain: useFacets(query, "domain")?.domains ?? [],
    tag: useFacets(query)?.tags ?? [],
    client: useFacets(query, "client")?.clients ?? [],
    since: useCounts(query, "since", SINCE_SPANS),
    day: useCounts(query, "day", query.day),
    recalled: useCounts(query, "recalled", [NEVER_RECALLED]),
    validity: useCounts(query, "validity", VALIDITY_FILTERS),
  };
  return FILTER_KINDS.map((kind) => {
    const active = query[kind];
    const values = counts[kind].map(({ value }) => value);
    const missing = active.filter((value) => !values.includes(value)).map((value) => ({ value, count: 0 }));
    const choices = [...missing, ...counts[kind]].map(
      ({ value, count }): FilterChoice => ({
        id: `${kind}:${value}`,
        kind,
        value,
        label: filterLabel(words, kind, value),
        count,
        isActive: active.includes(value),
      }),
    );
    const matching = choices.filter(({ label }) =>
      matchesWords(`${words[kind]} ${label} ${label.replace(/\W+/g, " ")}`, typed),
    );
    const items =
      typed.trim() === ""
        ? matching.filter((choice, index) => choice.isActive || index < MAX_CHOICES)
        : matching.slice(0, MAX_MATCHING_CHOICES);
    return { value: kind, label: words[kind], items };
  }).filter((group) => group.items.length > 0);
}

function useCounts(query: MemoryQuery, kind: FilterKind, values: readonly string[]): ValueCount[] {
  const bridge = useBridge();
  const results = useQueries({
    queries: values.map((value) => {
      const input = toFilter({ ...query, [kind]: [value] });
      return { queryKey: ["memories.count", input], queryFn: () => bridge.invoke("memories.count", input) };
    }),
  });
  return values.map((value, index) => ({ value, count: results[index]?.data ?? null }));
}

function useFacets(query: MemoryQuery, without?: FilterKind): Facets | undefined {
  return useBridgeQuery("memories.facets", toFilter(query, without), { placeholderData: keepPreviousData }).data;
}
