import { Trash2 } from "lucide-react";
import type { SearchMode } from "../../../../electron/core/search.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/select.tsx";
import { activeFilters, isSearch, type MemoryQuery, SORTS } from "../query/memory-query.ts";
import { SaveViewButton } from "../views/save-view-button.tsx";

interface ListStatusProps {
  readonly query: MemoryQuery;
  readonly onQuery: (query: MemoryQuery) => void;
  /** How many there are, or were found so far; null while unknown. */
  readonly count: number | null;
  readonly hasMore: boolean;
  readonly mode: SearchMode | null;
  readonly notices: readonly string[];
  readonly onEmptyTrash: () => void;
}

/** How many, found how, in which order. */
export function ListStatus({ query, onQuery, count, hasMore, mode, notices, onEmptyTrash }: ListStatusProps) {
  const text = useText();
  const words = text.memories;
  const searching = isSearch(query);
  const said = count === null ? "" : searching ? words.found(count, hasMore) : count === 0 ? "" : words.count(count);
  return (
    <div className="border-b border-line px-3 pb-1">
      <div className="flex h-6 items-center gap-2 text-sm text-ink-faint">
        <span role="status" className="min-w-0 flex-1 truncate">
          {said}
          {searching && mode !== null && said !== "" && ` · ${words.mode[mode]}`}
        </span>
        {query.view === "trash" && count !== null && count > 0 && (
          <Button variant="quiet" size="small" icon={Trash2} onClick={onEmptyTrash}>
            {words.actions.emptyTrash}
          </Button>
        )}
        {searching && activeFilters(query).length === 0 && <SaveViewButton query={query} />}
        {!searching && count !== 0 && (
          <Select
            variant="quiet"
            label={words.sort.label}
            value={query.sort}
            options={SORTS.map((value) => ({ value, label: words.sort[value] }))}
            onChange={(sort) => onQuery({ ...query, sort })}
            className="-mr-1.5"
          />
        )}
      </div>
      {notices.map((notice) => (
        <p key={notice} className="pb-1 text-sm text-warn-text">
          {notice}
        </p>
      ))}
    </div>
  );
}
