import { useMemo, useState } from "react";
import type { RequestSummary } from "../../../../electron/core/request-log.ts";

/** Messages chosen together, beside the one that is open. */
export interface LogSelection {
  readonly ids: ReadonlySet<number>;
  /** Takes one in or out; the first takes the one that is open with it. */
  toggle(id: number, openId: number | null): void;
  /** Takes everything from where the last choice was, or else from `from`, up to this one. */
  extendTo(id: number, rows: readonly RequestSummary[], from: number | null): void;
  all(rows: readonly RequestSummary[]): void;
  clear(): void;
}

interface Chosen {
  readonly ids: ReadonlySet<number>;
  /** Where a span begins. */
  readonly anchor: number | null;
}

const NONE: Chosen = { ids: new Set(), anchor: null };

/** The messages chosen in a log; the key says of which, and a new one begins with none. */
export function useLogSelection(key: string): LogSelection {
  const [state, setState] = useState({ key, chosen: NONE });
  const chosen = state.key === key ? state.chosen : NONE;
  return useMemo(() => {
    const set = (next: Chosen) => setState({ key, chosen: next });
    return {
      ids: chosen.ids,
      toggle(id, openId) {
        const ids = new Set(chosen.ids);
        if (ids.size === 0 && openId !== null) ids.add(openId);
        if (!ids.delete(id)) ids.add(id);
        set({ ids, anchor: id });
      },
      extendTo(id, rows, from) {
        const anchor = chosen.anchor ?? from ?? id;
        set({ ids: new Set(spanBetween(rows, anchor, id)), anchor });
      },
      all: (rows) => set({ ids: new Set(rows.map((row) => row.id)), anchor: null }),
      clear: () => setState({ key, chosen: NONE }),
    };
  }, [chosen, key]);
}

/** The ids from one row to another, both with it, whichever comes first. */
function spanBetween(rows: readonly RequestSummary[], one: number, other: number): number[] {
  const [low, high] = one < other ? [one, other] : [other, one];
  return rows.map((row) => row.id).filter((id) => id >= low && id <= high);
}
