import clsx from "clsx";
import { type KeyboardEvent, type MouseEvent, type ReactNode, use } from "react";
import { useText } from "../text/use-text.ts";
import { OneLine } from "./inline-text.tsx";
import { ContextMenu, type MenuEntry } from "./menu.tsx";
import { type RowSelection, RowSelectionContext } from "./row-selection.tsx";
import { EntryButtons, SelectionFoot } from "./selection-foot.tsx";
import { keyAt } from "./virtual-list.tsx";

interface RowListProps {
  /** The name of the list; without it the children are lists. */
  readonly label?: string;
  /** The selected rows; without it none can be selected. */
  readonly selection?: RowSelection;
  readonly children: ReactNode;
}

/**
 * A list that scrolls. The arrow keys move the focus from row to row, and with Shift they select. The actions for several
 * selected rows are below it.
 */
export function RowList({ label, selection, children }: RowListProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const from = isRow(event.target) ? keyAt(event.target) : null;
    if (event.key === " " && from !== null && selection !== undefined) {
      event.preventDefault();
      selection.choose(from, "toggle");
      return;
    }
    const target = moveFocus(event);
    const to = target === null ? null : keyAt(target);
    if (selection === undefined || from === null || to === null) return;
    if (event.shiftKey) selection.extend(from, to);
    else selection.choose(to, "only");
  };
  return (
    <RowSelectionContext value={selection ?? null}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows move between the buttons inside */}
      <div className="min-h-0 flex-1 overflow-y-auto" onKeyDown={onKeyDown}>
        {label === undefined ? children : <ul aria-label={label}>{children}</ul>}
      </div>
      {selection !== undefined && <RowsFoot selection={selection} />}
    </RowSelectionContext>
  );
}

function RowsFoot({ selection }: { readonly selection: RowSelection }) {
  const { common } = useText();
  const { keys, total, entries, all, clear } = selection;
  if (keys.length < 2) return null;
  return (
    <SelectionFoot
      label={common.selection}
      title={common.selectedCount(keys.length)}
      all={keys.length < total ? { label: common.selectAllCount(total), run: () => all() } : null}
      onClear={clear}
    >
      <EntryButtons entries={entries} />
    </SelectionFoot>
  );
}

function isRow(target: EventTarget): target is HTMLElement {
  return target instanceof HTMLElement && target.dataset.row !== undefined;
}

interface ListRowProps {
  /** Identifies the row in a list whose rows can be selected. */
  readonly itemKey?: string;
  readonly name: ReactNode;
  /** Shown after the name, such as an address. */
  readonly detail?: string;
  /** The colour of the dot, which shows the state in addition to its text; a row without a state has none. */
  readonly dot?: string;
  /** The effect of a press, as a tooltip. */
  readonly title?: string;
  /** Whether the pane shows this item. */
  readonly isOpen?: boolean;
  /** Figures at the end of the row. */
  readonly figures?: ReactNode;
  /** Buttons after the row. */
  readonly actions?: ReactNode;
  /** The actions of the row on a right click, in addition to opening it. */
  readonly menu?: readonly MenuEntry[];
  readonly onOpen: () => void;
  /** The lines below the name. */
  readonly children: ReactNode;
}

/** An item of a place: a button that opens it, and buttons that change it. */
export function ListRow(props: ListRowProps) {
  const {
    itemKey,
    name,
    detail,
    dot,
    title,
    isOpen = false,
    figures,
    actions,
    menu = NO_ENTRIES,
    onOpen,
    children,
  } = props;
  const text = useText();
  const rows = use(RowSelectionContext);
  const isSelected = rows !== null && itemKey !== undefined && rows.keys.includes(itemKey);
  const isOneOfSeveral = isSelected && rows.keys.length > 1;
  const entries = isOneOfSeveral
    ? rows.entries
    : menu.length === 0
      ? NO_ENTRIES
      : [{ label: text.common.open, onSelect: onOpen }, ...menu];
  const onClick = (event: MouseEvent) => {
    const how = event.shiftKey ? "range" : event.ctrlKey || event.metaKey ? "toggle" : "only";
    if (rows !== null && itemKey !== undefined) rows.choose(itemKey, how);
    if (rows === null || itemKey === undefined || how === "only") onOpen();
  };
  return (
    <ContextMenu
      entries={entries}
      render={
        <li
          data-key={itemKey}
          className={clsx(
            "flex items-center border-b border-line",
            actions && "pr-2",
            isSelected ? "bg-accent-soft" : isOpen && "bg-pressed",
          )}
        />
      }
    >
      <button
        type="button"
        data-row
        aria-current={isOpen ? "true" : undefined}
        title={title}
        onClick={onClick}
        className="focus-inset flex min-w-0 flex-1 items-start gap-3 px-4 py-2.5 text-left hover:bg-hover"
      >
        {dot !== undefined && <StateDot colour={dot} />}
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <OneLine className="max-w-[60%] shrink-0 font-medium">{name}</OneLine>
            {isOneOfSeveral && <span className="sr-only">{text.common.selected}</span>}
            {detail !== undefined && (
              <span className="min-w-0 truncate text-sm text-ink-faint" title={detail}>
                {detail}
              </span>
            )}
          </span>
          {children}
        </span>
        {figures}
      </button>
      {actions}
    </ContextMenu>
  );
}

const NO_ENTRIES: readonly MenuEntry[] = [];

/** A state as a coloured dot next to its text. */
export function StateDot({ colour }: { readonly colour: string }) {
  return <span className={clsx("mt-1.5 size-2 shrink-0 rounded-full", colour)} aria-hidden />;
}

/** The dot of a state in which nothing runs. */
export const HOLLOW_DOT = "shadow-[inset_0_0_0_1px_var(--line-strong)]";

/**
 * The arrow keys move the focus from row to row: each item of the list has a button with `data-row`. Returns the row that
 * has the focus now, or null if the key moves nothing.
 */
export function moveFocus(event: KeyboardEvent<HTMLElement>): HTMLElement | null {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-row]")];
  const target = rows[rows.findIndex((row) => row.closest("li")?.contains(document.activeElement)) + step];
  if (step === 0 || target === undefined) return null;
  event.preventDefault();
  target.focus();
  return target;
}
