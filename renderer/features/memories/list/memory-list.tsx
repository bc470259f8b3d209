import clsx from "clsx";
import { ArrowUp, Pin } from "lucide-react";
import { memo, useCallback, useMemo, useState } from "react";
import { markHidden } from "../../../../electron/core/hidden-characters.ts";
import type { Memory } from "../../../../electron/core/memory.ts";
import { useText } from "../../../text/use-text.ts";
import { ClientIcon } from "../../../ui/client-icon.tsx";
import { clientName } from "../../../ui/client-name.ts";
import { DayHeading, isDay } from "../../../ui/day-heading.tsx";
import { withDays } from "../../../ui/days.ts";
import { OneLine } from "../../../ui/inline-text.tsx";
import { ContextMenu } from "../../../ui/menu.tsx";
import { RelativeTime, useClock, ValidityText } from "../../../ui/time.tsx";
import { keyAt, ListOption, VirtualList } from "../../../ui/virtual-list.tsx";
import { startDrag } from "../data/drag-memories.ts";
import type { MemoryRow as Row } from "../data/memory-pages.ts";
import type { FreshMemories } from "../data/use-live-memories.ts";
import { useMemories } from "../memories-context.tsx";
import { useMemoryMenu } from "../memory-menu.tsx";
import { formatQuery, isSearch, type MemoryQuery } from "../query/memory-query.ts";
import { heightOf, type ListEntry, type MarkedText, shapeOf } from "./row-shape.ts";

interface MemoryListProps {
  readonly isUnread: (row: Row) => boolean;
  readonly fresh: FreshMemories;
  readonly onFreshSeen: () => void;
}

const keyOf = (entry: ListEntry) => entry.key;
const idOf = (row: Row) => row.memory.id;

/** The time by which a list is sorted, which its rows show; the capture if it is sorted by something else. */
function shownTime({ view, sort }: Pick<MemoryQuery, "view" | "sort">): (row: Row) => string {
  if (view === "trash") return ({ memory }) => memory.deletedAt ?? memory.createdAt;
  return sort === "updated" ? ({ memory }) => memory.updatedAt : ({ memory }) => memory.createdAt;
}

/** The rows below their days, if the list is in the order of the times that it shows. */
function useEntries(rows: readonly Row[], query: MemoryQuery): readonly ListEntry[] {
  const text = useText();
  const { now } = useClock();
  const day = new Date(now).toDateString();
  // The trash is in the order of capture, and shows when memories were deleted.
  const hasDays = !isSearch(query) && query.sort !== "recalled" && query.view !== "trash";
  const { view, sort } = query;
  return useMemo(() => {
    const timeOf = hasDays ? shownTime({ view, sort }) : undefined;
    const isAscending = sort === "created-ascending";
    // Days change at midnight only, not with each step of the clock.
    return withDays(rows, { keyOf: idOf, timeOf, isAscending }, Date.parse(day), text);
  }, [rows, hasDays, view, sort, day, text]);
}

function memoriesAt(rows: readonly Row[], id: string): readonly Memory[] {
  return rows.filter((row) => row.memory.id === id).map((row) => row.memory);
}

