import clsx from "clsx";
import { Pin } from "lucide-react";
import { memo } from "react";
import { useText } from "../../../text/use-text.ts";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import type { MemoryRow as Row } from "../data/memory-pages.ts";
import { Highlighted } from "./highlighted.tsx";
import { shapeOf } from "./row-shape.ts";

interface MemoryRowProps {
  readonly row: Row;
  readonly selected: boolean;
  readonly active: boolean;
  readonly unread: boolean;
  /** In the trash all are deleted; elsewhere one that was deleted meanwhile is marked. */
  readonly inTrash: boolean;
  readonly index: number;
  readonly total: number;
  readonly optionId: string;
}

/** One memory in the list: its title, why it was found, where it belongs and when it was captured. The list acts. */
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
            <Pin size={12} className="mt-1 shrink-0 rotate-45 text-accent-text" aria-label={text.memories.pinnedMark} />
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
            {memory.domain}
          </span>
          {match?.similarity != null && (
            <span className="shrink-0" title={text.memories.similarity(Math.round(match.similarity * 100))}>
              ≈ {Math.round(match.similarity * 100)}
            </span>
          )}
          {isDeleted && <span className="shrink-0">{text.memories.deletedMark}</span>}
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
