import clsx from "clsx";
import type { KeyboardEvent, ReactNode } from "react";
import { useText } from "../text/use-text.ts";
import { OneLine } from "./inline-text.tsx";
import { ContextMenu, type MenuEntry } from "./menu.tsx";

interface RowListProps {
  /** The name of the list; without it the children are lists. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** A list that scrolls. The arrow keys move the focus from row to row. */
export function RowList({ label, children }: RowListProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows move between the buttons inside
    <div className="min-h-0 flex-1 overflow-y-auto" onKeyDown={moveFocus}>
      {label === undefined ? children : <ul aria-label={label}>{children}</ul>}
    </div>
  );
}

interface ListRowProps {
  readonly name: ReactNode;
  /** Shown after the name, such as an address. */
  readonly detail?: string;
  /** The colour of the dot, which shows the state in addition to its text. */
  readonly dot: string;
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
  const { name, detail, dot, title, isOpen = false, figures, actions, menu = NO_ENTRIES, onOpen, children } = props;
  const text = useText();
  return (
    <ContextMenu
      entries={menu.length === 0 ? NO_ENTRIES : [{ label: text.common.open, onSelect: onOpen }, ...menu]}
      render={
        <li className={clsx("flex items-center border-b border-line", actions && "pr-2", isOpen && "bg-pressed")} />
      }
    >
      <button
        type="button"
        data-row
        aria-current={isOpen ? "true" : undefined}
        title={title}
        onClick={onOpen}
        className="focus-inset flex min-w-0 flex-1 items-start gap-3 px-4 py-2.5 text-left hover:bg-hover"
      >
        <StateDot colour={dot} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <OneLine className="max-w-[60%] shrink-0 font-medium">{name}</OneLine>
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

/** The arrow keys move the focus from row to row: each item of the list has a button with `data-row`. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-row]")];
  const target = rows[rows.findIndex((row) => row.closest("li")?.contains(document.activeElement)) + step];
  if (step !== 0 && target !== undefined) {
    event.preventDefault();
    target.focus();
  }
}
