import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import clsx from "clsx";
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";

interface Rows<Row> {
  readonly rows: readonly Row[];
  /** A stable function. */
  readonly keyOf: (row: Row) => string;
  /** The height in pixels, computed so that a long list needs no measuring. */
  readonly heightOf: (row: Row) => number;
  /** Identifies the list. A different list starts at its top. */
  readonly listKey: string;
  /**
   * The keys of new rows that must not move the visible rows, even at the top of the list. If undefined, the visible
   * rows stay in place on any change, except at the top.
   */
  readonly freshKeys?: ReadonlySet<string>;
  /** Whether a row belongs to the rows below it and is not an option. */
  readonly isHeading?: (row: Row) => boolean;
}

interface VirtualListProps<Row> extends Rows<Row> {
  readonly label: string;
  readonly listRef: RefObject<HTMLDivElement | null>;
  /** The key of the row with the keyboard cursor. */
  readonly active: string | null;
  readonly isMultiple?: boolean;
  /** Called when the end is near, and whenever it changes while the end is near. */
  readonly onNearEnd: () => void;
  /** Moves the cursor by a number of rows; `extend` if Shift is held. */
  readonly onMove: (steps: number, extend: boolean) => void;
  readonly onEnter: () => void;
  readonly onSpace?: () => void;
  readonly onChoose: (key: string, event: MouseEvent) => void;
  readonly onScroll?: () => void;
  /** Renders a row as a {@link ListOption} with this id, or as a heading. */
  readonly children: (row: Row, optionId: string, index: number) => ReactNode;
}

/** Space above the first and below the last row, in pixels. */
const PADDING = 6;
/** Rows rendered above and below the visible ones. */
const OVERSCAN = 8;
/** The next page is requested when fewer rows than this are left below, or a third of a short page. */
const PREFETCH_ROWS = 30;

