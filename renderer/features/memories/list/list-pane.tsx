import { Library, Pin, SearchX, SquarePen, Trash2 } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { MEMORY_SORTS } from "../../../../electron/core/filter.ts";
import { messageText } from "../../../../electron/text/message.ts";
import { useBridgeQuery } from "../../../data/use-bridge.tsx";
import { readStored, writeStored } from "../../../data/use-stored.ts";
import { useNavigation } from "../../../navigation/navigation.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { SearchField } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import { EmptyState, ErrorState, Skeleton, useDelayed } from "../../../ui/states.tsx";
import { Tag } from "../../../ui/tag.tsx";
import type { MemoryRow } from "../data/memory-pages.ts";
import { useLiveMemories } from "../data/use-live-memories.ts";
import { useMemories } from "../memories-context.tsx";
import {
  activeFilters,
  clearFilters,
  filterLabel,
  isFiltered,
  isSearch,
  type MemoryQuery,
  toggleFilter,
} from "../query/memory-query.ts";
import { SaveViewButton } from "../views/save-view-button.tsx";
import { FilterMenu } from "./filter-menu.tsx";
import { MemoryList } from "./memory-list.tsx";

interface ListPaneProps {
  /** Whether the first steps are shown next to the list; then an empty list does not repeat them. */
  readonly isWelcoming: boolean;
}

/** The list of memories with its search field, filters and status. */
export function ListPane({ isWelcoming }: ListPaneProps) {
  const { route, pages, rows } = useMemories();
  const { query } = route;
  const live = useLiveMemories(query);
  const isUnread = useUnread(route.id);
  const isCurrent = pages.isSuccess && !pages.isPlaceholderData;
  useEffect(() => {
    if (!isCurrent) return;
    measureFirstList();
    measureSearch(query.text);
  }, [isCurrent, query.text]);
  return (
    <div className="flex h-full flex-col bg-panel">
      <ListHeader />
      {pages.isError && pages.data === undefined ? (
        <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
      ) : pages.data === undefined ? (
        <Skeleton />
      ) : rows.length === 0 ? (
        <EmptyList isWelcoming={isWelcoming} />
      ) : (
        <>
          <MemoryList isUnread={isUnread} fresh={live.fresh} onFreshSeen={live.clearFresh} />
          <LessLikely />
        </>
      )}
    </div>
  );
}

/** A line below the results that shows those that are less likely. */
function LessLikely() {
  const { lessLikely, showLessLikely } = useMemories();
  const words = useText().memories;
  if (lessLikely === 0) return null;
  return (
    <div className="border-t border-line px-3 py-1">
      <Button variant="quiet" size="small" onClick={showLessLikely}>
        {words.lessLikely(lessLikely)}
      </Button>
    </div>
  );
}

/** Says why the list is empty and what to do next. */
function EmptyList({ isWelcoming }: ListPaneProps) {
  const { route, lessLikely, showLessLikely } = useMemories();
  const text = useText();
  const { navigate } = useNavigation();
  const { query } = route;
  const words = text.memories.empty;
  if (lessLikely > 0) {
    return (
      <EmptyState
        icon={SearchX}
        title={words.noneLikelyTitle}
        text={words.noneLikelyText}
        actions={<Button onClick={showLessLikely}>{words.showLessLikely(lessLikely)}</Button>}
      />
    );
  }
  if (isFiltered(query)) {
    return (
      <EmptyState
        icon={SearchX}
        title={words.noMatchTitle}
        text={words.noMatchText}
        actions={<Button onClick={() => route.setQuery(clearFilters(query))}>{text.common.clearFilters}</Button>}
      />
    );
  }
  if (query.view === "pinned") return <EmptyState icon={Pin} title={words.pinnedTitle} text={words.pinnedText} />;
  if (query.view === "trash") return <EmptyState icon={Trash2} title={words.trashTitle} text={words.trashText} />;
  if (isWelcoming) return <EmptyState icon={Library} title={words.title} text={words.textShort} />;
  return (
    <EmptyState
      icon={Library}
      title={words.title}
      text={words.text}
      actions={
        <>
          <Button variant="primary" onClick={() => navigate({ place: "clients" })}>
            {text.common.connectClient}
          </Button>
          <Button onClick={route.create}>{words.write}</Button>
        </>
      }
    />
  );
}

