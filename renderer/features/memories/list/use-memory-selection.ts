import { useCallback, useEffect, useRef, useState } from "react";
import { extendTo, neighbour, type Selection, selectAll, selectOnly, toggle } from "./selection.ts";

export interface MemorySelection {
  readonly selection: Selection;
  /** A click: alone, with the range (Shift), or added (Ctrl or ⌘). */
  choose(id: string, how: "only" | "range" | "toggle"): void;
  /** Steps up or down; `extend` takes what lies between along. */
  move(steps: number, extend: boolean): void;
  /** Everything that is loaded, or everything of `ids`. */
  all(ids?: readonly string[]): void;
  clear(): void;
}

/**
 * Ties the selection to the open memory: one alone is the open one, several leave it as it is. In a narrow window
 * moving does not open, because opening covers the list.
 */
export function useMemorySelection(
  order: readonly string[],
  openId: string | null,
  open: (id: string | null, options?: { replace?: boolean }) => void,
  opensOnMove: boolean,
): MemorySelection {
  const [selection, setSelection] = useState<Selection>(() => selectOnly(openId));

  const followed = useRef(openId);
  useEffect(() => {
    if (followed.current === openId) return;
    followed.current = openId;
    setSelection((current) =>
      // In a narrow window the list comes back as it was left.
      current.active === openId || (openId === null && (current.ids.size > 1 || !opensOnMove))
        ? current
        : selectOnly(openId),
    );
  }, [openId, opensOnMove]);

  /** One that is left alone is opened where a page is open beside the list, so that both show the same. */
  const settle = useCallback(
    (next: Selection) => {
      setSelection(next);
      const [alone] = next.ids;
      if (next.ids.size === 1 && alone !== undefined && openId !== null && opensOnMove) open(alone, { replace: true });
    },
    [openId, open, opensOnMove],
  );

  const choose = useCallback<MemorySelection["choose"]>(
    (id, how) => {
      if (how === "only") {
        setSelection(selectOnly(id));
        open(id);
      } else settle(how === "range" ? extendTo(selection, order, id) : toggle(selection, id));
    },
    [selection, order, open, settle],
  );

  const move = useCallback<MemorySelection["move"]>(
    (steps, extend) => {
      const id = neighbour(selection, order, steps);
      if (id === null) return;
      if (extend) {
        setSelection(extendTo(selection, order, id));
        return;
      }
      setSelection(selectOnly(id));
      if (opensOnMove) open(id, { replace: true });
    },
    [selection, order, open, opensOnMove],
  );

  const all = useCallback(
    (ids: readonly string[] = order) => setSelection((current) => selectAll(current, ids)),
    [order],
  );
  const clear = useCallback(() => settle(selectOnly(selection.active)), [selection.active, settle]);
  return { selection, choose, move, all, clear };
}
