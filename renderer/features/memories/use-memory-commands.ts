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
import { MEMORY_SORTS } from "../../../electron/core/filter.ts";
import type { Command } from "../../commands/command.ts";
import { useCommands } from "../../commands/commands.tsx";
import { useText } from "../../text/use-text.ts";
import { useMemories } from "./memories-context.tsx";
import { clearFilters, isFiltered } from "./query/memory-query.ts";

/** Registers the shortcuts and palette commands of Memories. */
export function useMemoryCommands(): void {
  const { route, selection, selected, hasSeveral, targets, actions, listRef, searchRef, pageRef, ...memories } =
    useMemories();
  const text = useText();
  const words = text.memories.actions;
  const isReading = route.mode === "read";
  const inTrash = route.query.view === "trash";
  const [only] = selected.length === 1 ? selected : [];
  const hasTarget = isReading && targets.length > 0;
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