/** The list of memories. */
export function MemoryList({ isUnread, fresh, onFreshSeen }: MemoryListProps) {
  const { route, rows, total, selection, selected, listRef, pageRef, loadMore } = useMemories();
  const { query } = route;
  const text = useText();
  const { active, ids } = selection.selection;
  const entries = useEntries(rows, query);
  const timeOf = useMemo(() => shownTime(query), [query]);
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
    requestAnimationFrame(() => pageRef.current?.focus());
  };

  const [pointed, setPointed] = useState<string | null>(null);
  const menu = useMemoryMenu(
    pointed === null ? [] : selected.length > 1 && ids.has(pointed) ? selected : memoriesAt(rows, pointed),
  );

  return (
    <ContextMenu
      entries={menu.entries}
      onOpen={(event) => setPointed(keyAt(event.target) ?? active)}
      render={
        // biome-ignore lint/a11y/noStaticElementInteractions: the menu of a memory moves it too
        <div
          className="relative flex min-h-0 flex-1 flex-col"
          onDragStart={(event) => query.view !== "trash" && startDrag(event, ids)}
        />
      }
    >
      {menu.dialog}
      <FreshLine count={fresh.ids.size + fresh.waiting} onShow={showFresh} />
      <VirtualList
        label={text.frame.memories}
        listRef={listRef}
        rows={entries}
        keyOf={keyOf}
        heightOf={heightOf}
        isHeading={isDay}
        listKey={`${query.view}?${formatQuery(query)}`}
        freshKeys={fresh.ids}
        active={active}
        isMultiple
        onNearEnd={loadMore}
        onMove={selection.move}
        onEnter={openActive}
        onSpace={() => active !== null && selection.choose(active, "toggle")}
        onChoose={(id, { shiftKey, ctrlKey, metaKey }) =>
          selection.choose(id, shiftKey ? "range" : ctrlKey || metaKey ? "toggle" : "only")
        }
        onScroll={onScroll}
      >
        {(entry, optionId) =>
          entry.kind === "day" ? (
            <DayHeading label={entry.label} />
          ) : (
            <MemoryRow
              row={entry.row}
              index={entry.index}
              total={total ?? rows.length}
              optionId={optionId}
              selected={ids.has(entry.key)}
              active={entry.key === active}
              unread={isUnread(entry.row)}
              inTrash={query.view === "trash"}
              time={timeOf(entry.row)}
            />
          )
        }
      </VirtualList>
    </ContextMenu>
  );
}

/** A button with the number of new memories above, which scrolls to them. It overlays the status line: no row moves. */
function FreshLine({ count, onShow }: { readonly count: number; readonly onShow: () => void }) {
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
  /** Whether the list shows the trash, in which deleted memories are not marked. */
  readonly inTrash: boolean;
  /** ISO 8601. */
  readonly time: string;
  readonly index: number;
  readonly total: number;
  readonly optionId: string;
}

/** One memory in the list. */
export const MemoryRow = memo(function MemoryRow({
  row,
  selected,
  active,
  unread,
  inTrash,
  time,
  index,
  total,
  optionId,
}: MemoryRowProps) {
  const text = useText();
  const { memory, match } = row;
  const { title, excerpt } = shapeOf(row);
  const isDeleted = memory.deletedAt !== null && !inTrash;
  return (
    <ListOption
      id={optionId}
      index={index}
      total={total}
      isSelected={selected}
      isActive={active}
      dragKey={inTrash ? undefined : memory.id}
      className="grid grid-cols-[20px_minmax(0,1fr)] gap-x-2.5 pr-3 pl-2.5"
    >
      <span className="relative h-5">
        <ClientIcon client={memory.client} />
        {unread && <UnreadDot />}
      </span>
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
          <span className="shrink-0 text-ink-soft">{memory.namespace}</span>
          <OneLine className="min-w-0 flex-1">{markHidden(memory.domain)}</OneLine>
          {match?.similarity != null && (
            <span className="shrink-0" title={text.memories.similarity(Math.round(match.similarity * 100))}>
              ≈ {Math.round(match.similarity * 100)}
            </span>
          )}
          <ValidityText memory={memory} className="shrink-0" />
          {isDeleted && <span className="shrink-0">{text.common.deleted}</span>}
          <RelativeTime at={time} className="shrink-0" />
          <span className="sr-only">
            {memory.client === null
              ? text.memories.meta.capturedByYou
              : text.memories.meta.capturedBy(clientName(memory.client, text))}
          </span>
        </div>
      </div>
    </ListOption>
  );
});

function UnreadDot() {
  const text = useText();
  return (
    <span
      role="img"
      aria-label={text.memories.unread}
      className="absolute -top-0.5 -right-0.5 size-2 rounded-full bg-accent outline-2 outline-panel forced-colors:border forced-colors:bg-[Highlight]"
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
