import { useRef, useState } from "react";
import type { InboxState } from "../../../electron/core/inbox.ts";
import type { MethodInput } from "../../../electron/window-api/contract.ts";
import { useBridge, useBridgeQuery } from "../../data/use-bridge.tsx";
import { useText } from "../../text/use-text.ts";
import { useToast } from "../../ui/toast.tsx";
import { useUndo } from "../../ui/undo.tsx";
import { nameMemories } from "../memories/data/name-memories.ts";
import { useNamespace } from "../memories/data/namespace-question.tsx";

/** Items per request. Deciding reads the next ones long before these are used up. */
const PAGE_SIZE = 100;

export type ProposalChanges = Omit<MethodInput<"inbox.keep">, "id">;

/** One part of the inbox, one proposal at a time. */
export function useInbox(state: InboxState) {
  const bridge = useBridge();
  const { memories, inbox: text } = useText();
  const list = useBridgeQuery("inbox.list", { state, limit: PAGE_SIZE });
  const counts = useBridgeQuery("inbox.counts", {});
  const prepareNamespace = usePreparedNamespace();
  const { decide, ...review } = useReview(list, ({ memory }) => memory.id, counts.data?.[state] ?? 0);
  const reopen = (id: string) => bridge.invoke("inbox.reopen", { id });
  return {
    ...review,
    counts: counts.data,
    async keep(changes: ProposalChanges = {}) {
      const namespace = await prepareNamespace(changes.namespace);
      if (namespace === null) return false;
      return await decide(async (id) => {
        const kept = await bridge.invoke("inbox.keep", { id, ...changes, namespace });
        return (kept.id === id ? text.done.kept : text.done.known)(nameMemories([kept], memories));
      }, reopen);
    },
    reject: () =>
      decide(async (id) => {
        const { memory } = await bridge.invoke("inbox.reject", { id });
        return text.done.rejected(nameMemories([memory], memories));
      }, reopen),
    reopen: () =>
      decide(
        async (id) => {
          const { memory } = await reopen(id);
          return text.done.reopened(nameMemories([memory], memories));
        },
        (id) => bridge.invoke("inbox.reject", { id }),
      ),
  };
}

export type Inbox = ReturnType<typeof useInbox>;

/** The suggestions that wait, one at a time. */
export function useSuggestions() {
  const bridge = useBridge();
  const { memories, inbox: text } = useText();
  const toast = useToast();
  const list = useBridgeQuery("suggestions.list", { state: "waiting", limit: PAGE_SIZE });
  const counts = useBridgeQuery("suggestions.counts", {});
  const prepareNamespace = usePreparedNamespace();
  const { decide, ...review } = useReview(list, ({ id }) => id, counts.data?.waiting ?? 0);
  const reopen = (id: string) => bridge.invoke("suggestions.reopen", { id });
  return {
    ...review,
    async keep(changes: ProposalChanges = {}) {
      const namespace = await prepareNamespace(changes.namespace);
      if (namespace === null) return false;
      return await decide(async (id) => {
        const kept = await bridge.invoke("suggestions.keep", { id, ...changes, namespace });
        return text.done.kept(nameMemories([kept], memories));
      }, reopen);
    },
    reject: () =>
      decide(async (id) => {
        const { text: content } = await bridge.invoke("suggestions.reject", { id });
        return text.done.rejected(nameMemories([{ content }], memories));
      }, reopen),
    async exclude(what: MethodInput<"suggestions.exclude">["what"]) {
      const id = review.current?.id;
      if (id === undefined) return;
      try {
        toast.show(text.suggestion.excluded(await bridge.invoke("suggestions.exclude", { id, what })));
      } catch (error) {
        toast.fail(error);
      }
    },
  };
}

export type SuggestionReview = ReturnType<typeof useSuggestions>;

/** Asks about a new namespace. Resolves to null if the owner refused, or after showing why it failed. */
function usePreparedNamespace() {
  const toast = useToast();
  const prepareNamespace = useNamespace();
  return async (name: string | undefined): Promise<string | null | undefined> => {
    if (name === undefined) return undefined;
    try {
      return await prepareNamespace(name);
    } catch (error) {
      toast.fail(error);
      return null;
    }
  };
}

interface ReviewedList<Item> {
  /** Undefined before the first list. */
  readonly data: { readonly items: readonly Item[]; readonly nextCursor?: string | undefined } | undefined;
  readonly error: Error | null;
  refetch(): unknown;
}

/**
 * Items that the owner reviews one at a time. A decision shows the next item immediately and is stored in the background;
 * a failure shows the item again.
 * @param count how many there are on the server
 */
function useReview<Item>(list: ReviewedList<Item>, idOf: (item: Item) => string, count: number) {
  const toast = useToast();
  const undo = useUndo();
  /** Read again in a later list, they are not shown. A ref: keys can arrive before the next render. */
  const decided = useRef(new Set<string>());
  /** Ends when the last decision is stored or failed. Undo takes decisions back in the order in which they were made. */
  const lastDecision = useRef<Promise<unknown>>(Promise.resolve());
  const [shownId, setShownId] = useState<string | null>(null);

  const loaded = list.data?.items ?? [];
  const items = loaded.filter((item) => !decided.current.has(idOf(item)));
  const index = Math.max(
    0,
    items.findIndex((item) => idOf(item) === shownId),
  );
  const current: Item | undefined = items[index];
  const isComplete = list.data !== undefined && list.data.nextCursor === undefined;
  const total = isComplete ? items.length : Math.max(items.length, count - (loaded.length - items.length));

  const showAgain = (id: string) => {
    decided.current.delete(id);
    setShownId(id);
    void list.refetch();
  };

  /** Resolves to whether the decision was stored. */
  async function decide(work: (id: string) => Promise<string>, undoWork: (id: string) => Promise<unknown>) {
    const id = current === undefined ? undefined : idOf(current);
    if (id === undefined || decided.current.has(id)) return false;
    decided.current.add(id);
    const next = items[index + 1] ?? items[index - 1];
    setShownId(next === undefined ? id : idOf(next));
    try {
      const earlier = lastDecision.current;
      const decision = undo.track(async () => {
        const message = await work(id);
        await earlier;
        undo.offer(message, async () => {
          await undoWork(id);
          showAgain(id);
        });
      });
      lastDecision.current = decision.catch(() => undefined);
      await decision;
      return true;
    } catch (error) {
      toast.fail(error);
      showAgain(id);
      return false;
    }
  }

  return {
    current,
    position: index + 1,
    total,
    /** True before the first list, and while the next items are read. */
    isLoading: list.data === undefined || (current === undefined && !isComplete),
    error: list.data === undefined ? list.error : null,
    retry: () => void list.refetch(),
    move(steps: number) {
      const target = items[index + steps] ?? current;
      setShownId(target === undefined ? null : idOf(target));
    },
    decide,
  };
}