interface LastVisit {
  /** When the window was closed, ISO 8601. */
  readonly until: string;
  /** Ids of memories opened since. */
  readonly opened: readonly string[];
}
const STORAGE_KEY = "visit";

/** Whether a client captured a memory after the last visit and it has not been opened since. */
function useUnread(openId: string | null): (row: MemoryRow) => boolean {
  const [visit, setVisit] = useState<LastVisit>(() =>
    readStored(STORAGE_KEY, { until: new Date().toISOString(), opened: [] }),
  );

  useEffect(() => writeStored(STORAGE_KEY, visit), [visit]);
  useEffect(() => {
    if (openId === null) return;
    setVisit((current) =>
      current.opened.includes(openId) ? current : { ...current, opened: [...current.opened, openId] },
    );
  }, [openId]);
  useEffect(() => {
    const leave = () => writeStored(STORAGE_KEY, { until: new Date().toISOString(), opened: [] });
    window.addEventListener("pagehide", leave);
    return () => window.removeEventListener("pagehide", leave);
  }, []);

  return useCallback(
    ({ memory }) => memory.client !== null && memory.createdAt > visit.until && !visit.opened.includes(memory.id),
    [visit],
  );
}

/** Everything above the list: search field, filters, status and sort order. */
export function ListHeader() {
  return (
    <>
      <SearchBar />
      <FilterChips />
      <ListStatus />
    </>
  );
}

function SearchBar() {
  const { route, selection, listRef, searchRef } = useMemories();
  const { common, memories: words } = useText();
  const { query, setQuery } = route;
  const [value, setValue] = useSearchText(query, setQuery);
  const placeholder = { all: words.search, pinned: words.searchPinned, trash: words.searchTrash }[query.view];
  const focusList = () => {
    listRef.current?.focus();
    if (selection.selection.active === null) selection.move(1, false);
  };
  return (
    <div className="drag-region flex items-center gap-1 px-3 pt-3 pb-2">
      <SearchField
        label={words.search}
        placeholder={`${placeholder}…`}
        keys="/"
        value={value}
        onChange={setValue}
        inputRef={searchRef}
        onLeave={focusList}
      />
      <FilterMenu />
      <IconButton label={common.newMemory} icon={SquarePen} keys="mod+n" onClick={route.create} />
    </div>
  );
}

/**
 * The text of the search field. Each key changes the query before the next paint; the search of the query before it is
 * cancelled, so that searches do not queue up. A change of the query from elsewhere changes the field.
 */
function useSearchText(query: MemoryQuery, onQuery: (query: MemoryQuery) => void): [string, (value: string) => void] {
  const [value, setValue] = useState(query.text);
  const sent = useRef(query.text);
  const latest = useRef({ query, onQuery });
  latest.current = { query, onQuery };

  useEffect(() => {
    if (query.text === sent.current) return;
    sent.current = query.text;
    setValue(query.text);
  }, [query.text]);

  const type = useCallback((next: string) => {
    markSearchKey(next);
    setValue(next);
    sent.current = next;
    latest.current.onQuery({ ...latest.current.query, text: next });
  }, []);
  return [value, type];
}

/** The active filters, each with a button that removes it. */
function FilterChips() {
  const { route } = useMemories();
  const text = useText();
  const { query, setQuery } = route;
  const words = text.memories.filters;
  const filters = activeFilters(query);
  if (filters.length === 0) return null;
  return (
    <ul aria-label={text.common.filters} className="flex flex-wrap items-center gap-1 px-3 pb-2">
      {filters.map(({ kind, value }) => (
        <li key={`${kind}:${value}`} className="flex min-w-0">
          <Tag
            tone="accent"
            kind={`${words.kinds[kind]}:`}
            label={filterLabel(words, kind, value)}
            onRemove={() => setQuery(toggleFilter(query, kind, value))}
          />
        </li>
      ))}
      <li>
        <SaveViewButton query={query} />
      </li>
      {filters.length > 1 && (
        <li>
          <Button variant="quiet" size="small" onClick={() => setQuery({ ...clearFilters(query), text: query.text })}>
            {text.common.clear}
          </Button>
        </li>
      )}
    </ul>
  );
}

