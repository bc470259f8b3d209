import { useQueryClient } from "@tanstack/react-query";
import type { MethodInput, MethodName } from "../../electron/window-api/contract.ts";
import { type UndoableChange, useUndoable } from "./use-undoable.ts";

/** The settings of one area: the method that reads them, and the method that changes some and returns all. */
const AREAS = {
  "settings.update": "settings.get",
  "conversations.updateSettings": "conversations.settings",
  "clientMemories.updateSettings": "clientMemories.settings",
} as const satisfies Partial<Record<MethodName, MethodName>>;
type Area = keyof typeof AREAS;

interface SettingsOptions<Name extends Area> {
  /** Names the changed settings. */
  readonly done: (changes: MethodInput<Name>) => string;
  readonly refreshes?: readonly MethodName[];
}

/** Changes settings and shows them immediately. Undo writes the former values of those that were changed. */
export function useUndoableSettings<Name extends Area>(
  method: Name,
  { done, refreshes }: SettingsOptions<Name>,
): UndoableChange<Name> {
  const cache = useQueryClient();
  const stores = [AREAS[method], {}] as const;
  return useUndoable<Name>(method, {
    stores,
    refreshes,
    done,
    inverse(changes) {
      const before = cache.getQueryData<Record<string, unknown>>(stores) ?? {};
      return Object.fromEntries(Object.keys(changes).map((name) => [name, before[name]])) as MethodInput<Name>;
    },
    showsError: true,
  });
}
