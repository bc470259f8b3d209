import {
  ArrowDownUp,
  Copy,
  Download,
  FilterX,
  Link,
  Pencil,
  Pin,
  RotateCcw,
  Search,
  SquarePen,
  Trash2,
} from "lucide-react";
import { memo, useEffect, useRef } from "react";
import { MEMORY_SORTS } from "../../../electron/core/filter.ts";
import type { Memory } from "../../../electron/core/memory.ts";
import { type Command, commandsOf } from "../../commands/command.ts";
import { useCommands } from "../../commands/commands.tsx";
import { useBridgeQuery } from "../../data/use-bridge.tsx";
import { DeferredQuery, useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { SplitPane } from "../../ui/panes.tsx";
import { useWelcome } from "../welcome/use-welcome.ts";
import { Welcome } from "../welcome/welcome.tsx";
import { BulkBar, BulkPane } from "./bulk.tsx";
import { useSampleMemory } from "./data/use-capture.ts";
import { draftOf, EMPTY_DRAFT } from "./editor/draft.ts";
import { MemoryEditor } from "./editor/memory-editor.tsx";
import { ListPane } from "./list/list-pane.tsx";
import { DeferredMemories, MemoriesProvider, useMemories } from "./memories-context.tsx";
import { clearFilters, isFiltered } from "./query/memory-query.ts";
import { ReadingPane } from "./reading/reading-pane.tsx";

/** Memories: the list on the left, the open memory on the right. */
export function MemoriesView() {
  return (
    <MemoriesProvider>
      <Panes />
      <PurgeDialog />
    </MemoriesProvider>
  );
}

function Panes() {
  const memories = useMemories();
  const { route, isNarrow, hasSeveral, listRef } = memories;
  const welcome = useWelcome();
  useMemoryCommands();

  const { query, id, mode } = route;
  useFirstOpened((welcome.open && query.view === "all") || welcome.undecided);
  const isReading = mode === "read";
  const showsWelcome = welcome.open && isReading && id === null && !hasSeveral && query.view === "all";
  const isOpen = !isReading || id !== null || (showsWelcome && !isFiltered(query));
  const showsBulk = hasSeveral && isReading;
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    // A narrow window hides the list while a memory is open, so the focus is lost. Give it back to the list.
    if (wasOpen.current && !isOpen && document.activeElement === document.body) listRef.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen, listRef]);
  return (
    <SplitPane
      id="memories"
      initial={372}
      min={280}
      max={640}
      narrow={isOpen && !showsBulk ? "second" : "first"}
      first={
        <div className="flex h-full flex-col">
          <div className="min-h-0 flex-1">
            <ListPane isWelcoming={showsWelcome || welcome.undecided} />
          </div>
          {showsBulk && isNarrow && <BulkBar bulk={memories} />}
        </div>
      }
      second={
        <DeferredMemories>
          <DeferredQuery>
            <MemoryPane showsBulk={showsBulk && !isNarrow} onCloseWelcome={showsWelcome ? welcome.close : null} />
          </DeferredQuery>
        </DeferredMemories>
      }
    />
  );
}

/**
 * Opens the first memory when a list appears and nothing is open or selected. A narrow window shows the list. An empty
 * list, and a list whose memory was closed, stays as it is until another list appears.
 * @param isWelcoming whether the first steps are shown in place of a memory, or may be
 */
function useFirstOpened(isWelcoming: boolean): void {
  const { route, isNarrow, pages, rows, selection } = useMemories();
  const { query, id, mode, open } = route;
  const list = JSON.stringify({ ...query, text: "" });
  const settled = useRef<string | null>(null);
  const isLoaded = pages.isSuccess && !pages.isPlaceholderData;
  const isFree = mode === "read" && id === null && selection.selection.ids.size === 0;
  const first = rows[0]?.memory.id;
  useEffect(() => {
    if (isNarrow || isWelcoming || !isLoaded || settled.current === list) return;
    settled.current = list;
    if (isFree && first !== undefined) open(first, { replace: true });
  }, [isNarrow, isWelcoming, isLoaded, list, isFree, first, open]);
}

