import clsx from "clsx";
import { MessagesSquare, SearchX, Settings2 } from "lucide-react";
import { type MouseEvent, type RefObject, useMemo, useState } from "react";
import { markHidden } from "../../../../electron/core/hidden-characters.ts";
import { messageText } from "../../../../electron/text/message.ts";
import { useBridgeQuery } from "../../../data/use-bridge.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { clientTitle } from "../../../ui/client-name.ts";
import { DayHeading, isDay } from "../../../ui/day-heading.tsx";
import { withDays } from "../../../ui/days.ts";
import { SearchField } from "../../../ui/field.tsx";
import { OneLine } from "../../../ui/inline-text.tsx";
import { Marked } from "../../../ui/marked.tsx";
import { ContextMenu } from "../../../ui/menu.tsx";
import { Select } from "../../../ui/select.tsx";
import { EntryButtons, SelectionFoot } from "../../../ui/selection-foot.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../../ui/states.tsx";
import { RelativeTime, useClock } from "../../../ui/time.tsx";
import { keyAt, ListOption, VirtualList } from "../../../ui/virtual-list.tsx";
import { useConversationMenu, useManyConversations } from "../conversation-menu.tsx";
import { ScanLine } from "../setup/scan-state.tsx";
import { isLimited, NO_QUERY, TIME_SPANS, useConversationRoute } from "../use-conversation-route.ts";
import type { useConversationSelection } from "../use-conversation-selection.ts";
import { type ConversationRow, SEARCH_LIMIT, type useConversations } from "../use-conversations.ts";
import { heightOf, type ListRow, linesOf, passagesOf, plainExcerpt } from "./list-rows.ts";

interface ListPaneProps {
  readonly list: ReturnType<typeof useConversations>;
  readonly selection: ReturnType<typeof useConversationSelection>;
  readonly listRef: RefObject<HTMLDivElement | null>;
  readonly pageRef: RefObject<HTMLDivElement | null>;
  readonly searchRef: RefObject<HTMLInputElement | null>;
}

/** The list of conversations with its search field, filters and status. */
export function ListPane({ list, selection, listRef, pageRef, searchRef }: ListPaneProps) {
  const { query, setQuery } = useConversationRoute();
  const words = useText().conversations;
  const status = useBridgeQuery("conversations.status", {}).data;
  const { rows, error, retry } = list;
  return (
    <div className="flex h-full flex-col bg-panel">
      <Header list={list} listRef={listRef} searchRef={searchRef} />
      {status !== undefined && (
        <>
          <ScanLine status={status} />
          <ProblemLine count={status.problemCount} />
        </>
      )}
      {error !== null ? (
        <ErrorState error={error} onRetry={retry} />
      ) : rows === null ? (
        <Skeleton />
      ) : rows.length > 0 ? (
        <>
          <ConversationList list={list} selection={selection} rows={rows} listRef={listRef} pageRef={pageRef} />
          {list.moreError !== null && <ErrorState inline error={list.moreError} onRetry={list.retryMore} />}
        </>
      ) : isLimited(query) ? (
        <EmptyState
          icon={SearchX}
          title={words.empty.noMatchTitle}
          text={words.empty.noMatchText}
          actions={<Button onClick={() => setQuery(NO_QUERY)}>{words.filters.clear}</Button>}
        />
      ) : (
        <NothingStored isPaused={status?.state === "paused"} />
      )}
    </div>
  );
}

/** One line above the list about transcripts that could not be read. Their remedies are in the settings. */
function ProblemLine({ count }: { readonly count: number }) {
  const { openSetup } = useConversationRoute();
  const words = useText().conversations;
  if (count === 0) return null;
  return (
    <div className="flex items-center gap-2 border-b border-line px-3 py-1.5">
      <p className="min-w-0 flex-1 text-warn-text">{words.scan.problems(count)}</p>
      <Button size="small" onClick={() => openSetup()}>
        {words.scan.showProblems}
      </Button>
    </div>
  );
}

