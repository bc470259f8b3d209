import { keepPreviousData } from "@tanstack/react-query";
import { Pin, Trash2, X } from "lucide-react";
import { useMemo, useState } from "react";
import type { MapPoint } from "../../../electron/core/map.ts";
import { commandsOf } from "../../commands/command.ts";
import { useCommands } from "../../commands/commands.tsx";
import { useBridgeQuery } from "../../data/use-bridge.tsx";
import { useText } from "../../text/use-text.ts";
import { NOTHING_SELECTED, type Selection } from "../../ui/selection.ts";
import type { BulkSelection } from "../memories/bulk.tsx";
import { useMemoryActions } from "../memories/data/use-memory-actions.ts";

/** The selected memories of the map, the active one of its list, and their actions. */
export function useMapSelection(points: readonly MapPoint[]) {
  const text = useText();
  const [chosen, setChosen] = useState<Selection>(NOTHING_SELECTED);
  const present = useMemo(() => new Set(points.map(({ id }) => id)), [points]);
  const selection = useMemo<Selection>(
    () => ({ ...chosen, ids: new Set([...chosen.ids].filter((id) => present.has(id))) }),
    [chosen, present],
  );
  const ids = useMemo(() => [...selection.ids].sort(), [selection]);
  const { data } = useBridgeQuery(
    "map.memories",
    { ids },
    { enabled: ids.length > 0, placeholderData: keepPreviousData },
  );
  const selected = useMemo(
    () => (data ?? []).filter(({ id, deletedAt }) => selection.ids.has(id) && deletedAt === null),
    [data, selection],
  );
  const actions = useMemoryActions();
  const setIds = (next: Iterable<string>) => setChosen((current) => ({ ...current, ids: new Set(next) }));
  const clear = () => setIds([]);
  const remove = () => {
    clear();
    return actions.remove(ids);
  };

  const command = commandsOf("map", text.map.group, { enabled: selected.length > 0 });
  useCommands([
    command("delete", text.common.delete, () => void remove(), { keys: ["backspace", "delete"], icon: Trash2 }),
    command("pin", text.common.pin, () => void actions.setPinned(ids, !selected.every(({ pinned }) => pinned)), {
      keys: ["p"],
      icon: Pin,
    }),
    command("clear", text.common.clearSelection, clear, { keys: ["escape"], icon: X }),
  ]);

  const bulk: BulkSelection = {
    selected,
    selection: { clear },
    total: points.length,
    selectAll: () => setIds(present),
    actions,
    remove,
    restore: ignore,
    askToPurge: ignore,
  };
  return {
    selection,
    bulk,
    select: setIds,
    setActive: (active: string) => setChosen((current) => ({ ...current, active })),
    toggle: (id: string) =>
      setChosen(({ ids: before, ...rest }) => {
        const after = new Set(before);
        if (!after.delete(id)) after.add(id);
        return { ...rest, active: id, ids: after };
      }),
  };
}

/** The map shows no memories of the trash. */
function ignore(): void {}
