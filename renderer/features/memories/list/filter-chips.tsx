import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { activeFilters, clearFilters, type MemoryQuery, toggleFilter } from "../query/memory-query.ts";
import { SaveViewButton } from "../views/save-view-button.tsx";
import { labelOfFilter } from "./use-filter-choices.ts";

interface FilterChipsProps {
  readonly query: MemoryQuery;
  readonly onQuery: (query: MemoryQuery) => void;
}

/** The filters that are set, each to be taken away. */
export function FilterChips({ query, onQuery }: FilterChipsProps) {
  const text = useText();
  const words = text.memories.filters;
  const filters = activeFilters(query);
  if (filters.length === 0) return null;
  return (
    <ul aria-label={words.label} className="flex flex-wrap items-center gap-1 px-3 pb-2">
      {filters.map(({ kind, value }) => (
        <li key={`${kind}:${value}`} className="flex min-w-0">
          <Tag
            tone="accent"
            kind={`${words.kinds[kind]}:`}
            label={labelOfFilter(words, kind, value)}
            onRemove={() => onQuery(toggleFilter(query, kind, value))}
          />
        </li>
      ))}
      <li>
        <SaveViewButton query={query} />
      </li>
      {filters.length > 1 && (
        <li>
          <Button variant="quiet" size="small" onClick={() => onQuery({ ...clearFilters(query), text: query.text })}>
            {text.common.clear}
          </Button>
        </li>
      )}
    </ul>
  );
}
