import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type {
  ConversationPart,
  ConversationPassage,
  ConversationSearchResult,
  ConversationSession,
} from "../../../electron/core/conversations.ts";
import type { BridgeError } from "../../bridge.ts";
import { useBridge } from "../../data/use-bridge.tsx";
import { useBridgePages } from "../../data/use-bridge-pages.ts";
import { type ConversationQuery, filterOf } from "./use-conversation-route.ts";

const LIST_PAGE = 100;
/** The most that a search returns. */
export const SEARCH_LIMIT = 50;
/** Messages per request in the direction of scrolling, and before a message that is shown. */
const MESSAGES = 30;
const MESSAGES_BEFORE = 6;

const NO_WORDS: readonly string[] = [];

/** A conversation in the list, with the passages that a search found. */
export interface ConversationRow {
  readonly session: ConversationSession;
  readonly passages: readonly ConversationPassage[];
  /** The number of the message that matches best; null without a search. */
  readonly best: number | null;
}

/** The list or the results of a query. The previous rows are shown until the first page has arrived. */
export function useConversations(query: ConversationQuery) {
  const bridge = useBridge();
  const isSearch = query.text.trim() !== "";
  const filter = filterOf(query);
  const { pages, loadMore, retryMore } = useBridgePages<ConversationSession>({
    queryKey: ["conversations.sessions", filter],
    // The signal aborts the request when another query replaces this one.
    read: (cursor, signal) => bridge.invoke("conversations.sessions", { ...filter, limit: LIST_PAGE, cursor }, signal),
    placeholderData: keepPreviousData,
    enabled: !isSearch,
  });
  const search = useQuery<ConversationSearchResult, BridgeError>({
    queryKey: ["conversations.search", filter, query.text],
    queryFn: ({ signal }) =>
      bridge.invoke("conversations.search", { ...filter, query: query.text, limit: SEARCH_LIMIT }, signal),
    placeholderData: keepPreviousData,
    enabled: isSearch,
  });
  const shown = isSearch ? search : pages;
  const rows = useMemo((): readonly ConversationRow[] | null => {
    if (isSearch) return search.data?.items ?? null;
    const sessions = pages.data?.pages.flatMap((page) => page.items);
    return sessions === undefined
      ? null
      : withoutRepeated(sessions).map((session) => ({ session, passages: [], best: null }));
  }, [isSearch, search.data, pages.data]);
  return {
    isSearch,
    /** Null while nothing has been read. */
    rows,
    hasMore: !isSearch && pages.hasNextPage,
    loadMore: () => !isSearch && loadMore(),
    /** The error of the next page, which `retryMore` re-reads. */
    moreError: !isSearch && pages.isFetchNextPageError ? pages.error : null,
    retryMore,
    /** The words of the search that are marked in its results. */
    words: (isSearch ? search.data?.words : undefined) ?? NO_WORDS,
    ignoredFilters: (isSearch ? search.data?.ignoredFilters : undefined) ?? [],
    notices: (isSearch ? search.data?.notices : undefined) ?? [],
    error: shown.data === undefined ? shown.error : null,
    retry: () => void shown.refetch(),
  };
}

/** A conversation that gets a message between the reads of two pages is in both. */
function withoutRepeated(sessions: readonly ConversationSession[]): readonly ConversationSession[] {
  const ids = new Set<string>();
  return sessions.filter(({ id }) => !ids.has(id) && ids.add(id));
}

interface Place {
  readonly around?: number;
  readonly before: number;
  readonly after: number;
}

/** One conversation, from its start or around a message; more messages are read in both directions. */
export function useConversation(id: string, message: number | null) {
  const bridge = useBridge();
  const first: Place =
    message === null
      ? { before: 0, after: MESSAGES }
      : { around: message, before: MESSAGES_BEFORE, after: MESSAGES - MESSAGES_BEFORE };
  return useInfiniteQuery<ConversationPart, BridgeError, InfiniteData<ConversationPart>, readonly unknown[], Place>({
    queryKey: ["conversations.read", id, message],
    queryFn: ({ pageParam }) => bridge.invoke("conversations.read", { id, ...pageParam }),
    initialPageParam: first,
    getPreviousPageParam: ({ hasEarlier, messages: [earliest] }) =>
      hasEarlier && earliest !== undefined ? { around: earliest.number, before: MESSAGES, after: 0 } : undefined,
    getNextPageParam: ({ hasLater, messages }) => {
      const latest = messages.at(-1);
      return hasLater && latest !== undefined ? { around: latest.number, before: 0, after: MESSAGES } : undefined;
    },
  });
}

/** The messages of the parts that were read, each once. */
export function messagesOf(parts: readonly ConversationPart[]): ConversationPart["messages"] {
  const byNumber = new Map(parts.flatMap(({ messages }) => messages).map((message) => [message.number, message]));
  return [...byNumber.values()].sort((a, b) => a.number - b.number);
}
