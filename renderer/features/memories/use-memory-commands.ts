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
import type { RefObject } from "react";
import type { Memory } from "../../../electron/core/memory.ts";
import type { Command } from "../../commands/command.ts";
import { useCommands } from "../../commands/commands.tsx";
import { useText } from "../../text/use-text.ts";
import { exportMemories } from "./bulk/export-memories.ts";
import type { MemoryActions } from "./data/use-memory-actions.ts";
import type { MemorySelection } from "./list/use-memory-selection.ts";
import { clearFilters, isFiltered, SORTS } from "./query/memory-query.ts";
import type { MemoryRoute } from "./query/use-memory-query.ts";

interface MemoryCommands {
  readonly route: MemoryRoute;
  readonly selection: MemorySelection;
  readonly selected: readonly Memory[];
  /** What an action is about: the open memory, or all that are selected. */
  readonly targets: readonly string[];
  readonly actions: MemoryActions;
  /** Asks before what cannot be undone. */
  readonly ask: (what: readonly string[] | "trash") => void;
  readonly remove: () => Promise<void>;
  readonly restore: () => Promise<void>;
  readonly listRef: RefObject<HTMLDivElement | null>;
  readonly searchRef: RefObject<HTMLInputElement | null>;
}

/** Everything that can be done with memories, by keys and in the palette. */
export function useMemoryCommands(options: MemoryCommands): void {
  const { route, selection, selected, targets, actions, ask, remove, restore, listRef, searchRef } = options;
  const text = useText();
  const words = text.memories.actions;
  const reads = route.mode === "read";
  const inTrash = route.query.view === "trash";
  const [only] = selected.length === 1 ? selected : [];
  const has = reads && targets.length > 0;
  const command = (
    id: string,
    title: string,
    keys: readonly string[],
    rest: Omit<Command, "id" | "title" | "group">,
  ) => ({
    id: `memories.${id}`,
    title,
    group: words.group,
    keys,
    ...rest,
  });
  const goBack = () => {
    const isReading = document.activeElement?.closest("[data-page]") != null;
    // From the page first back to the list beside it; in a narrow window the list is behind it.
    if (isReading && listRef.current?.checkVisibility() === true) {
      listRef.current.focus();
      return;
    }
    if (selected.length > 1) selection.clear();
    else if (isFiltered(route.query)) route.setQuery(clearFilters(route.query));
    else if (route.id !== null) route.open(null);
    listRef.current?.focus();
  };
  const inList = { hidden: true, enabled: reads, within: listRef };
  const { active } = selection.selection;
  const openActive = () => active !== null && route.open(active);
  const step = (steps: number) => () => {
    listRef.current?.focus();
    selection.move(steps, false);
  };
  useCommands([
    command("new", text.memories.newMemory, ["mod+n", "n"], { icon: SquarePen, run: route.create }),
    command("search", words.focusSearch, ["/"], { icon: Search, hidden: true, run: () => searchRef.current?.select() }),
    command("edit", words.edit, ["e"], {
      icon: Pencil,
      enabled: has && targets.length === 1 && !inTrash,
      run: () => targets[0] !== undefined && route.edit(targets[0]),
    }),
    command("pin", words.pin, ["p"], {
      icon: Pin,
      enabled: has && !inTrash && selected.length > 0,
      run: () => void actions.setPinned(targets, !selected.every((memory) => memory.pinned)),
    }),
    command("delete", words.delete, ["backspace", "delete"], {
      icon: Trash2,
      enabled: has && !inTrash,
      run: () => void remove(),
    }),
    command("restore", words.restore, ["r"], { icon: RotateCcw, enabled: has && inTrash, run: () => void restore() }),
    command("copy", words.copy, ["c"], {
      icon: Copy,
      enabled: has && only !== undefined,
      run: () => only !== undefined && actions.copyText(only),
    }),
    command("copy-address", words.copyAddress, ["shift+c"], {
      icon: Link,
      enabled: has && only !== undefined,
      run: () => only !== undefined && actions.copyAddress(only),
    }),
    ...SORTS.filter((sort) => sort !== route.query.sort && reads).map((sort) =>
      command(`sort.${sort}`, words.sortBy(text.memories.sort[sort]), [], {
        icon: ArrowDownUp,
        run: () => route.setQuery({ ...route.query, sort }),
      }),
    ),
    command("clear-filters", text.memories.filters.clear, [], {
      icon: FilterX,
      enabled: isFiltered(route.query),
      run: () => route.setQuery(clearFilters(route.query)),
    }),
    command("empty-trash", words.emptyTrash, [], { icon: Trash2, enabled: inTrash && reads, run: () => ask("trash") }),
    command("purge", words.deleteForever, [], { icon: Trash2, enabled: has && inTrash, run: () => ask(targets) }),
    command("export", text.memories.bulk.export, [], {
      icon: Download,
      enabled: reads && selected.length > 0,
      run: () => exportMemories(selected, new Date()),
    }),
    command("select-all", words.selectAll, ["mod+a"], { inFields: false, enabled: reads, run: () => selection.all() }),
    // The list binds these itself, while it has the focus.
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
    command("next", words.next, ["arrowdown", "j"], { hidden: true, enabled: reads, run: step(1) }),
    command("previous", words.previous, ["arrowup", "k"], { hidden: true, enabled: reads, run: step(-1) }),
    command("escape", words.clearSelection, ["escape"], { hidden: true, enabled: reads, run: goBack }),
  ]);
}