/** Asks before memories are deleted forever, which cannot be undone. */
function PurgeDialog() {
  const { memories: words } = useText();
  const { purging, askToPurge, purge, total, rows } = useMemories();
  const isTrash = purging === "trash";
  // Rejected proposals are deleted with the trash.
  const rejected = useBridgeQuery("inbox.counts", {}, { enabled: isTrash }).data?.rejected ?? 0;
  return (
    <ConfirmDialog
      open={purging !== null}
      title={
        isTrash
          ? words.confirm.emptyTitle((total ?? rows.length) + rejected)
          : words.confirm.deleteForeverTitle(purging?.length ?? 0)
      }
      description={words.confirm.text}
      action={isTrash ? words.actions.emptyTrash : words.actions.deleteForever}
      onClose={() => askToPurge(null)}
      onConfirm={() => void purge()}
    />
  );
}

/** Recalls are not announced, so an open memory is re-read when it is opened after this time. */
const MAX_AGE_MS = 5_000;

interface MemoryPaneProps {
  /** Whether to show the actions for several memories instead of one memory. */
  readonly showsBulk: boolean;
  /** Closes the first steps; null if they are not shown. */
  readonly onCloseWelcome: (() => void) | null;
}

/** The pane next to the list: a memory, the editor, the actions for several memories, or the first steps. */
export const MemoryPane = memo(function MemoryPane({ showsBulk, onCloseWelcome }: MemoryPaneProps) {
  const memories = useMemories();
  const { route, rows, pageRef } = memories;
  const { setGuard } = useNavigation();
  const { id, query } = route;
  const reading = useBridgeQuery(
    "memories.get",
    { reference: id ?? "" },
    {
      enabled: id !== null,
      staleTime: MAX_AGE_MS,
      placeholderData: rows.find((row) => row.memory.id === id)?.memory,
    },
  );
  const memory = id === null ? undefined : reading.data;
  const onSaved = (saved: Memory) => {
    setGuard(null);
    route.open(saved.id, { replace: true });
  };

  if (route.mode === "create") {
    const initial = {
      ...EMPTY_DRAFT,
      namespace: query.namespace[0] ?? EMPTY_DRAFT.namespace,
      domain: query.domain[0] ?? EMPTY_DRAFT.domain,
      tags: query.tag,
    };
    return (
      <MemoryEditor
        key="new"
        memory={null}
        initial={initial}
        pageRef={pageRef}
        onSaved={onSaved}
        onLeave={() => route.open(null)}
      />
    );
  }
  if (showsBulk) return <BulkPane bulk={memories} />;
  if (route.mode === "edit" && memory !== undefined) {
    return (
      <MemoryEditor
        key={memory.id}
        memory={memory}
        initial={draftOf(memory)}
        pageRef={pageRef}
        onSaved={onSaved}
        onLeave={() => route.open(memory.id)}
      />
    );
  }
  if (onCloseWelcome !== null) return <FirstSteps onClose={onCloseWelcome} />;
  if (rows.length === 0 && id === null) return null;
  return <ReadingPane memory={memory} error={reading.error} onRetry={() => void reading.refetch()} />;
});

function FirstSteps({ onClose }: { readonly onClose: () => void }) {
  return <Welcome sample={useSampleMemory()} onClose={onClose} />;
}

