import { type KeyboardEvent, useId, useMemo, useRef, useState } from "react";
import { useText } from "../../../text/use-text.ts";
import { useToast } from "../../../ui/toast.tsx";
import {
  CHILDREN_STEP,
  copyText,
  initiallyExpanded,
  isLong,
  parentPointer,
  type TreeRow,
  type TreeState,
  visibleRows,
} from "./json-tree.ts";
import { JsonTreeRow } from "./json-tree-row.tsx";

interface JsonTreeProps {
  readonly label: string;
  readonly root: unknown;
}

/**
 * A JSON value that opens and closes, by pointer and by the keys of the tree pattern (w3.org/WAI/ARIA/apg/patterns/treeview):
 * arrows, Home, End, Enter; Ctrl/⌘C copies the value the focus is on.
 */
export function JsonTree({ label, root }: JsonTreeProps) {
  const text = useText();
  const toast = useToast();
  const prefix = useId();
  const tree = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<TreeState>(() => ({ expanded: initiallyExpanded(root), shown: new Map() }));
  const rows = useMemo(() => linesOf(root, state), [root, state]);
  const [picked, setCurrent] = useState("");
  const current = rows.some((row) => row.pointer === picked) ? picked : (rows[0]?.pointer ?? "");
  const idOf = (pointer: string) => `${prefix}${pointer}`;

  const focus = (pointer: string) => {
    setCurrent(pointer);
    document.getElementById(idOf(pointer))?.scrollIntoView({ block: "nearest" });
  };
  const toggle = (row: TreeRow) => {
    if (row.hidden > 0) {
      const parent = parentPointer(row.pointer) ?? "";
      const shown = new Map(state.shown).set(parent, row.position - 1 + CHILDREN_STEP);
      setState({ ...state, shown });
      setCurrent(parent);
    } else if (row.size > 0 || isLong(row.value)) {
      const expanded = new Set(state.expanded);
      if (!expanded.delete(row.pointer)) expanded.add(row.pointer);
      setState({ ...state, expanded });
    }
  };
  const copy = (row: TreeRow) => {
    navigator.clipboard.writeText(copyText(row.value)).then(
      () => toast.show({ message: text.activity.detail.copied }),
      () => toast.show({ message: text.activity.detail.copyFailed, tone: "bad" }),
    );
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const index = rows.findIndex((row) => row.pointer === current);
    const row = rows[index];
    if (event.target !== event.currentTarget || row === undefined) return;
    const action = actionFor(event, row, index);
    if (action !== undefined) {
      event.preventDefault();
      action();
    }
  };
  const actionFor = (event: KeyboardEvent, row: TreeRow, index: number): (() => void) | undefined => {
    const go = (to: number) => () => focus(rows[Math.min(rows.length - 1, Math.max(0, to))]?.pointer ?? "");
    if (event.ctrlKey || event.metaKey) {
      const selecting = (getSelection()?.toString() ?? "") !== "";
      return event.key === "c" && row.hidden === 0 && !selecting ? () => copy(row) : undefined;
    }
    switch (event.key) {
      case "ArrowDown":
        return go(index + 1);
      case "ArrowUp":
        return go(index - 1);
      case "Home":
        return go(0);
      case "End":
        return go(rows.length - 1);
      case "ArrowRight":
        return row.size > 0 && !row.expanded ? () => toggle(row) : go(index + 1);
      case "ArrowLeft":
        return row.expanded ? () => toggle(row) : () => focus(parentPointer(row.pointer) || row.pointer);
      case "Enter":
      case " ":
        return () => toggle(row);
      default:
        return undefined;
    }
  };

  return (
    <div
      ref={tree}
      role="tree"
      aria-label={label}
      aria-activedescendant={idOf(current)}
      tabIndex={0}
      onKeyDown={onKeyDown}
      className="group/tree overflow-x-auto outline-hidden px-2 pb-3 font-mono text-sm"
    >
      {rows.map((row) => (
        <JsonTreeRow
          key={row.pointer}
          id={idOf(row.pointer)}
          row={row}
          current={row.pointer === current}
          onToggle={() => {
            setCurrent(row.pointer);
            toggle(row);
            tree.current?.focus({ preventScroll: true });
          }}
          onCopy={() => copy(row)}
        />
      ))}
    </div>
  );
}

/** The lines to draw: a value that holds others is only its inside, for it has no name to show. */
function linesOf(root: unknown, state: TreeState): TreeRow[] {
  const [first, ...inside] = visibleRows(root, { ...state, expanded: new Set([...state.expanded, ""]) });
  if (first === undefined || first.size === 0) {
    return first === undefined ? [] : [first];
  }
  return inside.map((row) => ({ ...row, depth: row.depth - 1 }));
}
