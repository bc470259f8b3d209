import clsx from "clsx";
import { ChevronRight, Copy } from "lucide-react";
import { type KeyboardEvent, useId, useMemo, useRef, useState } from "react";
import { useText } from "../../../text/use-text.ts";
import { useToast } from "../../../ui/toast.tsx";
import {
  CHILDREN_STEP,
  copyText,
  FOLDED_LENGTH,
  initiallyExpanded,
  isLong,
  keysPreview,
  parentPointer,
  type TreeRow,
  type TreeState,
  visibleRows,
} from "./json-tree.ts";

const INDENT = 14;

/**
 * A JSON value as a tree with the keys of the ARIA tree pattern (w3.org/WAI/ARIA/apg/patterns/treeview): arrows, Home,
 * End, Enter. Ctrl/⌘C copies the current value.
 */
export function JsonTree({ label, root }: { readonly label: string; readonly root: unknown }) {
  const text = useText();
  const toast = useToast();
  const prefix = useId();
  const tree = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<TreeState>(() => ({ expanded: initiallyExpanded(root), shown: new Map() }));
  const rows = useMemo(() => visibleLines(root, state), [root, state]);
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
  const copy = ({ value }: TreeRow) => toast.copy(copyText(value), text.common.copied, text.activity.detail.copyFailed);

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
    const moveTo = (to: number) => () => focus(rows[Math.min(rows.length - 1, Math.max(0, to))]?.pointer ?? "");
    if (event.ctrlKey || event.metaKey) {
      const selecting = (getSelection()?.toString() ?? "") !== "";
      return event.key === "c" && row.hidden === 0 && !selecting ? () => copy(row) : undefined;
    }
    switch (event.key) {
      case "ArrowDown":
        return moveTo(index + 1);
      case "ArrowUp":
        return moveTo(index - 1);
      case "Home":
        return moveTo(0);
      case "End":
        return moveTo(rows.length - 1);
      case "ArrowRight":
        return row.size > 0 && !row.expanded ? () => toggle(row) : moveTo(index + 1);
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

/** The lines to render: of an object or array only its content, since the root has no name. */
function visibleLines(root: unknown, state: TreeState): TreeRow[] {
  const [first, ...inside] = visibleRows(root, { ...state, expanded: new Set([...state.expanded, ""]) });
  if (first === undefined || first.size === 0) return first === undefined ? [] : [first];
  return inside.map((row) => ({ ...row, depth: row.depth - 1 }));
}

interface JsonTreeRowProps {
  readonly id: string;
  readonly row: TreeRow;
  readonly current: boolean;
  readonly onToggle: () => void;
  readonly onCopy: () => void;
}

function JsonTreeRow({ id, row, current, onToggle, onCopy }: JsonTreeRowProps) {
  const text = useText().activity.tree;
  const opens = row.size > 0 || row.hidden > 0 || isLong(row.value);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the tree, which names its current line
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree opens its current line with Enter
    <div
      role="treeitem"
      id={id}
      aria-level={row.depth + 1}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={row.size > 0 ? row.expanded : undefined}
      aria-selected={current}
      onClick={opens ? onToggle : undefined}
      style={{ paddingLeft: row.depth * INDENT }}
      className={clsx(
        "group relative flex min-w-0 scroll-mt-9 items-start rounded-sm pr-7 hover:bg-hover",
        current && "group-focus-visible/tree:bg-hover group-focus-visible/tree:shadow-[inset_0_0_0_1px_var(--accent)]",
      )}
    >
      <span className="flex h-4.5 w-4.5 shrink-0 items-center justify-center text-ink-faint">
        {row.size > 0 && (
          <ChevronRight size={12} aria-hidden className={clsx("transition-transform", row.expanded && "rotate-90")} />
        )}
      </span>
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {row.hidden > 0 ? (
          <span className="text-accent-text">{text.showMore(row.hidden)}</span>
        ) : (
          <>
            {row.name !== null && (
              <span className={typeof row.name === "number" ? "text-ink-faint" : "text-ink"}>{row.name}: </span>
            )}
            <TreeValue row={row} />
          </>
        )}
      </span>
      {row.hidden === 0 && (
        <button
          type="button"
          tabIndex={-1}
          aria-hidden
          title={text.copyValue}
          onClick={(event) => {
            event.stopPropagation();
            onCopy();
          }}
          className="absolute top-0 right-1 hidden size-4.5 items-center justify-center rounded-sm bg-raised text-ink-faint group-hover:flex hover:text-ink"
        >
          <Copy size={11} aria-hidden />
        </button>
      )}
    </div>
  );
}

function TreeValue({ row }: { readonly row: TreeRow }) {
  const text = useText().activity.tree;
  if (row.embedded) {
    return (
      <span className="text-ink-faint">
        {text.embedded} {row.expanded ? "" : preview(row)}
      </span>
    );
  }
  if (row.kind === "object" || row.kind === "array") {
    return (
      <span className="text-ink-faint">
        {row.expanded ? (row.kind === "array" ? text.items(row.size) : "") : preview(row)}
        {!row.expanded && row.kind === "array" && text.items(row.size)}
      </span>
    );
  }
  return <JsonValue value={row.value} unfolded={row.expanded} />;
}

function preview(row: TreeRow): string {
  const keys = keysPreview(row.value);
  return row.kind === "array" || Array.isArray(row.value) ? "" : `{ ${keys.join(", ")} }`;
}

interface JsonValueProps {
  readonly value: unknown;
  /** Whether a long string is shown in full. */
  readonly unfolded: boolean;
}

/** A string, number, boolean or null. A long string is folded at first. */
function JsonValue({ value, unfolded }: JsonValueProps) {
  const text = useText().activity.tree;
  if (typeof value !== "string") {
    return <span className={value === null ? "text-ink-faint" : "text-accent-text"}>{String(value)}</span>;
  }
  if (!isLong(value)) {
    return <span className="whitespace-pre-wrap text-ink-soft">{JSON.stringify(value)}</span>;
  }
  return (
    <span className="whitespace-pre-wrap text-ink-soft">
      {unfolded ? value : `${value.slice(0, FOLDED_LENGTH)}…`}
      <span className="ml-2 font-sans text-accent-text">
        {unfolded ? text.showLess : text.showAll(value.length - FOLDED_LENGTH)}
      </span>
    </span>
  );
}
