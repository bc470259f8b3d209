import { useVirtualizer } from "@tanstack/react-virtual";
import clsx from "clsx";
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { markHidden } from "../../../../electron/core/hidden-characters.ts";
import { useText } from "../../../text/use-text.ts";
import { clientTitle } from "../../../ui/client-title.ts";
import { Marked } from "../../../ui/marked.tsx";
import { RelativeTime, useClock } from "../../../ui/relative-time.tsx";
import { useNarrow } from "../../../ui/use-narrow.ts";
import { useConversationRoute } from "../use-conversation-route.ts";
import type { ConversationRow, useConversations } from "../use-conversations.ts";
import { heightOf, type ListRow, linesOf, passagesOf, plainExcerpt, withDays } from "./list-rows.ts";

/** Space above the first and below the last row, in pixels. */
const PADDING = 6;
/** The next page is requested when fewer rows than this are left below. */
const PREFETCH_ROWS = 30;
const PAGE_ROWS = 10;

interface ConversationListProps {
  readonly list: ReturnType<typeof useConversations>;
  readonly rows: readonly ConversationRow[];
  readonly listRef: RefObject<HTMLDivElement | null>;
}

/** The list of conversations. Only visible rows are rendered. The list itself has the focus; arrow keys move in it. */
export function ConversationList({ list, rows, listRef }: ConversationListProps) {
  const { query, id, open } = useConversationRoute();
  const text = useText();
  const { now } = useClock();
  const isNarrow = useNarrow();
  const idPrefix = useId();
  const { isSearch, loadMore } = list;
  const day = new Date(now).toDateString();
  // Days change at midnight only, not with each step of the clock.
  const entries = useMemo(() => withDays(rows, isSearch, Date.parse(day), text), [rows, isSearch, day, text]);
  const [pointed, setPointed] = useState<string | null>(id);
  const active = isNarrow ? pointed : (id ?? pointed);
  const activeEntry = useMemo(
    () => entries.findIndex(({ kind, key }) => kind === "conversation" && key === active),
    [entries, active],
  );
  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => listRef.current,
    estimateSize: (index) => heightOf(entries[index]),
    getItemKey: useCallback((index: number) => entries[index]?.key ?? index, [entries]),
    paddingStart: PADDING,
    paddingEnd: PADDING,
    scrollPaddingStart: PADDING,
    scrollPaddingEnd: PADDING,
    overscan: 8,
  });
  useSteadyScroll(entries, listRef, `${isSearch}${JSON.stringify(query)}`);

  // Scroll only when the active row changes, not when rows are added or removed around it.
  const lastActive = useRef<string | null>(null);
  useEffect(() => {
    if (active === lastActive.current || activeEntry === -1) return;
    lastActive.current = active;
    virtualizer.scrollToIndex(activeEntry, { align: "auto" });
  }, [active, activeEntry, virtualizer]);

  const items = virtualizer.getVirtualItems();
  const lastShown = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (lastShown >= entries.length - PREFETCH_ROWS) loadMore();
  });

  const show = (row: ConversationRow) => open(row.session.id, row.best, { replace: id !== null });
  const move = (steps: number) => {
    const at = rows.findIndex(({ session }) => session.id === active);
    const row = rows[Math.max(0, Math.min(rows.length - 1, at === -1 ? 0 : at + steps))];
    if (row === undefined) return;
    setPointed(row.session.id);
    if (!isNarrow) show(row);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = STEPS[event.key]?.(rows.length) ?? 0;
    if (event.key === "Enter") {
      const row = rows.find(({ session }) => session.id === active);
      if (row !== undefined && row.session.id !== id) show(row);
      requestAnimationFrame(() => document.querySelector<HTMLElement>("[data-page]")?.focus());
    } else if (steps !== 0) move(steps);
    else return;
    event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    if (!(event.target instanceof Element)) return;
    const chosen = event.target.closest<HTMLElement>("[data-conversation]")?.dataset.conversation;
    const row = rows.find(({ session }) => session.id === chosen);
    if (row === undefined) return;
    const message = event.target.closest<HTMLElement>("[data-message]")?.dataset.message;
    listRef.current?.focus({ preventScroll: true });
    setPointed(row.session.id);
    open(row.session.id, message === undefined ? row.best : Number(message));
  };

  return (
    <div
      ref={listRef}
      role="listbox"
      aria-label={text.frame.conversations}
      aria-activedescendant={activeEntry === -1 ? undefined : `${idPrefix}-${active}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onClick={onClick}
      className="group/list min-h-0 flex-1 overflow-y-auto overscroll-contain outline-none [overflow-anchor:none]"
    >
      <div role="presentation" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {items.map((item) => {
          const entry = entries[item.index];
          return entry === undefined ? null : (
            <div
              key={item.key}
              role="presentation"
              className="absolute inset-x-1.5"
              style={{ height: item.size, transform: `translateY(${item.start}px)` }}
            >
              {entry.kind === "day" ? (
                <div aria-hidden className="px-2.5 pt-2.5 text-sm font-medium text-ink-faint">
                  {entry.label}
                </div>
              ) : (
                <Option
                  row={entry.row}
                  words={list.words}
                  position={{ index: entry.index, total: list.hasMore ? -1 : rows.length }}
                  optionId={`${idPrefix}-${entry.key}`}
                  isSelected={entry.key === id}
                  isActive={entry.key === active}
                />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** How far a key moves in a list of a length. */
const STEPS: Readonly<Record<string, (length: number) => number>> = {
  ArrowDown: () => 1,
  ArrowUp: () => -1,
  PageDown: () => PAGE_ROWS,
  PageUp: () => -PAGE_ROWS,
  Home: (length) => -length,
  End: (length) => length,
};

/** Keeps the row at the top in place when a client adds conversations above it. At its top, the list shows them. */
function useSteadyScroll(entries: readonly ListRow[], listRef: RefObject<HTMLDivElement | null>, list: string): void {
  const before = useRef({ entries, list });
  useLayoutEffect(() => {
    const previous = before.current;
    before.current = { entries, list };
    const element = listRef.current;
    if (element === null || previous.entries === entries) return;
    if (previous.list !== list) {
      element.scrollTop = 0;
      return;
    }
    // A page was added at the end.
    const last = previous.entries.length - 1;
    if (previous.entries[0]?.key === entries[0]?.key && previous.entries[last]?.key === entries[last]?.key) return;
    const offset = element.scrollTop - PADDING;
    if (offset <= 0) return;
    let top = 0;
    const held = previous.entries.find((entry) => {
      top += heightOf(entry);
      return top > offset && entry.kind === "conversation";
    });
    const heldAt = held === undefined ? -1 : previous.entries.indexOf(held);
    const nowAt = entries.findIndex(({ key, kind }) => key === held?.key && kind === "conversation");
    if (held === undefined || nowAt === -1) return;
    const sum = (part: readonly ListRow[]) => part.reduce((height, entry) => height + heightOf(entry), 0);
    const moved = sum(entries.slice(0, nowAt)) - sum(previous.entries.slice(0, heldAt));
    if (moved !== 0) element.scrollTop += moved;
  }, [entries, listRef, list]);
}

interface OptionProps {
  readonly row: ConversationRow;
  /** The words to mark. */
  readonly words: readonly string[];
  readonly position: { readonly index: number; readonly total: number };
  readonly optionId: string;
  readonly isSelected: boolean;
  readonly isActive: boolean;
}

/** One conversation. It has no handlers: the list handles clicks and keys. */
function Option({ row, words: searched, position, optionId, isSelected, isActive }: OptionProps) {
  const words = useText().conversations;
  const { id, title, client, project, messages, lastAt } = row.session;
  return (
    <div
      role="option"
      id={optionId}
      aria-selected={isSelected}
      aria-posinset={position.index + 1}
      aria-setsize={position.total}
      tabIndex={-1}
      data-conversation={id}
      className={clsx(
        "flex h-full flex-col gap-px rounded-md px-2.5 py-2",
        isSelected ? "bg-accent-soft" : "hover:bg-hover",
        isActive &&
          "group-focus-visible/list:outline-2 group-focus-visible/list:-outline-offset-2 group-focus-visible/list:outline-accent",
      )}
    >
      <span dir="auto" className="truncate">
        {title === null ? (
          <span className="text-ink-soft">{words.untitled}</span>
        ) : (
          <Marked text={markHidden(title)} words={searched} />
        )}
      </span>
      {passagesOf(row).map((passage) => (
        <span
          key={passage.number}
          dir="auto"
          data-message={passage.number}
          className={clsx(
            "shrink-0 text-sm text-ink-soft",
            linesOf(passage) === 1 ? "truncate" : "line-clamp-2 wrap-anywhere",
          )}
        >
          <Marked text={markHidden(plainExcerpt(passage))} words={searched} />
        </span>
      ))}
      <span className="flex gap-2 text-sm text-ink-faint">
        <span className="shrink-0">{clientTitle(client)}</span>
        <span className="min-w-0 flex-1 truncate" dir="auto">
          {project !== null && markHidden(project)}
        </span>
        <span className="shrink-0">{words.messages(messages)}</span>
        {lastAt !== null && <RelativeTime at={lastAt} className="shrink-0" />}
      </span>
    </div>
  );
}
