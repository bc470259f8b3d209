import { useCallback, useEffect, useRef, useState } from "react";

/**
 * The selection of the list. A single selected item is also the open one; selecting several does not change the open
 * item. `opensOnMove` is false in a narrow window, in which an open item hides the list.
 */
export function useListSelection(
  order: readonly string[],
  openId: string | null,
  open: (id: string | null, options?: { replace?: boolean }) => void,
  opensOnMove: boolean,
) {
  const [selection, setSelection] = useState<Selection>(() => selectOnly(openId));

  const followed = useRef(openId);
  useEffect(() => {
    if (followed.current === openId) return;
    followed.current = openId;
    setSelection((current) =>
      // A narrow window returns to the list with its selection.
      current.active === openId || (openId === null && (current.ids.size > 1 || !opensOnMove))
        ? current
        : selectOnly(openId),
    );
  }, [openId, opensOnMove]);

  /** Opens a single remaining item if another one is open, so that list and page show the same. */
  const settle = useCallback(
    (next: Selection) => {
      setSelection(next);
      const [only] = next.ids;
      if (next.ids.size === 1 && only !== undefined && openId !== null && opensOnMove) open(only, { replace: true });
    },
    [openId, open, opensOnMove],
  );

  /** Selects by click: one item, a range (Shift), or one more or less (Ctrl or ⌘). */
  const choose = useCallback(
    (id: string, how: "only" | "range" | "toggle") => {
      if (how === "only") {
        setSelection(selectOnly(id));
        open(id);
      } else settle(how === "range" ? extendTo(selection, order, id) : toggle(selection, id));
    },
    [selection, order, open, settle],
  );

  /** Moves by a number of rows, down if positive; `extend` selects the range. */
  const move = useCallback(
    (steps: number, extend: boolean) => {
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

  /** Selects the range to an item, from the anchor if `from` is the active one of several, otherwise from `from`. */
  const extend = useCallback(
    (from: string, to: string) =>
      setSelection((current) =>
        extendTo(current.ids.size > 1 && current.active === from ? current : selectOnly(from), order, to),
      ),
    [order],
  );

  /** Selects all loaded items, or all of `ids`. */
  const all = useCallback(
    (ids: readonly string[] = order) => setSelection((current) => selectAll(current, ids)),
    [order],
  );
  const clear = useCallback(() => settle(selectOnly(selection.active)), [selection.active, settle]);
  return { selection, choose, move, extend, all, clear };
}

/** The selected ids. `active` has the keyboard focus; `anchor` is the start of a range. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly active: string | null;
  readonly anchor: string | null;
}

export const NOTHING_SELECTED: Selection = { ids: new Set(), active: null, anchor: null };

/** Selects one item, or none. */
export function selectOnly(id: string | null): Selection {
  return id === null ? NOTHING_SELECTED : { ids: new Set([id]), active: id, anchor: id };
}

/** Adds an item to the selection, or removes it. */
export function toggle(selection: Selection, id: string): Selection {
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, active: id, anchor: id };
}

/** Selects the range from the anchor to an item. */
export function extendTo(selection: Selection, order: readonly string[], id: string): Selection {
  const to = order.indexOf(id);
  const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor);
  if (to === -1) return selection;
  if (from === -1) return selectOnly(id);
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set(range), active: id, anchor: selection.anchor };
}

/**
 * The id that is a number of steps from the active one, at most to the end of the list. If none is active, a step down
 * starts at the top and a step up at the bottom; Home and End, which step by the length of the list, go to their end.
 */
export function neighbour(selection: Selection, order: readonly string[], steps: number): string | null {
  if (order.length === 0) return null;
  const at = selection.active === null ? -1 : order.indexOf(selection.active);
  if (at === -1) {
    const isFullLength = Math.abs(steps) >= order.length;
    return (steps < 0 === isFullLength ? order[0] : order.at(-1)) ?? null;
  }
  return order[Math.min(order.length - 1, Math.max(0, at + steps))] ?? null;
}

export function selectAll(selection: Selection, order: readonly string[]): Selection {
  return {
    ids: new Set(order),
    active: selection.active ?? order[0] ?? null,
    anchor: selection.anchor ?? order[0] ?? null,
  };
}

/** The id to select after some leave the list: the next one, or the previous one at the end. */
export function successor(order: readonly string[], leaving: ReadonlySet<string>): string | null {
  const last = order.findLastIndex((id) => leaving.has(id));
  if (last === -1) return null;
  return (
    order.slice(last + 1).find((id) => !leaving.has(id)) ??
    order.slice(0, last).findLast((id) => !leaving.has(id)) ??
    null
  );
}