/** Registers the shortcuts and palette commands of Memories. */
function useMemoryCommands(): void {
  const { route, selection, selected, hasSeveral, targets, actions, listRef, searchRef, pageRef, ...memories } =
    useMemories();
  const text = useText();
  const words = text.memories.actions;
  const isReading = route.mode === "read";
  const inTrash = route.query.view === "trash";
  const [only] = selected.length === 1 ? selected : [];
  const hasTarget = isReading && targets.length > 0;
  const create = commandsOf("memories", words.group);
  const command = (
    id: string,
    title: string,
    keys: readonly string[],
    { run, ...details }: Pick<Command, "run"> & Partial<Command>,
  ) => create(id, title, run, { keys, ...details });
  const goBack = () => {
    const isPageFocused = pageRef.current?.contains(document.activeElement) === true;
    // Leave the page for the list next to it. A narrow window does not show the list, so that the page is closed below.
    if (isPageFocused && listRef.current?.checkVisibility() === true) {
      listRef.current.focus();
      return;
    }
    if (hasSeveral) selection.clear();
    else if (isFiltered(route.query)) route.setQuery(clearFilters(route.query));
    else if (route.id !== null) route.open(null);
    listRef.current?.focus();
  };
  const inList = { hidden: true, enabled: isReading, within: listRef };
  const { active } = selection.selection;
  const openActive = () => active !== null && route.open(active);
  const step = (steps: number) => () => {
    listRef.current?.focus();
    selection.move(steps, false);
  };
  useCommands([
    command("new", text.common.newMemory, ["mod+n", "n"], { icon: SquarePen, run: route.create }),
    command("search", words.focusSearch, ["/"], { icon: Search, hidden: true, run: () => searchRef.current?.select() }),
    command("edit", text.common.edit, ["e"], {
      icon: Pencil,
      enabled: hasTarget && targets.length === 1 && !inTrash,
      run: () => targets[0] !== undefined && route.edit(targets[0]),
    }),
    command("pin", text.common.pin, ["p"], {
      icon: Pin,
      enabled: hasTarget && !inTrash && selected.length > 0,
      run: () => void actions.setPinned(targets, !selected.every((memory) => memory.pinned)),
    }),
    command("delete", text.common.delete, ["backspace", "delete"], {
      icon: Trash2,
      enabled: hasTarget && !inTrash,
      run: () => void memories.remove(),
    }),
    command("restore", text.common.restore, ["r"], {
      icon: RotateCcw,
      enabled: hasTarget && inTrash,
      run: () => void memories.restore(),
    }),
    command("copy", words.copy, ["c"], {
      icon: Copy,
      enabled: hasTarget && only !== undefined,
      run: () => only !== undefined && actions.copyText(only),
    }),
    command("copy-link", text.common.copyLink, ["shift+c"], {
      icon: Link,
      enabled: hasTarget && only !== undefined,
      run: () => only !== undefined && actions.copyLink(only),
    }),
    ...MEMORY_SORTS.filter((sort) => sort !== route.query.sort && isReading).map((sort) =>
      command(`sort.${sort}`, words.sortBy(text.memories.sort[sort]), [], {
        icon: ArrowDownUp,
        run: () => route.setQuery({ ...route.query, sort }),
      }),
    ),
    command("clear-filters", text.common.clearFilters, [], {
      icon: FilterX,
      enabled: isFiltered(route.query),
      run: () => route.setQuery(clearFilters(route.query)),
    }),
    command("empty-trash", words.emptyTrash, [], {
      icon: Trash2,
      enabled: inTrash && isReading,
      run: () => memories.askToPurge("trash"),
    }),
    command("purge", words.deleteForever, [], {
      icon: Trash2,
      enabled: hasTarget && inTrash,
      run: () => memories.askToPurge(targets),
    }),
    command("export", text.memories.bulk.export, [], {
      icon: Download,
      enabled: isReading && selected.length > 0,
      run: () => actions.export(selected),
    }),
    command("select-all", words.selectAll, ["mod+a"], {
      inFields: false,
      enabled: isReading,
      run: () => selection.all(),
    }),
    // The focused list handles these keys itself; they are registered for the shortcut sheet.
    command("open", words.open, ["enter"], { ...inList, run: openActive }),
    command("toggle", words.toggle, ["space"], {
      ...inList,
      run: () => active !== null && selection.choose(active, "toggle"),
    }),
    command("extend", words.extend, ["shift+arrowdown", "shift+arrowup"], {
      ...inList,
      run: () => selection.move(1, true),
    }),
    command("ends", words.ends, ["home", "end"], {
      ...inList,
      run: () => selection.move(Number.NEGATIVE_INFINITY, false),
    }),
    command("next", words.next, ["arrowdown", "j"], { hidden: true, enabled: isReading, run: step(1) }),
    command("previous", words.previous, ["arrowup", "k"], { hidden: true, enabled: isReading, run: step(-1) }),
    command("escape", words.clearSelection, ["escape"], { hidden: true, enabled: isReading, run: goBack }),
  ]);
}