/** A listbox that renders only its visible rows. The list itself has the focus; arrow keys move in it. */
export function VirtualList<Row>(props: VirtualListProps<Row>) {
  const { rows, keyOf, heightOf, listRef, active, onNearEnd } = props;
  const idPrefix = useId();
  const activeIndex = active === null ? -1 : rows.findIndex((row) => keyOf(row) === active);
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count: rows.length,
    getScrollElement: () => listRef.current,
    estimateSize: (index) => heightOf(rows[index] as Row),
    getItemKey: useCallback((index: number) => keyOf(rows[index] as Row), [rows, keyOf]),
    paddingStart: PADDING,
    paddingEnd: PADDING,
    scrollPaddingStart: PADDING,
    scrollPaddingEnd: PADDING,
    overscan: OVERSCAN,
  });
  const room = useSteadyScroll(props, listRef, virtualizer);

  // Scroll only when the active row changes, not when rows are added or removed around it.
  const lastActive = useRef<string | null>(null);
  useEffect(() => {
    if (active === lastActive.current || activeIndex === -1) return;
    lastActive.current = active;
    virtualizer.scrollToIndex(activeIndex, { align: "auto" });
  }, [active, activeIndex, virtualizer]);

  const items = virtualizer.getVirtualItems();
  const lastShown = items.at(-1)?.index ?? 0;
  useEffect(() => {
    const ahead = Math.max(OVERSCAN, Math.min(PREFETCH_ROWS, rows.length / 3));
    if (lastShown >= rows.length - ahead) onNearEnd();
  }, [lastShown, rows, onNearEnd]);

  const onKeyDown = (event: KeyboardEvent) => {
    const first = rows.find((row) => props.isHeading?.(row) !== true);
    const rowHeight = first === undefined ? 1 : heightOf(first);
    const page = Math.max(1, Math.floor((listRef.current?.clientHeight ?? 0) / rowHeight) - 1);
    const steps = stepsOf(event, page, rows.length);
    if (event.key === "Enter") props.onEnter();
    else if (event.key === " " && props.onSpace !== undefined) props.onSpace();
    else if (steps !== 0) props.onMove(steps, event.shiftKey);
    else return;
    event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    const key = keyAt(event.target);
    if (key === null) return;
    listRef.current?.focus({ preventScroll: true });
    props.onChoose(key, event);
  };

  return (
    <div
      ref={listRef}
      role="listbox"
      aria-label={props.label}
      aria-multiselectable={props.isMultiple}
      aria-activedescendant={activeIndex === -1 ? undefined : `${idPrefix}-${active}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onScroll={props.onScroll}
      className="group/list min-h-0 flex-1 overflow-y-auto overscroll-contain outline-none [overflow-anchor:none]"
    >
      <div role="presentation" className="relative" style={{ height: virtualizer.getTotalSize() + room }}>
        {items.map(({ index, key, size, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const isHeading = props.isHeading?.(row) === true;
          return (
            <div
              key={key}
              role="presentation"
              data-key={isHeading ? undefined : key}
              className="absolute inset-x-1.5"
              style={{ height: size, transform: `translateY(${start}px)` }}
            >
              {props.children(row, `${idPrefix}-${key}`, index)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** The key of the row that an element is in; null outside of the rows. */
export function keyAt(target: EventTarget): string | null {
  return (target instanceof Element ? target.closest<HTMLElement>("[data-key]")?.dataset.key : undefined) ?? null;
}

/** Number of rows that a key moves by; 0 for any other key. `page`: visible rows; `length`: all rows. */
export function stepsOf(
  { key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">,
  page: number,
  length: number,
): number {
  if (ctrlKey || metaKey || altKey) return 0;
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
    Home: -length,
    End: length,
  };
  return steps[key] ?? 0;
}

interface ListOptionProps {
  readonly id: string;
  readonly index: number;
  /** The number of options; -1 if it is not known. */
  readonly total: number;
  readonly isSelected: boolean;
  readonly isActive: boolean;
  readonly className: string;
  /** Makes the option draggable; the list reads it as `data-drag`. */
  readonly dragKey?: string;
  readonly children: ReactNode;
}

/** One option of a {@link VirtualList}, which handles its clicks and keys. */
export function ListOption(props: ListOptionProps) {
  const { id, index, total, isSelected, isActive, className, dragKey, children } = props;
  return (
    <div
      role="option"
      draggable={dragKey !== undefined}
      data-drag={dragKey}
      id={id}
      aria-selected={isSelected}
      aria-posinset={index + 1}
      aria-setsize={total}
      tabIndex={-1}
      className={clsx(
        "h-full rounded-md py-2",
        className,
        isSelected ? "bg-accent-soft" : "hover:bg-hover",
        isActive &&
          "group-focus-visible/list:outline-2 group-focus-visible/list:-outline-offset-2 group-focus-visible/list:outline-accent",
      )}
    >
      {children}
    </div>
  );
}

/**
 * Keeps the visible rows in place when rows are inserted or removed above them: scrolls by the difference in the same
 * frame. Returns the extra height in pixels that a list too short to scroll needs for that.
 */
function useSteadyScroll<Row>(
  { rows, keyOf, heightOf, listKey, freshKeys, isHeading }: Rows<Row>,
  listRef: RefObject<HTMLDivElement | null>,
  virtualizer: Virtualizer<HTMLDivElement, Element>,
): number {
  const [room, setRoom] = useState(0);
  const before = useRef({ listKey, rows });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions describe the rows and do not change with them
  useLayoutEffect(() => {
    const list = listRef.current;
    const previous = before.current;
    before.current = { listKey, rows };
    if (list === null) return;
    if (previous.listKey !== listKey) {
      // The virtualizer knows the offset; reading `scrollTop` would force a layout.
      if ((virtualizer.scrollOffset ?? 0) > 0) list.scrollTop = 0;
      setRoom(0);
      return;
    }
    const heightUpTo = (part: readonly Row[], end: number) =>
      part.slice(0, end).reduce((height, row) => height + heightOf(row), 0);
    if (freshKeys?.size === 0) {
      if (room > 0 && list.scrollTop < heightUpTo(rows, 1)) setRoom(0);
      return;
    }
    const last = previous.rows.length - 1;
    const keyAt = (part: readonly Row[], index: number) => (part[index] === undefined ? null : keyOf(part[index]));
    const isSameAt = (index: number) => keyAt(previous.rows, index) === keyAt(rows, index);
    // Nothing changed, or a page was added at the end.
    if (previous.rows === rows || (isSameAt(0) && isSameAt(last))) return;
    const present = new Map(rows.map((row, index) => [keyOf(row), index]));
    if (freshKeys === undefined) {
      if (list.scrollTop <= PADDING) return;
    } else {
      const known = new Set(previous.rows.map(keyOf));
      if (![...freshKeys].some((key) => present.has(key) && !known.has(key))) return;
    }
    let bottom = PADDING;
    const heldAt = previous.rows.findIndex((row) => {
      bottom += heightOf(row);
      return bottom > list.scrollTop && isHeading?.(row) !== true && present.has(keyOf(row));
    });
    const held = previous.rows[heldAt];
    if (held === undefined) return;
    const moved = heightUpTo(rows, present.get(keyOf(held)) ?? 0) - heightUpTo(previous.rows, heldAt);
    if (moved === 0) return;
    const target = list.scrollTop + moved;
    const content = heightUpTo(rows, rows.length) + 2 * PADDING;
    const needed = freshKeys === undefined ? 0 : Math.max(0, target + list.clientHeight - content);
    const inner = list.firstElementChild;
    if (inner instanceof HTMLElement) inner.style.height = `${content + needed}px`;
    setRoom(needed);
    list.scrollTop = target;
    // A scroll to the active row's index may still be in progress. It would undo this one, because the index has changed.
    virtualizer.scrollToOffset(target);
  }, [rows, listKey, freshKeys, listRef, virtualizer, room]);

  return room;
}
