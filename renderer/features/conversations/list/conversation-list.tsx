import clsx from "clsx";
import { type MouseEvent, type RefObject, useMemo, useState } from "react";
import { markHidden } from "../../../../electron/core/hidden-characters.ts";
import { useText } from "../../../text/use-text.ts";
import { clientTitle } from "../../../ui/client-title.ts";
import { Marked } from "../../../ui/marked.tsx";
import { RelativeTime, useClock } from "../../../ui/relative-time.tsx";
import { useNarrow } from "../../../ui/use-narrow.ts";
import { ListOption, VirtualList } from "../../../ui/virtual-list.tsx";
import { useConversationRoute } from "../use-conversation-route.ts";
import type { ConversationRow, useConversations } from "../use-conversations.ts";
import { heightOf, type ListRow, linesOf, passagesOf, plainExcerpt, withDays } from "./list-rows.ts";

interface ConversationListProps {
  readonly list: ReturnType<typeof useConversations>;
  readonly rows: readonly ConversationRow[];
  readonly listRef: RefObject<HTMLDivElement | null>;
  /** The open conversation, which Enter focuses. */
  readonly pageRef: RefObject<HTMLDivElement | null>;
}

const keyOf = (entry: ListRow) => entry.key;
const isDay = (entry: ListRow) => entry.kind === "day";

/** The list of conversations, under their days. */
export function ConversationList({ list, rows, listRef, pageRef }: ConversationListProps) {
  const { query, id, open } = useConversationRoute();
  const text = useText();
  const { now } = useClock();
  const isNarrow = useNarrow();
  const { isSearch, loadMore } = list;
  const day = new Date(now).toDateString();
  // Days change at midnight only, not with each step of the clock.
  const entries = useMemo(() => withDays(rows, isSearch, Date.parse(day), text), [rows, isSearch, day, text]);
  const [pointed, setPointed] = useState<string | null>(id);
  const active = isNarrow ? pointed : (id ?? pointed);

  const rowOf = (key: string | null) => rows.find(({ session }) => session.id === key);
  const show = (row: ConversationRow) => open(row.session.id, row.best, { replace: id !== null });
  const move = (steps: number) => {
    const at = rows.findIndex(({ session }) => session.id === active);
    const row = rows[Math.max(0, Math.min(rows.length - 1, at === -1 ? 0 : at + steps))];
    if (row === undefined) return;
    setPointed(row.session.id);
    if (!isNarrow) show(row);
  };
  const openActive = () => {
    const row = rowOf(active);
    if (row !== undefined && row.session.id !== id) show(row);
    requestAnimationFrame(() => pageRef.current?.focus());
  };
  const choose = (key: string, { target }: MouseEvent) => {
    const message = (target as Element).closest<HTMLElement>("[data-message]")?.dataset.message;
    setPointed(key);
    open(key, message === undefined ? (rowOf(key)?.best ?? null) : Number(message));
  };

  return (
    <VirtualList
      label={text.frame.conversations}
      listRef={listRef}
      rows={entries}
      keyOf={keyOf}
      heightOf={heightOf}
      isHeading={isDay}
      listKey={`${isSearch}${JSON.stringify(query)}`}
      active={active}
      onNearEnd={loadMore}
      onMove={move}
      onEnter={openActive}
      onChoose={choose}
    >
      {(entry, optionId) =>
        entry.kind === "day" ? (
          <div aria-hidden className="px-2.5 pt-2.5 text-sm font-medium text-ink-faint">
            {entry.label}
          </div>
        ) : (
          <Option
            row={entry.row}
            words={list.words}
            position={{ index: entry.index, total: list.hasMore ? -1 : rows.length }}
            optionId={optionId}
            isSelected={entry.key === id}
            isActive={entry.key === active}
          />
        )
      }
    </VirtualList>
  );
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

/** One conversation. */
function Option({ row, words: searched, position, optionId, isSelected, isActive }: OptionProps) {
  const words = useText().conversations;
  const { title, client, project, messages, lastAt } = row.session;
  return (
    <ListOption
      {...position}
      id={optionId}
      isSelected={isSelected}
      isActive={isActive}
      className="flex flex-col gap-px px-2.5"
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
    </ListOption>
  );
}
