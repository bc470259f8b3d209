import { Download, Pin, X } from "lucide-react";
import { useMemo, useState } from "react";
import type { RequestSummary } from "../../../../electron/core/request-log.ts";
import { useText } from "../../../text/use-text.ts";
import { Button, IconButton } from "../../../ui/button.tsx";

/** The selected messages, independent of the open one. */
export interface LogSelection {
  readonly ids: ReadonlySet<number>;
  /** Adds or removes a message. The first one also adds the open message. */
  toggle(id: number, openId: number | null): void;
  /** Selects from the last selected message, or from `from` without one, to this one. */
  extendTo(id: number, rows: readonly RequestSummary[], from: number | null): void;
  all(rows: readonly RequestSummary[]): void;
  clear(): void;
}

interface Selected {
  readonly ids: ReadonlySet<number>;
  /** The start of a range. */
  readonly anchor: number | null;
}

const NONE: Selected = { ids: new Set(), anchor: null };

/** @param key identifies the log; a new key starts with an empty selection */
export function useLogSelection(key: string): LogSelection {
  const [state, setState] = useState({ key, selected: NONE });
  const selected = state.key === key ? state.selected : NONE;
  return useMemo(() => {
    const set = (next: Selected) => setState({ key, selected: next });
    return {
      ids: selected.ids,
      toggle(id, openId) {
        const ids = new Set(selected.ids);
        if (ids.size === 0 && openId !== null) ids.add(openId);
        if (!ids.delete(id)) ids.add(id);
        set({ ids, anchor: id });
      },
      extendTo(id, rows, from) {
        const anchor = selected.anchor ?? from ?? id;
        set({ ids: new Set(idsBetween(rows, anchor, id)), anchor });
      },
      all: (rows) => set({ ids: new Set(rows.map((row) => row.id)), anchor: null }),
      clear: () => set(NONE),
    };
  }, [selected, key]);
}

/** The ids between two rows, both included, in any order. */
function idsBetween(rows: readonly RequestSummary[], one: number, other: number): number[] {
  const [low, high] = one < other ? [one, other] : [other, one];
  return rows.map((row) => row.id).filter((id) => id >= low && id <= high);
}

interface SelectionBarProps {
  readonly count: number;
  readonly onExport: () => void;
  readonly onPin: () => void;
  readonly onClear: () => void;
}

/** Actions for the selected messages, below the log. */
export function SelectionBar({ count, onExport, onPin, onClear }: SelectionBarProps) {
  const { common } = useText();
  const text = useText().activity.selection;
  return (
    <section
      aria-label={text.label}
      className="flex h-10 shrink-0 items-center gap-2 border-t border-line bg-panel px-3.5 text-sm"
    >
      <span role="status" className="flex-1 truncate">
        {text.selected(count)}
      </span>
      <Button size="small" icon={Download} onClick={onExport}>
        {text.export}
      </Button>
      <Button size="small" icon={Pin} onClick={onPin}>
        {common.pin}
      </Button>
      <IconButton label={common.clearSelection} icon={X} size="small" keys="escape" onClick={onClear} />
    </section>
  );
}
