import { MessagesSquare, SearchX, Settings2 } from "lucide-react";
import type { RefObject } from "react";
import { messageText } from "../../../../electron/text/message.ts";
import { useBridgeQuery } from "../../../data/use-bridge-query.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { clientTitle } from "../../../ui/client-title.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { Select } from "../../../ui/select.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ScanLine } from "../setup/scan-state.tsx";
import { isLimited, NO_QUERY, TIME_SPANS, useConversationRoute } from "../use-conversation-route.ts";
import { SEARCH_LIMIT, type useConversations } from "../use-conversations.ts";
import { ConversationList } from "./conversation-list.tsx";

interface ListPaneProps {
  readonly list: ReturnType<typeof useConversations>;
  readonly listRef: RefObject<HTMLDivElement | null>;
  readonly pageRef: RefObject<HTMLDivElement | null>;
  readonly searchRef: RefObject<HTMLInputElement | null>;
}

/** The list of conversations with its search field, filters and status. */
export function ListPane({ list, listRef, pageRef, searchRef }: ListPaneProps) {
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
          <ConversationList list={list} rows={rows} listRef={listRef} pageRef={pageRef} />
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
function Header({ list, listRef, searchRef }: Omit<ListPaneProps, "pageRef">) {
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
          label={text.common.project}
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
