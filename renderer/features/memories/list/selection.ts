/** What is selected in a list. `active` is where the keyboard is; `anchor` is where a range began. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly active: string | null;
  readonly anchor: string | null;
}

export const NOTHING_SELECTED: Selection = { ids: new Set(), active: null, anchor: null };

/** One memory alone; null: none. */
export function selectOnly(id: string | null): Selection {
  return id === null ? NOTHING_SELECTED : { ids: new Set([id]), active: id, anchor: id };
}

/** Adds one, or takes it away (Ctrl or ⌘ click). */
export function toggle(selection: Selection, id: string): Selection {
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, active: id, anchor: id };
}

/** Everything between the anchor and this one (Shift click, Shift and arrows). */
export function extendTo(selection: Selection, order: readonly string[], id: string): Selection {
  const to = order.indexOf(id);
  const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor);
  if (to === -1) return selection;
  if (from === -1) return selectOnly(id);
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set(range), active: id, anchor: selection.anchor };
}

/**
 * The id that many steps from the active one, held at the ends. Where nothing is active one step down begins at the
 * top and one up at the bottom; as many steps as there are, which is Home or End, lead to that end.
 */
export function neighbour(selection: Selection, order: readonly string[], steps: number): string | null {
  if (order.length === 0) return null;
  const at = selection.active === null ? -1 : order.indexOf(selection.active);
  if (at === -1) {
    const isWhole = Math.abs(steps) >= order.length;
    return (steps < 0 === isWhole ? order[0] : order.at(-1)) ?? null;
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

/** What to stand on when these go: the next that stays, else the one before. */
export function successor(order: readonly string[], leaving: ReadonlySet<string>): string | null {
  const last = order.findLastIndex((id) => leaving.has(id));
  if (last === -1) return null;
  return (
    order.slice(last + 1).find((id) => !leaving.has(id)) ??
    order.slice(0, last).findLast((id) => !leaving.has(id)) ??
    null
  );
}
