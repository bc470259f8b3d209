import { createContext, useMemo } from "react";
import { commandsOf } from "../commands/command.ts";
import { useCommands } from "../commands/commands.tsx";
import { useText } from "../text/use-text.ts";
import type { MenuEntry } from "./menu.tsx";
import { useListSelection } from "./selection.ts";

/** The selected rows of a list of buttons, and the actions for all of them. */
export interface RowSelection extends Pick<ReturnType<typeof useListSelection>, "choose" | "extend" | "all" | "clear"> {
  /** The selected rows that exist, in the order of the list. */
  readonly keys: readonly string[];
  readonly total: number;
  /** The actions for all selected rows; with fewer than two there are none. */
  readonly entries: readonly MenuEntry[];
}

/** Null in a list whose rows cannot be selected. */
export const RowSelectionContext = createContext<RowSelection | null>(null);

/**
 * Selects rows of a list of buttons, with the keys and clicks of every list: Shift selects a range, Ctrl or ⌘ one more, Space
 * the focused row. Clicking a row without them opens it.
 * @param order the keys of all rows
 */
export function useRowSelection(
  place: string,
  order: readonly string[],
  entriesOf: (keys: readonly string[]) => readonly MenuEntry[],
): RowSelection {
  const { common, memories } = useText();
  const { selection, choose, extend, all, clear } = useListSelection(order, null, openNothing, false);
  const keys = useMemo(() => order.filter((key) => selection.ids.has(key)), [order, selection]);
  const hasSeveral = keys.length > 1;
  const command = commandsOf(place, memories.actions.group, { hidden: true });
  useCommands([
    command("select-all", memories.actions.selectAll, () => all(), { keys: ["mod+a"], inFields: false }),
    command("clear-selection", common.clearSelection, clear, { keys: ["escape"], enabled: hasSeveral }),
  ]);
  return { keys, total: order.length, entries: hasSeveral ? entriesOf(keys) : [], choose, extend, all, clear };
}

/** The row itself opens what it shows. */
function openNothing(): void {}
