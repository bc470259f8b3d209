import { SquarePen } from "lucide-react";
import type { RefObject } from "react";
import { useText } from "../../../text/use-text.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import type { MemoryQuery } from "../query/memory-query.ts";
import { FilterMenu } from "./filter-menu.tsx";
import { useSearchText } from "./use-search-text.ts";

interface ListHeaderProps {
  readonly query: MemoryQuery;
  readonly onQuery: (query: MemoryQuery) => void;
  readonly onNew: () => void;
  readonly searchRef: RefObject<HTMLInputElement | null>;
  readonly listRef: RefObject<HTMLDivElement | null>;
  /** Arrow down or Enter: on to the list. */
  readonly onLeave: () => void;
}

/** Search, filter, write. */
export function ListHeader({ query, onQuery, onNew, searchRef, listRef, onLeave }: ListHeaderProps) {
  const text = useText();
  const words = text.memories;
  const [value, setValue] = useSearchText(query, onQuery);
  const placeholder = { all: words.search, pinned: words.searchPinned, trash: words.searchTrash }[query.view];
  return (
    <div className="drag-region flex items-center gap-1 px-3 pt-3 pb-2">
      <SearchField
        label={words.search}
        placeholder={`${placeholder}…`}
        keys="/"
        value={value}
        onChange={setValue}
        inputRef={searchRef}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown" || (event.key === "Enter" && !event.nativeEvent.isComposing)) {
            event.preventDefault();
            onLeave();
          } else if (event.key === "Escape") {
            event.preventDefault();
            if (value === "") onLeave();
            else setValue("");
          }
        }}
      />
      <FilterMenu query={query} onQuery={onQuery} listRef={listRef} />
      <IconButton label={words.newMemory} icon={SquarePen} keys="mod+n" onClick={onNew} />
    </div>
  );
}
