import { useVirtualizer } from "@tanstack/react-virtual";
import clsx from "clsx";
import { ArrowUp, Pin } from "lucide-react";
import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { markHidden } from "../../../../electron/core/hidden-characters.ts";
import { useText } from "../../../text/use-text.ts";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { ValidityText } from "../../../ui/validity.tsx";
import type { MemoryRow as Row } from "../data/memory-pages.ts";
import type { FreshMemories } from "../data/use-live-memories.ts";
import { useMemories } from "../memories-context.tsx";
import { formatQuery } from "../query/memory-query.ts";
import { heightOf, type MarkedText, ROW_HEIGHT, shapeOf } from "./row-shape.ts";

interface MemoryListProps {
  readonly isUnread: (row: Row) => boolean;
  readonly fresh: FreshMemories;
  readonly onFreshSeen: () => void;
}

/** Space above the first and below the last row, in pixels. */
const PADDING = 6;
/** The next page is requested when fewer rows than this are left below, or a third of a short page. */
const PREFETCH_ROWS = 30;

/** The list of memories. Only visible rows are rendered. The list itself has the focus; arrow keys move in it. */
export function MemoryList({ isUnread, fresh, onFreshSeen }: MemoryListProps) {
  const { route, rows, total, selection, listRef, loadMore } = useMemories();
  const { query } = route;
  const text = useText();
  const idPrefix = useId();
  const { active, ids } = selection.selection;
  const activeIndex = rows.findIndex((row) => row.memory.id === active);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => listRef.current,
    estimateSize: (index) => heightOf(rows[index]),
    getItemKey: useCallback((index: number) => rows[index]?.memory.id ?? index, [rows]),
    paddingStart: PADDING,
    paddingEnd: PADDING,
    scrollPaddingStart: PADDING,
    scrollPaddingEnd: PADDING,
    overscan: 8,
  });
  const isAtTop = useCallback(() => (virtualizer.scrollOffset ?? 0) <= 0, [virtualizer]);
  const room = useSteadyScroll({
    rows,
    listKey: `${query.view}?${formatQuery(query)}`,
    freshIds: fresh.ids,
    listRef,
    isAtTop,
    scrollTo: useCallback((offset: number) => virtualizer.scrollToOffset(offset), [virtualizer]),
  });

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
    if (lastShown >= rows.length - Math.min(PREFETCH_ROWS, rows.length / 3)) loadMore();
  }, [lastShown, rows, loadMore]);

  const onScroll = () => {
    if (listRef.current !== null && listRef.current.scrollTop < 4 && fresh.ids.size > 0) onFreshSeen();
  };
  const showFresh = useCallback(() => {
    const reducesMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;
    listRef.current?.scrollTo({ top: 0, behavior: reducesMotion ? "auto" : "smooth" });
    onFreshSeen();
  }, [listRef, onFreshSeen]);

  const openActive = () => {
    if (active === null) return;
    if (route.id !== active) route.open(active);
    requestAnimationFrame(() => document.querySelector<HTMLElement>("[data-page]")?.focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps = stepsOf(
      event,
      Math.max(1, Math.floor((listRef.current?.clientHeight ?? 0) / ROW_HEIGHT) - 1),
      rows.length,
    );
    if (event.key === "Enter") openActive();
    else if (event.key === " " && active !== null) selection.choose(active, "toggle");
    else if (steps !== 0) selection.move(steps, event.shiftKey);
    else return;
    event.preventDefault();
  };

  const onClick = (event: MouseEvent) => {
    const id =
      event.target instanceof Element ? event.target.closest<HTMLElement>("[data-memory]")?.dataset.memory : null;
    if (id == null) return;
    listRef.current?.focus({ preventScroll: true });
    selection.choose(id, event.shiftKey ? "range" : event.ctrlKey || event.metaKey ? "toggle" : "only");
  };

  return (
    <div className="relative min-h-0 flex-1">
      <FreshLine count={fresh.ids.size + fresh.waiting} onShow={showFresh} />
      <div
        ref={listRef}
        role="listbox"
        aria-label={text.frame.memories}
        aria-multiselectable
        aria-activedescendant={activeIndex === -1 ? undefined : `${idPrefix}-${active}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onScroll={onScroll}
        className="group/list h-full overflow-y-auto overscroll-contain outline-none [overflow-anchor:none]"
      >
        <div role="presentation" className="relative" style={{ height: virtualizer.getTotalSize() + room }}>
          {items.map((item) => {
            const row = rows[item.index];
            return row === undefined ? null : (
              <div
                key={item.key}
                role="presentation"
                className="absolute inset-x-1.5"
                style={{ height: item.size, transform: `translateY(${item.start}px)` }}
              >
                <MemoryRow
                  row={row}
                  index={item.index}
                  total={total ?? rows.length}
                  optionId={`${idPrefix}-${row.memory.id}`}
                  selected={ids.has(row.memory.id)}
                  active={row.memory.id === active}
                  unread={isUnread(row)}
                  inTrash={query.view === "trash"}
                />
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** Number of rows that a key moves by; 0 for any other key. `page`: visible rows; `length`: all rows. */
function stepsOf(event: KeyboardEvent, page: number, length: number): number {
  if (event.ctrlKey || event.metaKey || event.altKey) return 0;
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
    Home: -length,
    End: length,
  };
  return steps[event.key] ?? 0;
}

interface SteadyScrollOptions {
  readonly rows: readonly Row[];
  /** Identifies the list. A different list starts at its top. */
  readonly listKey: string;
  readonly freshIds: ReadonlySet<string>;
  readonly listRef: RefObject<HTMLDivElement | null>;
  /** Whether the list is scrolled to its top; must not force a layout. */
  readonly isAtTop: () => boolean;
  /** Scrolls to an offset in pixels, in place of a scroll in progress. */
  readonly scrollTo: (offset: number) => void;
}

/**
 * Keeps the visible rows in place: when new rows are inserted above them, scrolls by their height in the same frame.
 * A new id and its row may arrive in separate renders; the scroll is made when both are known.
 * Returns the extra height in pixels that a list too short to scroll needs for that.
 */
function useSteadyScroll({ rows, listKey, freshIds, listRef, isAtTop, scrollTo }: SteadyScrollOptions): number {
  const [room, setRoom] = useState(0);
  // `settled`: the fresh ids that the scroll position accounts for.
  const before = useRef({ listKey, rows, settled: freshIds });

  useLayoutEffect(() => {
    const list = listRef.current;
    const previous = before.current;
    before.current = { listKey, rows, settled: freshIds };
    if (list === null) return;
    if (previous.listKey !== listKey) {
      if (!isAtTop()) list.scrollTop = 0;
      setRoom(0);
      return;
    }
    if (freshIds.size === 0) {
      if (room > 0 && list.scrollTop < ROW_HEIGHT) setRoom(0);
      return;
    }
    const indexes = new Map(rows.map((row, index) => [row.memory.id, index]));
    const settled = new Set([...freshIds].filter((id) => previous.settled.has(id) || indexes.has(id)));
    before.current = { listKey, rows, settled };
    const added = new Set([...settled].filter((id) => !previous.settled.has(id)));
    if (added.size === 0) return;
    // The first row that was visible and still is in the list.
    const visible = previous.rows.slice(Math.floor(list.scrollTop / ROW_HEIGHT)).map((row) => row.memory.id);
    const anchor = visible.find((id) => indexes.has(id) && !added.has(id));
    const above = rows.slice(0, indexes.get(anchor ?? "") ?? 0).filter((row) => added.has(row.memory.id)).length;
    if (above === 0) return;
    const target = list.scrollTop + above * ROW_HEIGHT;
    const content = rows.length * ROW_HEIGHT + 2 * PADDING;
    const needed = Math.max(0, target + list.clientHeight - content);
    const inner = list.firstElementChild;
    if (inner instanceof HTMLElement) inner.style.height = `${content + needed}px`;
    setRoom(needed);
    list.scrollTop = target;
    // A scroll to the active row's index may still be in progress. It would undo this one, because the index has changed.
    scrollTo(target);
  }, [rows, listKey, freshIds, listRef, isAtTop, scrollTo, room]);

  return room;
}

interface FreshLineProps {
  readonly count: number;
  readonly onShow: () => void;
}

/** A button with the number of new memories above, which scrolls to them. It overlays the status line: no row moves. */
function FreshLine({ count, onShow }: FreshLineProps) {
  const text = useText();
  return (
    <div className="pointer-events-none absolute inset-x-0 -top-7 z-10 flex justify-center">
      <span className="sr-only" role="status">
        {count > 0 && text.memories.freshLong(count)}
      </span>
      {count > 0 && (
        <button
          type="button"
          onClick={onShow}
          className="pointer-events-auto flex h-6 items-center gap-1 rounded-full bg-raised pr-2.5 pl-2 text-sm text-accent-text shadow-[inset_0_0_0_1px_var(--line)] hover:bg-accent-soft forced-colors:border"
        >
          <ArrowUp size={12} aria-hidden />
          {text.memories.fresh(count)}
        </button>
      )}
    </div>
  );
}

interface MemoryRowProps {
  readonly row: Row;
  readonly selected: boolean;
  readonly active: boolean;
  readonly unread: boolean;
  /** Whether the list shows the trash, where deleted memories are not marked. */
  readonly inTrash: boolean;
  readonly index: number;
  readonly total: number;
  readonly optionId: string;
}

/** One memory in the list. It has no handlers: the list handles clicks and keys. */
export const MemoryRow = memo(function MemoryRow({
  row,
  selected,
  active,
  unread,
  inTrash,
  index,
  total,
  optionId,
}: MemoryRowProps) {
  const text = useText();
  const { memory, match } = row;
  const { title, excerpt } = shapeOf(row);
  const isDeleted = memory.deletedAt !== null && !inTrash;
  return (
    <div
      role="option"
      id={optionId}
      aria-selected={selected}
      aria-posinset={index + 1}
      aria-setsize={total}
      tabIndex={-1}
      data-memory={memory.id}
      className={clsx(
        "grid h-full grid-cols-[10px_minmax(0,1fr)] gap-x-2.5 rounded-md py-2 pr-3 pl-2.5",
        selected ? "bg-accent-soft" : "hover:bg-hover",
        active &&
          "group-focus-visible/list:outline-2 group-focus-visible/list:-outline-offset-2 group-focus-visible/list:outline-accent",
      )}
    >
      <Dot unread={unread} />
      <div className="flex min-w-0 flex-col gap-px">
        <div className="flex items-start gap-2">
          <span
            dir="auto"
            className={clsx(
              "min-w-0 flex-1",
              title.lines === 1 ? "truncate" : "line-clamp-2 wrap-anywhere",
              unread && "font-medium",
              isDeleted && "text-ink-faint line-through",
            )}
          >
            <Highlighted {...title} />
          </span>
          {memory.pinned && (
            <Pin size={12} className="mt-1 shrink-0 rotate-45 text-accent-text" aria-label={text.common.pinned} />
          )}
        </div>
        {excerpt !== null && (
          <p
            dir="auto"
            className={clsx("text-sm text-ink-soft", excerpt.lines === 1 ? "truncate" : "line-clamp-2 wrap-anywhere")}
          >
            <Highlighted {...excerpt} />
          </p>
        )}
        <div className="flex gap-2 text-sm text-ink-faint">
          <span className="shrink-0">{memory.namespace}</span>
          <span className="min-w-0 flex-1 truncate" dir="auto">
            {markHidden(memory.domain)}
          </span>
          {match?.similarity != null && (
            <span className="shrink-0" title={text.memories.similarity(Math.round(match.similarity * 100))}>
              ≈ {Math.round(match.similarity * 100)}
            </span>
          )}
          <ValidityText memory={memory} className="shrink-0" />
          {isDeleted && <span className="shrink-0">{text.common.deleted}</span>}
          <RelativeTime at={(inTrash ? memory.deletedAt : null) ?? memory.createdAt} className="shrink-0" />
        </div>
      </div>
    </div>
  );
});

function Dot({ unread }: { readonly unread: boolean }) {
  const text = useText();
  return (
    <span
      {...(unread ? { role: "img", "aria-label": text.memories.unread } : { "aria-hidden": true })}
      className={clsx(
        "mt-1.5 size-2 rounded-full forced-colors:border",
        unread ? "bg-accent forced-colors:bg-[Highlight]" : "shadow-[inset_0_0_0_1.5px_var(--line-strong)]",
      )}
    />
  );
}

/** Text with highlights. */
function Highlighted({ text, ranges }: MarkedText) {
  const parts: React.ReactNode[] = [];
  let at = 0;
  for (const [start, end] of ranges) {
    if (start > at) parts.push(text.slice(at, start));
    parts.push(<mark key={start}>{text.slice(start, end)}</mark>);
    at = end;
  }
  parts.push(text.slice(at));
  return parts;
}
