import { Autocomplete } from "@base-ui/react/autocomplete";
import { Popover } from "@base-ui/react/popover";
import { Check, ListFilter } from "lucide-react";
import { type RefObject, useState } from "react";
import { useCommands } from "../../../commands/commands.tsx";
import { useText } from "../../../text/use-text.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { ITEM_STYLE, POPUP_STYLE } from "../../../ui/select.tsx";
import { activeFilters, type MemoryQuery, toggleFilter } from "../query/memory-query.ts";
import { type FilterChoice, useFilterChoices } from "./use-filter-choices.ts";

interface FilterChoicesProps {
  readonly query: MemoryQuery;
  readonly onQuery: (query: MemoryQuery) => void;
}
interface FilterMenuProps extends FilterChoicesProps {
  /** Where the focus goes afterwards. */
  readonly listRef: RefObject<HTMLDivElement | null>;
}

/** Everything a list can be filtered by, with counts, found by typing. */
export function FilterMenu({ query, onQuery, listRef }: FilterMenuProps) {
  const text = useText();
  const [open, setOpen] = useState(false);
  useCommands([
    {
      id: "memories.filter",
      title: text.memories.filter,
      group: text.memories.actions.group,
      keys: ["f"],
      icon: ListFilter,
      run: () => setOpen(true),
    },
  ]);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        render={
          <IconButton
            label={text.memories.filter}
            icon={ListFilter}
            keys="f"
            className={activeFilters(query).length > 0 ? "text-accent-text" : ""}
          />
        }
      />
      <Popover.Portal>
        <Popover.Positioner className="z-40" sideOffset={4} align="start">
          <Popover.Popup
            finalFocus={listRef}
            aria-label={text.memories.filters.label}
            className={`${POPUP_STYLE} w-80`}
          >
            <FilterChoices query={query} onQuery={onQuery} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function FilterChoices({ query, onQuery }: FilterChoicesProps) {
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
                  onClick={() => onQuery(toggleFilter(query, choice.kind, choice.value))}
                  className={ITEM_STYLE}
                >
                  <span className="size-3.5 text-accent-text">{choice.set && <Check size={14} aria-hidden />}</span>
                  <span className="min-w-0 flex-1 truncate" dir="auto">
                    {choice.label}
                  </span>
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
