import clsx from "clsx";
import { ChevronRight, Copy } from "lucide-react";
import { useText } from "../../../text/use-text.ts";
import { isLong, keysPreview, type TreeRow } from "./json-tree.ts";
import { JsonValue } from "./json-value.tsx";

interface JsonTreeRowProps {
  readonly id: string;
  readonly row: TreeRow;
  readonly current: boolean;
  readonly onToggle: () => void;
  readonly onCopy: () => void;
}

const INDENT = 14;

/** One line of a JSON tree. */
export function JsonTreeRow({ id, row, current, onToggle, onCopy }: JsonTreeRowProps) {
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
