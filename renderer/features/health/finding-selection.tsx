import { X } from "lucide-react";
import { useState } from "react";
import type { Memory } from "../../../electron/core/memory.ts";
import type { FacetCount } from "../../../electron/core/ports.ts";
import { useText } from "../../text/use-text.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { toggled } from "../../ui/choice.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { formatProjects } from "./format-projects.ts";

/** An action for a finding, or for several. */
export interface FindingAction {
  readonly label: string;
  readonly run: () => void;
  /** Shortcut while the finding has the focus. */
  readonly keys?: string;
  /** Whether the action does not change the memory; it has a quiet button. */
  readonly quiet?: boolean;
  /** Whether it deletes memories: for findings of several projects it asks first, because the page does not show them all. */
  readonly isDestructive?: boolean;
}

interface SelectionOptions<T> {
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  readonly memoryOf: (item: T) => Memory;
  readonly bulkActionsOf: ((items: readonly T[]) => readonly FindingAction[]) | undefined;
  /** Runs an action. */
  readonly act: (action: FindingAction) => void;
}

type FindingSelection = Omit<ReturnType<typeof useFindingSelection<unknown>>, "has" | "toggle" | "add">;

/** The selected findings of a list and the actions for all of them. An action clears the selection. */
export function useFindingSelection<T>({ items, keyOf, memoryOf, bulkActionsOf, act }: SelectionOptions<T>) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [confirming, setConfirming] = useState<FindingAction | null>(null);
  const selected = items.filter((item) => chosen.has(keyOf(item)));
  const projects = countProjects(selected.map(memoryOf));
  const clear = () => setChosen(new Set());
  const run = (action: FindingAction) => {
    setConfirming(null);
    act(action);
    clear();
  };
  return {
    selected,
    projects,
    actions: selected.length === 0 ? [] : (bulkActionsOf?.(selected) ?? []),
    /** Runs an action for all selected findings; asks before it deletes memories of several projects. */
    act: (action: FindingAction) =>
      action.isDestructive === true && projects.length > 1 ? setConfirming(action) : run(action),
    confirming,
    cancel: () => setConfirming(null),
    run,
    has: (item: T) => chosen.has(keyOf(item)),
    toggle: (item: T) => setChosen(toggled(chosen, keyOf(item))),
    add: (added: readonly T[]) => setChosen(new Set([...chosen, ...added.map(keyOf)])),
    all: () => setChosen(new Set(items.map(keyOf))),
    clear,
  };
}

/** The projects of memories, the one with the most memories first. */
function countProjects(memories: readonly Memory[]): readonly FacetCount[] {
  const counts = new Map<string, number>();
  for (const { domain } of memories) counts.set(domain, (counts.get(domain) ?? 0) + 1);
  return [...counts].map(([value, count]) => ({ value, count })).sort((one, other) => other.count - one.count);
}

interface SelectionBarProps {
  readonly selection: FindingSelection;
  /** The number of findings. */
  readonly total: number;
}

/** The number of selected findings and the actions for all of them; nothing without a selection. */
export function SelectionBar({ selection, total }: SelectionBarProps) {
  const text = useText();
  const words = text.health.bulk;
  const { selected, projects, actions, act, confirming, cancel, run, all, clear } = selection;
  if (selected.length === 0) return null;
  return (
    <section
      aria-label={words.label}
      className="mx-4 mb-2 flex max-w-240 flex-wrap items-center gap-1.5 rounded-md bg-accent-soft py-1 pr-1 pl-3"
    >
      <span role="status" className="min-w-24 flex-1 font-medium">
        {words.selected(selected.length)}
      </span>
      {selected.length < total && (
        <Button size="small" variant="quiet" onClick={all}>
          {words.all(total)}
        </Button>
      )}
      {actions.map((action) => (
        <Button key={action.label} size="small" keys={action.keys} onClick={() => act(action)}>
          {action.label}
        </Button>
      ))}
      <IconButton size="small" icon={X} keys="escape" label={text.common.clearSelection} onClick={clear} />
      {confirming !== null && (
        <ConfirmDialog
          open
          title={words.acrossTitle(selected.length, projects.length)}
          description={words.across(formatProjects(projects, text))}
          action={confirming.label}
          onClose={cancel}
          onConfirm={() => run(confirming)}
        />
      )}
    </section>
  );
}
