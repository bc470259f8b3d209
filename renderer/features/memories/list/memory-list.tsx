import clsx from "clsx";
import { ArrowUp, Pin } from "lucide-react";
import { memo, useCallback } from "react";
import { markHidden } from "../../../../electron/core/hidden-characters.ts";
import { useText } from "../../../text/use-text.ts";
import { OneLine } from "../../../ui/inline-text.tsx";
import { RelativeTime, ValidityText } from "../../../ui/time.tsx";
import { ListOption, VirtualList } from "../../../ui/virtual-list.tsx";
import { startDrag } from "../data/drag-memories.ts";
import type { MemoryRow as Row } from "../data/memory-pages.ts";
import type { FreshMemories } from "../data/use-live-memories.ts";
import { useMemories } from "../memories-context.tsx";
import { formatQuery } from "../query/memory-query.ts";
import { heightOf, type MarkedText, shapeOf } from "./row-shape.ts";

interface MemoryListProps {
  readonly isUnread: (row: Row) => boolean;
  readonly fresh: FreshMemories;
  readonly onFreshSeen: () => void;
}

const keyOf = (row: Row) => row.memory.id;

/** The list of memories. */
export function MemoryList({ isUnread, fresh, onFreshSeen }: MemoryListProps) {
  const { route, rows, total, selection, listRef, pageRef, loadMore } = useMemories();
  const { query } = route;
  const text = useText();
  const { active, ids } = selection.selection;
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

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the menu of a memory moves it too
    <div
      className="relative flex min-h-0 flex-1 flex-col"
      onDragStart={(event) => query.view !== "trash" && startDrag(event, ids)}
    >
      <FreshLine count={fresh.ids.size + fresh.waiting} onShow={showFresh} />
      <VirtualList
        label={text.frame.memories}
        listRef={listRef}
        rows={rows}
        keyOf={keyOf}
        heightOf={heightOf}
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
        {(row, optionId, index) => (
          <MemoryRow
            row={row}
            index={index}
            total={total ?? rows.length}
            optionId={optionId}
            selected={ids.has(row.memory.id)}
            active={row.memory.id === active}
            unread={isUnread(row)}
            inTrash={query.view === "trash"}
          />
        )}
      </VirtualList>
    </div>
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
      className="grid grid-cols-[10px_minmax(0,1fr)] gap-x-2.5 pr-3 pl-2.5"
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
          <OneLine className="min-w-0 flex-1">{markHidden(memory.domain)}</OneLine>
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
    </ListOption>
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