function NothingStored({ isPaused }: { readonly isPaused: boolean }) {
  const { openSetup } = useConversationRoute();
  const words = useText().conversations;
  return (
    <EmptyState
      icon={MessagesSquare}
      title={words.empty.title}
      text={isPaused ? words.empty.paused : words.empty.text}
      actions={<Button onClick={() => openSetup()}>{words.setup}</Button>}
    />
  );
}

/** Search, filters and the number of results. */
function Header({ list, listRef, searchRef }: Omit<ListPaneProps, "pageRef" | "selection">) {
  const { query, id, setQuery, open, openSetup } = useConversationRoute();
  const text = useText();
  const words = text.conversations;
  const status = useBridgeQuery("conversations.status", {}).data;
  const { rows, isSearch, ignoredFilters } = list;
  const notices = [
    ...list.notices.map((notice) => messageText(text.searchNotices, notice)),
    ...(ignoredFilters.length === 0 ? [] : [text.conversationNotices.filters_ignored(ignoredFilters)]),
  ];
  const focusList = () => {
    listRef.current?.focus();
    const [first] = rows ?? [];
    if (first !== undefined && (isSearch || id === null)) open(first.session.id, first.best, { replace: true });
  };
  const clients = namesOf(
    status?.clients.filter(({ sessions }) => sessions > 0).map(({ client }) => client),
    query.client,
  );
  const projects = namesOf(
    status?.projects.map(({ project }) => project),
    query.project,
  );
  const { filters } = words;
  return (
    <div className="border-b border-line">
      <div className="drag-region flex items-center gap-1 px-3 pt-3 pb-2">
        <h1 className="sr-only">{text.frame.conversations}</h1>
        <SearchField
          label={text.common.searchConversations}
          placeholder={`${text.common.searchConversations}…`}
          keys="/"
          value={query.text}
          onChange={(typed) => setQuery({ ...query, text: typed })}
          inputRef={searchRef}
          onLeave={focusList}
        />
        <IconButton label={words.setup} icon={Settings2} onClick={() => openSetup()} />
      </div>
      <fieldset className="flex min-w-0 flex-wrap gap-x-1 px-1.5">
        <legend className="sr-only">{text.common.filters}</legend>
        <Select
          variant="quiet"
          label={text.common.client}
          value={query.client ?? ""}
          options={[
            { value: "", label: filters.allClients },
            ...clients.map((value) => ({ value, label: clientTitle(value) })),
          ]}
          onChange={(client) => setQuery({ ...query, client: client === "" ? null : client })}
          className="max-w-40"
        />
        <Select
          variant="quiet"
          label={text.common.domain}
          value={query.project ?? ""}
          options={[{ value: "", label: filters.allProjects }, ...projects.map((value) => ({ value, label: value }))]}
          onChange={(project) => setQuery({ ...query, project: project === "" ? null : project })}
          className="max-w-40"
        />
        <Select
          variant="quiet"
          label={filters.time}
          value={query.since ?? ""}
          options={[
            { value: "", label: filters.anyTime },
            ...TIME_SPANS.map((value) => ({ value, label: filters.spans[value] })),
          ]}
          onChange={(since) => setQuery({ ...query, since: TIME_SPANS.find((span) => span === since) ?? null })}
        />
      </fieldset>
      <p role="status" className="h-6 truncate px-3 text-sm leading-6 text-ink-faint">
        {rows === null
          ? ""
          : isSearch
            ? words.found(rows.length, rows.length < SEARCH_LIMIT)
            : isLimited(query) || status === undefined
              ? list.hasMore
                ? ""
                : words.count(rows.length)
              : words.count(status.sessions)}
      </p>
      {notices.map((notice) => (
        <p key={notice} className="px-3 pb-1 text-sm text-warn-text wrap-anywhere">
          {notice}
        </p>
      ))}
    </div>
  );
}

