import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { MemoryRow } from "../data/memory-pages.ts";

interface SteadyScroll {
  readonly rows: readonly MemoryRow[];
  readonly listKey: string;
  readonly freshIds: ReadonlySet<string>;
  readonly listRef: RefObject<HTMLDivElement | null>;
  /** In pixels. */
  readonly rowHeight: number;
  /** Whether the list stands at its top, told without making the browser lay the page out. */
  readonly isAtTop: () => boolean;
}

/**
 * Keeps what is read where it is: when new rows come in above, the list scrolls by their height in the same frame. A
 * list too short to scroll is given room below; the answer is that room, in pixels.
 */
export function useSteadyScroll({ rows, listKey, freshIds, listRef, rowHeight, isAtTop }: SteadyScroll): number {
  const [room, setRoom] = useState(0);
  const before = useRef({ listKey, freshIds });

  useLayoutEffect(() => {
    const list = listRef.current;
    const previous = before.current;
    before.current = { listKey, freshIds };
    if (list === null) return;
    if (previous.listKey !== listKey) {
      if (!isAtTop()) list.scrollTop = 0;
      setRoom(0);
      return;
    }
    if (freshIds.size === 0) {
      if (room > 0 && list.scrollTop < rowHeight) setRoom(0);
      return;
    }
    const top = Math.floor(list.scrollTop / rowHeight);
    const added = [...freshIds].filter((id) => !previous.freshIds.has(id));
    const above = added.filter((id) => {
      const index = rows.findIndex((row) => row.memory.id === id);
      return index !== -1 && index <= top + added.length - 1;
    }).length;
    if (above === 0) return;
    const target = list.scrollTop + above * rowHeight;
    const content = rows.length * rowHeight + 12;
    const needed = Math.max(0, target + list.clientHeight - content);
    const inner = list.firstElementChild;
    if (inner instanceof HTMLElement) inner.style.height = `${content + needed}px`;
    setRoom(needed);
    list.scrollTop = target;
  }, [rows, listKey, freshIds, listRef, rowHeight, isAtTop, room]);

  return room;
}
