import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useBridgeQuery } from "../../data/use-bridge-query.ts";
import { useText } from "../../text/use-text.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { SplitPane } from "../../ui/split-pane.tsx";
import { useNarrow } from "../../ui/use-narrow.ts";
import { useWelcome } from "../welcome/use-welcome.ts";
import { BulkBar } from "./bulk/bulk-bar.tsx";
import type { BulkPaneProps } from "./bulk/bulk-pane.tsx";
import { rowsOf } from "./data/memory-pages.ts";
import { useLiveMemories } from "./data/use-live-memories.ts";
import { useMemoryActions } from "./data/use-memory-actions.ts";
import { useMemoryPages } from "./data/use-memory-pages.ts";
import { ListPane } from "./list/list-pane.tsx";
import { successor } from "./list/selection.ts";
import { useMemorySelection } from "./list/use-memory-selection.ts";
import { MemoryPane } from "./memory-pane.tsx";
import { isFiltered, isSearch, toFilter } from "./query/memory-query.ts";
import { useMemoryRoute } from "./query/use-memory-query.ts";
import { useMemoryCommands } from "./use-memory-commands.ts";

/** Most memories a selection can hold: what the application takes at once. */
const MOST_SELECTED = 10_000;

/** A page asked for while the list is asked again waits for that: it must not take its place. */
const JOINING = { cancelRefetch: false };

/** The memories: a list on one side, a page on the other. */
export function MemoriesView() {
  const text = useText();
  const route = useMemoryRoute();
  const { query, id } = route;
  const isNarrow = useNarrow();
  const pages = useMemoryPages(query);
  const count = useBridgeQuery("memories.count", toFilter(query), { enabled: !isSearch(query) });
  const rows = useMemo(() => rowsOf(pages.data), [pages.data]);
  const order = useMemo(() => rows.map((row) => row.memory.id), [rows]);
  const total = isSearch(query) ? null : (count.data ?? null);
  const selection = useMemorySelection(order, id, route.open, !isNarrow);
  const live = useLiveMemories(query);
  const actions = useMemoryActions();
  const welcome = useWelcome();
  const [asks, setAsks] = useState<readonly string[] | "trash" | null>(null);
  const listRef = useRef<HTMLDivElement>(null);
  const searchRef = useRef<HTMLInputElement>(null);

  const { ids } = selection.selection;
  const selected = useMemo(() => rows.filter((row) => ids.has(row.memory.id)).map((row) => row.memory), [rows, ids]);
  const isBulk = selected.length > 1;
  const targets = isBulk ? selected.map((memory) => memory.id) : id === null ? [] : [id];

  /** After memories leave the list, the one below is next. */
  const leaving = (work: (gone: readonly string[]) => Promise<boolean>) => async () => {
    if (targets.length === 0) return;
    route.open(isNarrow ? null : successor(order, new Set(targets)), { replace: true });
    listRef.current?.focus();
    if (!(await work(targets)) && targets.length === 1) route.open(id, { replace: true });
  };
  const remove = leaving(actions.remove);
  const restore = leaving(actions.restore);

  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage(JOINING);
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const selectEverything = async () => {
    let more = { data: pages.data, hasNextPage, isError: false };
    while (more.hasNextPage && !more.isError && rowsOf(more.data).length < MOST_SELECTED) {
      more = await fetchNextPage(JOINING);
    }
    selection.all(rowsOf(more.data).map((row) => row.memory.id));
  };

  useMemoryCommands({
    route,
    selection,
    selected,
    targets,
    actions,
    ask: setAsks,
    remove,
    restore,
    listRef,
    searchRef,
  });

  const showsWelcome = welcome.open && route.mode === "read" && id === null && !isBulk && query.view === "all";
  const isOpen = route.mode !== "read" || id !== null || (showsWelcome && !isFiltered(query));
  const bulk: BulkPaneProps | null =
    isBulk && route.mode === "read"
      ? {
          memories: selected,
          total,
          actions,
          onDelete: () => void remove(),
          onRestore: () => void restore(),
          onPurge: () => setAsks(targets),
          onSelectAll: () => void selectEverything(),
          onClear: selection.clear,
        }
      : null;
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    // In a narrow window the list was hidden; who comes back to it goes on from where it was left.
    if (wasOpen.current && !isOpen && document.activeElement === document.body) listRef.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <>
      <SplitPane
        id="memories"
        initial={372}
        min={280}
        max={640}
        narrow={isOpen && bulk === null ? "second" : "first"}
        first={
          <div className="flex h-full flex-col">
            <div className="min-h-0 flex-1">
              <ListPane
                route={route}
                pages={pages}
                rows={rows}
                total={total}
                selection={selection}
                live={live}
                isWelcoming={showsWelcome || welcome.undecided}
                listRef={listRef}
                searchRef={searchRef}
                onNearEnd={loadMore}
                onEmptyTrash={() => setAsks("trash")}
              />
            </div>
            {bulk !== null && isNarrow && <BulkBar {...bulk} />}
          </div>
        }
        second={
          <MemoryPane
            route={route}
            bulk={isNarrow ? null : bulk}
            rows={rows}
            onCloseWelcome={showsWelcome ? welcome.close : null}
            actions={actions}
            onDelete={() => void remove()}
            onRestore={() => void restore()}
            onPurge={() => setAsks(targets)}
          />
        }
      />
      <ConfirmDialog
        open={asks !== null}
        title={
          asks === "trash"
            ? text.memories.confirm.emptyTitle(total ?? rows.length)
            : text.memories.confirm.deleteForeverTitle(asks?.length ?? 0)
        }
        description={text.memories.confirm.text}
        action={asks === "trash" ? text.memories.actions.emptyTrash : text.memories.actions.deleteForever}
        onClose={() => setAsks(null)}
        onConfirm={() => {
          if (asks === "trash") void actions.purge("trash").then(() => route.open(null, { replace: true }));
          else void leaving(actions.purge)();
        }}
      />
    </>
  );
}
