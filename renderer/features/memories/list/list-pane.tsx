import { type RefObject, useEffect } from "react";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import type { MemoryRow } from "../data/memory-pages.ts";
import type { LiveMemories } from "../data/use-live-memories.ts";
import type { useMemoryPages } from "../data/use-memory-pages.ts";
import { formatQuery, isSearch } from "../query/memory-query.ts";
import type { MemoryRoute } from "../query/use-memory-query.ts";
import { FilterChips } from "./filter-chips.tsx";
import { ListHeader } from "./list-header.tsx";
import { ListStatus } from "./list-status.tsx";
import { MemoryList } from "./memory-list.tsx";
import { NothingListed } from "./nothing-listed.tsx";
import { measureFirstList, measureSearch } from "./paint-timing.ts";
import type { MemorySelection } from "./use-memory-selection.ts";
import { useUnread } from "./use-unread.ts";

interface ListPaneProps {
  readonly route: MemoryRoute;
  readonly pages: ReturnType<typeof useMemoryPages>;
  readonly rows: readonly MemoryRow[];
  readonly total: number | null;
  readonly selection: MemorySelection;
  readonly live: LiveMemories;
  /** The first steps stand beside the list and say what to do. */
  readonly isWelcoming: boolean;
  readonly listRef: RefObject<HTMLDivElement | null>;
  readonly searchRef: RefObject<HTMLInputElement | null>;
  readonly onNearEnd: () => void;
  readonly onEmptyTrash: () => void;
}

/** The list with everything above it. */
export function ListPane(props: ListPaneProps) {
  const { route, pages, rows, total, selection, live, isWelcoming, listRef, searchRef, onNearEnd, onEmptyTrash } =
    props;
  const { query, setQuery } = route;
  const isUnread = useUnread(route.id);
  const lastPage = pages.data?.pages.at(-1);
  const isShown = pages.isSuccess && !pages.isPlaceholderData;
  useEffect(() => {
    if (!isShown) return;
    measureFirstList();
    measureSearch(query.text);
  }, [isShown, query.text]);
  const hasMore = lastPage?.nextCursor != null;
  const leaveSearch = () => {
    listRef.current?.focus();
    if (selection.selection.active === null) selection.move(1, false);
  };
  const openActive = () => {
    const { active } = selection.selection;
    if (active === null) return;
    if (route.id !== active) route.open(active);
    requestAnimationFrame(() => document.querySelector<HTMLElement>("[data-page]")?.focus());
  };
  return (
    <div className="flex h-full flex-col bg-panel">
      <ListHeader
        query={query}
        onQuery={setQuery}
        onNew={route.create}
        searchRef={searchRef}
        listRef={listRef}
        onLeave={leaveSearch}
      />
      <FilterChips query={query} onQuery={setQuery} />
      <ListStatus
        query={query}
        onQuery={setQuery}
        count={pages.data === undefined ? null : isSearch(query) ? rows.length : total}
        hasMore={hasMore}
        mode={lastPage?.mode ?? null}
        notices={pages.data?.pages[0]?.notices ?? []}
        onEmptyTrash={onEmptyTrash}
      />
      {pages.isError && pages.data === undefined ? (
        <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
      ) : pages.data === undefined ? (
        <Skeleton />
      ) : rows.length === 0 ? (
        <NothingListed query={query} onQuery={setQuery} onNew={route.create} isWelcoming={isWelcoming} />
      ) : (
        <MemoryList
          rows={rows}
          listKey={`${query.view}?${formatQuery(query)}`}
          total={total ?? rows.length}
          inTrash={query.view === "trash"}
          selection={selection}
          isUnread={isUnread}
          fresh={live.fresh}
          onFreshSeen={live.clearFresh}
          onOpen={openActive}
          onNearEnd={onNearEnd}
          listRef={listRef}
        />
      )}
    </div>
  );
}
