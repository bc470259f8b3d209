import { useRef, useState } from "react";
import type { InboxState, Proposal } from "../../../electron/core/inbox.ts";
import type { MethodInput } from "../../../electron/window-api/contract.ts";
import { useBridge, useBridgeQuery } from "../../data/use-bridge.tsx";
import { useText } from "../../text/use-text.ts";
import { useToast } from "../../ui/toast.tsx";
import { useUndo } from "../../ui/undo.tsx";
import { useNamespace } from "../memories/data/namespace-question.tsx";

/** Proposals per request. Deciding reads the next ones long before these are used up. */
const PAGE_SIZE = 100;

export type ProposalChanges = Omit<MethodInput<"inbox.keep">, "id">;

/**
 * One part of the inbox, one proposal at a time. A decision shows the next proposal immediately and is stored in the
 * background; a failure shows the proposal again.
 */
export function useInbox(state: InboxState) {
  const bridge = useBridge();
  const text = useText();
  const toast = useToast();
  const undo = useUndo();
  const list = useBridgeQuery("inbox.list", { state, limit: PAGE_SIZE });
  const counts = useBridgeQuery("inbox.counts", {});
  const prepareNamespace = useNamespace();
  /** Read again in a later list, they are not shown. A ref: keys can arrive before the next render. */
  const decided = useRef(new Set<string>());
  /** Ends when the last decision is stored or failed. Undo takes decisions back in the order in which they were made. */
  const lastDecision = useRef<Promise<unknown>>(Promise.resolve());
  const [shownId, setShownId] = useState<string | null>(null);

  const loaded = list.data?.items ?? [];
  const items = loaded.filter(({ memory }) => !decided.current.has(memory.id));
  const index = Math.max(
    0,
    items.findIndex(({ memory }) => memory.id === shownId),
  );
  const current: Proposal | undefined = items[index];
  const isComplete = list.data !== undefined && list.data.nextCursor === undefined;
  const total = isComplete
    ? items.length
    : Math.max(items.length, (counts.data?.[state] ?? 0) - (loaded.length - items.length));

  const showAgain = (id: string) => {
    decided.current.delete(id);
    setShownId(id);
    void list.refetch();
  };

  /** As {@link useNamespace}; null also if that failed, after showing the reason. */
  const prepare = (name: string) =>
    prepareNamespace(name).catch((error: unknown) => {
      toast.fail(error);
      return null;
    });

  /** Resolves to whether the decision was stored. */
  async function decide(work: (id: string) => Promise<string>, undoWork: (id: string) => Promise<unknown>) {
    const id = current?.memory.id;
    if (id === undefined || decided.current.has(id)) return false;
    decided.current.add(id);
    const next = items[index + 1] ?? items[index - 1];
    setShownId(next?.memory.id ?? id);
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

  const reopen = (id: string) => bridge.invoke("inbox.reopen", { id });
  return {
    current,
    position: index + 1,
    total,
    counts: counts.data,
    /** True before the first list, and while the next proposals are read. */
    isLoading: list.data === undefined || (current === undefined && !isComplete),
    error: list.data === undefined ? list.error : null,
    retry: () => void list.refetch(),
    move: (steps: number) => setShownId(items[index + steps]?.memory.id ?? current?.memory.id ?? null),
    async keep(changes: ProposalChanges = {}) {
      const namespace = changes.namespace === undefined ? undefined : await prepare(changes.namespace);
      if (namespace === null) return false;
      return await decide(async (id) => {
        const kept = await bridge.invoke("inbox.keep", { id, ...changes, namespace });
        return kept.id === id ? text.inbox.done.kept : text.inbox.done.known;
      }, reopen);
    },
    reject: () =>
      decide(async (id) => {
        await bridge.invoke("inbox.reject", { id });
        return text.inbox.done.rejected;
      }, reopen),
    reopen: () =>
      decide(
        async (id) => {
          await reopen(id);
          return text.inbox.done.reopened;
        },
        (id) => bridge.invoke("inbox.reject", { id }),
      ),
  };
}

export type Inbox = ReturnType<typeof useInbox>;
