import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type MouseEvent, type RefObject, useCallback, useEffect, useId, useRef } from "react";
import { useText } from "../../../text/use-text.ts";
import type { MemoryRow as Row } from "../data/memory-pages.ts";
import { FreshLine } from "./fresh-line.tsx";
import { MemoryRow } from "./memory-row.tsx";
import { heightOf, ROW_HEIGHT } from "./row-shape.ts";
import type { MemorySelection } from "./use-memory-selection.ts";
import { useSteadyScroll } from "./use-steady-scroll.ts";

interface MemoryListProps {
  readonly rows: readonly Row[];
  /** Changes when another list is shown, which begins at its top. */
  readonly listKey: string;
  readonly total: number;
  readonly inTrash: boolean;
  readonly selection: MemorySelection;
  readonly isUnread: (row: Row) => boolean;
  readonly fresh: { readonly ids: ReadonlySet<string>; readonly waiting: number };
  readonly onFreshSeen: () => void;
  readonly onOpen: () => void;
  readonly onNearEnd: () => void;
  readonly listRef: RefObject<HTMLDivElement | null>;
}

const PADDING = 6;
/** So many rows before the end of what is loaded more is asked for; of a short page a third. */
const NEAR_END = 30;

/** The memories, as many as there are: only those in sight are drawn. The list holds the focus; arrows move in it. */
export function MemoryList(props: MemoryListProps) {
  const { rows, listKey, total, inTrash, selection, isUnread, fresh, onFreshSeen, onOpen, onNearEnd, listRef } = props;
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
  const room = useSteadyScroll({ rows, listKey, freshIds: fresh.ids, listRef, rowHeight: ROW_HEIGHT, isAtTop });

  // Only a step of the reader scrolls; a row that comes or goes elsewhere does not.
  const lastActive = useRef<string | null>(null);
  useEffect(() => {
    if (active === lastActive.current || activeIndex === -1) return;
    lastActive.current = active;
    virtualizer.scrollToIndex(activeIndex, { align: "auto" });
  }, [active, activeIndex, virtualizer]);

  const items = virtualizer.getVirtualItems();
  const lastShown = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (lastShown >= rows.length - Math.min(NEAR_END, rows.length / 3)) onNearEnd();
  }, [lastShown, rows, onNearEnd]);

  const onScroll = () => {
    if (listRef.current !== null && listRef.current.scrollTop < 4 && fresh.ids.size > 0) onFreshSeen();
  };
  const showFresh = useCallback(() => {
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    listRef.current?.scrollTo({ top: 0, behavior: isCalm ? "auto" : "smooth" });
    onFreshSeen();
  }, [listRef, onFreshSeen]);

  const onKeyDown = (event: KeyboardEvent) => {
    const steps = stepsOf(
      event,
      Math.max(1, Math.floor((listRef.current?.clientHeight ?? 0) / ROW_HEIGHT) - 1),
      rows.length,
    );
    if (event.key === "Enter") onOpen();
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
        aria-label={text.memories.list}
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
                  total={total}
                  optionId={`${idPrefix}-${row.memory.id}`}
                  selected={ids.has(row.memory.id)}
                  active={row.memory.id === active}
                  unread={isUnread(row)}
                  inTrash={inTrash}
                />
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

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
