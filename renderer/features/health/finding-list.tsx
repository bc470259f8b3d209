import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import type { Memory } from "../../../electron/core/memory.ts";
import { Finding, type Remedy } from "./finding.tsx";
import { useFindingCommands } from "./use-finding-commands.ts";

interface FindingListProps<T> {
  readonly label: string;
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  /** What Enter opens and E edits. */
  readonly memoryOf: (item: T) => Memory;
  /** The best first. */
  readonly remediesOf: (item: T) => readonly Remedy[];
  /** Lines shown of each. */
  readonly lines: 1 | 2;
  readonly children: (item: T, isActive: boolean) => ReactNode;
  /** The end is near: more may be asked for. */
  readonly onNearEnd?: (() => void) | undefined;
}

/** Heights in pixels before a row is measured. */
const HEIGHTS = { 1: 57, 2: 97 };
const NEAR_END = 10;

/** Findings, as many as there are: only those in sight are drawn. Arrows go from one to the next, Tab to its remedies. */
export function FindingList<T>(props: FindingListProps<T>) {
  const { label, items, keyOf, memoryOf, remediesOf, lines, children, onNearEnd } = props;
  const list = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<{ readonly key: string; readonly index: number } | null>(null);
  const isToFocus = useRef(false);
  const hasActed = useRef(false);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => list.current,
    estimateSize: () => HEIGHTS[lines],
    getItemKey: useCallback(
      (index: number) => {
        const item = items[index];
        return item === undefined ? index : keyOf(item);
      },
      [items, keyOf],
    ),
    overscan: 6,
  });
  const found = active === null ? -1 : items.findIndex((item) => keyOf(item) === active.key);
  // Where the active one has gone, the one that took its place is active.
  const activeIndex = found === -1 ? Math.min(active?.index ?? 0, items.length - 1) : found;
  const activate = (index: number) => {
    const item = items[index];
    if (item !== undefined) setActive({ key: keyOf(item), index });
  };
  const go = (index: number) => {
    const next = Math.max(0, Math.min(items.length - 1, index));
    activate(next);
    virtualizer.scrollToIndex(next, { align: "auto" });
    isToFocus.current = true;
  };
  const isInside = () => list.current?.contains(document.activeElement) === true;
  const act = (remedy: Remedy) => {
    hasActed.current = isInside();
    remedy.run();
  };

  useEffect(() => {
    // What was acted on may have left, and the focus with it: it goes on to the next.
    if (hasActed.current && document.activeElement === document.body) isToFocus.current = true;
    if (!isToFocus.current) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-index="${activeIndex}"] a`);
    if (row == null) return;
    isToFocus.current = false;
    hasActed.current = false;
    row.focus();
  });

  const shown = virtualizer.getVirtualItems();
  const lastShown = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (lastShown >= items.length - NEAR_END) onNearEnd?.();
  }, [lastShown, items.length, onNearEnd]);

  const activeItem = items[activeIndex];
  useFindingCommands({
    list,
    memory: activeItem === undefined ? null : memoryOf(activeItem),
    remedies: activeItem === undefined ? [] : remediesOf(activeItem),
    act,
    step: (steps) => go(isInside() ? activeIndex + steps : activeIndex),
    end: (last) => go(last ? items.length - 1 : 0),
  });

  return (
    <div ref={list} className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pb-8">
      <ul aria-label={label} className="relative max-w-240" style={{ height: virtualizer.getTotalSize() }}>
        {shown.map(({ index, key, start }) => {
          const item = items[index];
          return item === undefined ? null : (
            <Finding
              key={key}
              ref={virtualizer.measureElement}
              index={index}
              total={items.length}
              top={start}
              isActive={index === activeIndex}
              remedies={remediesOf(item)}
              onAct={act}
              onFocus={() => activate(index)}
            >
              {children(item, index === activeIndex)}
            </Finding>
          );
        })}
      </ul>
    </div>
  );
}