/** A link to the rejected proposals, which are deleted with the trash. */
function RejectedLink({ count }: { readonly count: number }) {
  const text = useText().inbox;
  const { navigate } = useNavigation();
  if (count === 0) return null;
  return (
    <Button variant="quiet" size="small" onClick={() => navigate({ place: "inbox", path: ["rejected"] })}>
      {text.inTrash(count)}
    </Button>
  );
}

/** The status of the rows before a search until it takes long. Then they do not look like its results any more. */
function SlowSearch({ before }: { readonly before: string }) {
  const words = useText().memories;
  return useDelayed() ? words.searching : before;
}

/** The number of memories, the search mode, the server's notices and the sort order. */
function ListStatus() {
  const { route, pages, rows, total, askToPurge } = useMemories();
  const text = useText();
  const words = text.memories;
  // The list itself says that nothing is relevant, and offers the rest.
  const notices = (pages.data?.pages[0]?.notices ?? [])
    .filter(({ reason }) => reason !== "nothing_relevant")
    .map((notice) => messageText(text.searchNotices, notice));
  const { query, setQuery } = route;
  const rejected = useBridgeQuery("inbox.counts", {}, { enabled: query.view === "trash" }).data?.rejected ?? 0;
  const isSearching = isSearch(query);
  const lastPage = pages.data?.pages.at(-1);
  const hasMore = lastPage?.nextCursor != null;
  const mode = lastPage?.mode ?? null;
  const count = pages.data === undefined ? null : isSearching ? rows.length : total;
  const status =
    count === null ? "" : isSearching ? words.found(count, hasMore) : count === 0 ? "" : words.count(count);
  const found = isSearching && mode !== null && status !== "" ? `${status} · ${words.mode[mode]}` : status;
  return (
    <div className="border-b border-line px-3 pb-1">
      <div className="flex h-6 items-center gap-2 text-sm text-ink-faint">
        <span role="status" className="min-w-0 flex-1 truncate">
          {isSearching && pages.isPlaceholderData ? <SlowSearch before={found} /> : found}
        </span>
        {query.view === "trash" && <RejectedLink count={rejected} />}
        {query.view === "trash" && count !== null && count + rejected > 0 && (
          <Button variant="quiet" size="small" icon={Trash2} onClick={() => askToPurge("trash")}>
            {words.actions.emptyTrash}
          </Button>
        )}
        {isSearching && activeFilters(query).length === 0 && <SaveViewButton query={query} />}
        {!isSearching && count !== 0 && (
          <Select
            variant="quiet"
            label={words.sort.label}
            value={query.sort}
            options={MEMORY_SORTS.map((value) => ({ value, label: words.sort[value] }))}
            onChange={(sort) => setQuery({ ...query, sort })}
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

/**
 * User timings for `npm run bench window` and the browser's profiler. They are in the product because only the list
 * knows which query it shows; seen from outside, a paint cannot be attributed to a key.
 */
const KEY_MARK = "recollect.search-key";
const MEASURE = "recollect.search";
const FIRST_LIST = "recollect.first-list";

/** Marks a key that changed the search text. */
function markSearchKey(text: string): void {
  performance.clearMarks(KEY_MARK);
  performance.mark(KEY_MARK, { detail: text });
}

/** Measures from the last key to the paint of its results. Call it when the results of `text` are rendered. */
function measureSearch(text: string): void {
  const [key] = performance.getEntriesByName(KEY_MARK) as PerformanceMark[];
  if (key?.detail !== text) return;
  performance.clearMarks(KEY_MARK);
  whenPainted(() => {
    performance.clearMeasures(MEASURE);
    performance.measure(MEASURE, { start: key.startTime, detail: text });
  });
}

/** Measures from the start of navigation to the paint of the first list. Later calls do nothing. */
function measureFirstList(): void {
  if (performance.getEntriesByName(FIRST_LIST).length > 0) return;
  whenPainted(() => performance.measure(FIRST_LIST, { start: 0 }));
}

/** Calls back after the next paint. */
function whenPainted(then: () => void): void {
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    // A message posted in an animation frame arrives after that frame is painted.
    port1.onmessage = () => {
      then();
      port1.close();
    };
    port2.postMessage(null);
  });
}
