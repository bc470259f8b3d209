import { createContext, type ReactNode, use, useCallback, useDeferredValue, useMemo, useRef, useState } from "react";
import { useBridgeQuery } from "../../data/use-bridge.tsx";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useNarrow } from "../../ui/panes.tsx";
import { successor, useListSelection } from "../../ui/selection.ts";
import { rowsOf } from "./data/memory-pages.ts";
import { useMemoryActions } from "./data/use-memory-actions.ts";
import { useMemoryPages } from "./data/use-memory-pages.ts";
import { formatQuery, isSearch, type MemoryQuery, parseQuery, toFilter } from "./query/memory-query.ts";

/** Maximum number of selected memories: one request changes at most this many (see the window's contract). */
const MAX_SELECTED = 10_000;

/** Does not cancel a refetch of the list that is in progress; then no page is fetched. */
const AFTER_REFETCH = { cancelRefetch: false };

/** The state of Memories: the list, the open and the selected memories, and their actions. */
type MemoriesState = ReturnType<typeof useMemoriesState>;

const MemoriesContext = createContext<MemoriesState | null>(null);

/** Shares one {@link MemoriesState} with the list, the page and the commands. */
export function MemoriesProvider({ children }: { readonly children: ReactNode }) {
  return <MemoriesContext value={useMemoriesState()}>{children}</MemoriesContext>;
}

/**
 * Gives its children the state. While the same memory stays open, they keep the state before a change until the change
 * is painted, so that the list follows each key of a search first.
 */
export function DeferredMemories({ children }: { readonly children: ReactNode }) {
  const memories = useMemories();
  const later = useDeferredValue(memories);
  const isSame = later.route.id === memories.route.id && later.route.mode === memories.route.mode;
  return <MemoriesContext value={isSame ? later : memories}>{children}</MemoriesContext>;
}

export function useMemories(): MemoriesState {
  const memories = use(MemoriesContext);
  if (memories === null) throw new Error("useMemories needs a MemoriesProvider.");
  return memories;
}

function useMemoriesState() {
  const route = useMemoryRoute();
  const { query, id } = route;
  const isNarrow = useNarrow();
  const [completeSearch, setCompleteSearch] = useState<string | null>(null);
  const searchKey = JSON.stringify(query);
  const pages = useMemoryPages(query, completeSearch === searchKey);
  const count = useBridgeQuery("memories.count", toFilter(query), { enabled: !isSearch(query) });
  const rows = useMemo(() => rowsOf(pages.data), [pages.data]);
  const order = useMemo(() => rows.map((row) => row.memory.id), [rows]);
  const selection = useListSelection(order, id, route.open, !isNarrow);
  const actions = useMemoryActions();
  const [purging, setPurging] = useState<readonly string[] | "trash" | null>(null);
  const listRef = useRef<HTMLDivElement>(null);
  const searchRef = useRef<HTMLInputElement>(null);
  const pageRef = useRef<HTMLDivElement>(null);

  const { ids } = selection.selection;
  const selected = useMemo(() => rows.filter((row) => ids.has(row.memory.id)).map((row) => row.memory), [rows, ids]);
  const hasSeveral = selected.length > 1;
  const targets = hasSeveral ? selected.map((memory) => memory.id) : id === null ? [] : [id];

  /**
   * Takes memories from the list. If the open one is among them, opens the memory below them, and the open one again on
   * failure, or if the change is undone.
   */
  const takeFromList = async (
    change: (ids: readonly string[], onUndone?: () => void) => Promise<boolean>,
    leaving: readonly string[] = targets,
  ) => {
    if (leaving.length === 0) return;
    const isShown = leaving === targets || (id !== null && leaving.includes(id));
    if (isShown) route.open(isNarrow ? null : successor(order, new Set(leaving)), { replace: true });
    listRef.current?.focus();
    const reopen = id !== null && leaving.includes(id) ? () => route.reopen(id) : undefined;
    if (!(await change(leaving, reopen)) && isShown && leaving.length === 1) route.open(id, { replace: true });
  };

  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = pages;
  /**
   * Fetches the next page. Does nothing during a fetch, and changes its identity after it, so that effects call again.
   */
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage(AFTER_REFETCH);
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);

  return {
    route,
    isNarrow,
    pages,
    rows,
    /** Number of memories that the search left out as less likely to be relevant. */
    lessLikely: pages.data?.pages[0]?.lessLikely ?? 0,
    /** Shows them too, until the search changes. */
    showLessLikely: () => setCompleteSearch(searchKey),
    /** Number of memories in the list; null for a search and while it is not known. */
    total: isSearch(query) ? null : (count.data ?? null),
    selection,
    selected,
    hasSeveral,
    /** Ids of the memories that an action applies to: all selected ones if there are several, or the open one. */
    targets,
    actions,
    listRef,
    searchRef,
    /** The open memory. */
    pageRef,
    loadMore,
    /** Moves the targets, or other memories, to the trash. */
    remove: (ids?: readonly string[]) => takeFromList(actions.remove, ids),
    restore: (ids?: readonly string[]) => takeFromList(actions.restore, ids),
    /** The memories of the purge dialog; null while it is closed. */
    purging,
    askToPurge: setPurging,
    async purge() {
      if (purging !== "trash") return takeFromList(actions.purge, purging ?? []);
      await actions.purge("trash");
      route.open(null, { replace: true });
    },
    /** Loads the rest of the list, up to {@link MAX_SELECTED}, and selects all of it. */
    async selectAll() {
      let list = { data: pages.data, hasNextPage, isError: false };
      while (list.hasNextPage && !list.isError && rowsOf(list.data).length < MAX_SELECTED) {
        list = await fetchNextPage(AFTER_REFETCH);
      }
      selection.all(rowsOf(list.data).map((row) => row.memory.id));
    },
  };
}

const NEW = "new";
const EDIT = "edit";

/** The route of Memories, `#/memories/{view}/{id | new}[/edit]?q=…`, and ways to change it. */
function useMemoryRoute() {
  const { route, current, navigate } = useNavigation();
  return useMemo(() => {
    const [view, second, third] = route.path;
    const query = parseQuery(view, route.query);
    const go = (path: readonly string[], next: MemoryQuery, replace = false) =>
      navigate({ place: "memories", path: [next.view, ...path], query: formatQuery(next) }, { replace });
    return {
      query,
      /** Id of the open memory; null if none is open. */
      id: second === undefined || second === NEW ? null : second,
      mode: second === NEW ? ("create" as const) : third === EDIT ? ("edit" as const) : ("read" as const),
      /** Changes the list. The open memory stays open. */
      setQuery: (next: MemoryQuery) => go(route.path.slice(1), next, true),
      open: (id: string | null, options?: { readonly replace?: boolean }) =>
        go(id === null ? [] : [id], query, options?.replace),
      /** Opens a memory in the list that is shown by then, unless it is another view or the owner is writing. */
      reopen(id: string) {
        const { place, path, query: shown } = current();
        const [shownView, open, mode] = path;
        if (place !== "memories" || parseQuery(shownView, shown).view !== query.view) return;
        if (open === NEW || mode === EDIT) return;
        navigate({ place: "memories", path: [query.view, id], query: shown }, { replace: true });
      },
      edit: (id: string) => go([id, EDIT], query),
      create: () => go([NEW], { ...query, view: query.view === "trash" ? "all" : query.view }),
    };
  }, [route, current, navigate]);
}
