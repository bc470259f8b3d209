import { useRef, useState } from "react";
import { useToast } from "../../ui/toast.tsx";
import { useUndo } from "../../ui/undo.tsx";

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
export function useReview<Item>(list: ReviewedList<Item>, idOf: (item: Item) => string, count: number) {
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