/** The known names, with the chosen one also if it is not known any more. */
function namesOf(known: readonly string[] = [], chosen: string | null): readonly string[] {
  return chosen === null || known.includes(chosen) ? known : [chosen, ...known];
}

interface ConversationListProps extends Pick<ListPaneProps, "list" | "selection"> {
  readonly rows: readonly ConversationRow[];
  readonly listRef: RefObject<HTMLDivElement | null>;
  /** The open conversation, which Enter focuses. */
  readonly pageRef: RefObject<HTMLDivElement | null>;
}

const keyOf = (entry: ListRow) => entry.key;
const sessionOf = ({ session }: ConversationRow) => session.id;
const lastAt = ({ session }: ConversationRow) => session.lastAt;

/** The list of conversations, under their days. */
function ConversationList({ list, selection, rows, listRef, pageRef }: ConversationListProps) {
  const { query, id, open } = useConversationRoute();
  const text = useText();
  const { now } = useClock();
  const { isSearch, loadMore } = list;
  const day = new Date(now).toDateString();
  // Days change at midnight only, not with each step of the clock.
  const entries = useMemo(() => {
    // The best results of a search are first, of any day.
    const timeOf = isSearch ? undefined : lastAt;
    return withDays(rows, { keyOf: sessionOf, timeOf }, Date.parse(day), text);
  }, [rows, isSearch, day, text]);
  const { active, ids } = selection.selection;
  const { several } = selection;
  const openActive = () => {
    if (active !== null && active !== id) selection.show(active, { replace: id !== null });
    requestAnimationFrame(() => pageRef.current?.focus());
  };
  const choose = (key: string, { target, shiftKey, ctrlKey, metaKey }: MouseEvent) => {
    const message = (target as Element).closest<HTMLElement>("[data-message]")?.dataset.message;
    const how = shiftKey ? "range" : ctrlKey || metaKey ? "toggle" : "only";
    selection.choose(key, how, message === undefined ? null : Number(message));
  };

  const [menuKey, setMenuKey] = useState<string | null>(null);
  const isOneOfSeveral = several.some((session) => session.id === menuKey);
  const close = () => open(null, null, { replace: true });
  const single = useConversationMenu(
    rows.find(({ session }) => session.id === menuKey)?.session ?? null,
    () => menuKey === id && close(),
  );
  const many = useManyConversations(several, () => {
    selection.clear();
    if (several.some((session) => session.id === id)) close();
  });

  return (
    <ContextMenu
      entries={isOneOfSeveral ? many.entries : single.entries}
      onOpen={(event) => setMenuKey(keyAt(event.target) ?? active)}
      render={<div className="flex min-h-0 flex-1 flex-col" />}
    >
      {single.dialog}
      {many.dialog}
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
        isMultiple
        onMove={selection.move}
        onEnter={openActive}
        onSpace={() => active !== null && selection.choose(active, "toggle", null)}
        onChoose={choose}
      >
        {(entry, optionId) =>
          entry.kind === "day" ? (
            <DayHeading label={entry.label} />
          ) : (
            <Option
              row={entry.row}
              words={list.words}
              position={{ index: entry.index, total: list.hasMore ? -1 : rows.length }}
              optionId={optionId}
              isSelected={ids.has(entry.key)}
              isActive={entry.key === active}
            />
          )
        }
      </VirtualList>
      {several.length > 0 && (
        <SelectionFoot
          label={text.common.selection}
          title={text.common.selectedCount(several.length)}
          all={
            !list.hasMore && several.length < rows.length
              ? { label: text.common.selectAllCount(rows.length), run: () => selection.all() }
              : null
          }
          onClear={selection.clear}
        >
          <EntryButtons entries={many.entries} />
        </SelectionFoot>
      )}
    </ContextMenu>
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
        <OneLine className="min-w-0 flex-1">{project !== null && markHidden(project)}</OneLine>
        <span className="shrink-0">{words.messages(messages)}</span>
        {lastAt !== null && <RelativeTime at={lastAt} className="shrink-0" />}
      </span>
    </ListOption>
  );
}
