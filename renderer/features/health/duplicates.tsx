import { useState } from "react";
import type { DuplicateGroup } from "../../../electron/core/memory-service.ts";
import { useBridge } from "../../data/bridge-context.tsx";
import { useText } from "../../text/use-text.ts";
import { useMemoryActions } from "../memories/data/use-memory-actions.ts";
import { type FindingAction, MemoryLine } from "./finding-list.tsx";
import { MergeDialog } from "./merge-dialog.tsx";
import { ScannedFindings } from "./scanned-findings.tsx";
import { useDismissed } from "./use-dismissed.ts";

/** Duplicates of a group that its row names; the dialog shows all. */
const SHOWN_DUPLICATES = 2;

/** Groups of memories that say nearly the same thing. */
export function Duplicates() {
  const text = useText();
  const words = text.health;
  const bridge = useBridge();
  const { remove } = useMemoryActions();
  const { dismiss } = useDismissed();
  const [merging, setMerging] = useState<DuplicateGroup | null>(null);
  const actionsOf = (group: DuplicateGroup): FindingAction[] => {
    const { memory, duplicates } = group;
    const deleteNewest = { label: words.deleteNewer, keys: "backspace", run: () => void remove([memory.id]) };
    return [
      { label: words.merge, keys: "m", run: () => setMerging(group) },
      ...(duplicates.length === 1 ? [deleteNewest] : []),
      {
        label: words.deleteOlder(duplicates.length),
        keys: "shift+backspace",
        run: () => void remove(duplicates.map((each) => each.memory.id)),
      },
      { label: words.dismiss, keys: "l", quiet: true, run: () => dismiss(keyOf(group)) },
    ];
  };
  return (
    <>
      <ScannedFindings
        kind="duplicates"
        findNext={(cursor) => bridge.invoke("memories.findDuplicates", { cursor })}
        without={withoutMemories}
        keyOf={keyOf}
        actionsOf={actionsOf}
        lines={2}
      >
        {({ memory, duplicates }, isActive) => (
          <>
            <MemoryLine
              memory={memory}
              note={duplicates.length === 1 ? undefined : words.groupSize(duplicates.length + 1)}
              inTabOrder={isActive}
            />
            {duplicates.slice(0, SHOWN_DUPLICATES).map(({ memory: other, score }) => (
              <MemoryLine
                key={other.id}
                memory={other}
                note={words.similarity(Math.round(score * 100))}
                inTabOrder={isActive}
              />
            ))}
            {duplicates.length > SHOWN_DUPLICATES && (
              <span className="text-sm text-ink-faint">{words.moreInGroup(duplicates.length - SHOWN_DUPLICATES)}</span>
            )}
          </>
        )}
      </ScannedFindings>
      {merging !== null && <MergeDialog group={merging} onClose={() => setMerging(null)} />}
    </>
  );
}

/** A dismissed group is shown again when a memory joins it: the newest memory, or the size, is another then. */
function keyOf({ memory, duplicates }: DuplicateGroup): string {
  const oldest = duplicates.map((each) => each.memory.id).sort()[0];
  return `duplicate:${memory.id}:${oldest}${duplicates.length === 1 ? "" : `:${duplicates.length}`}`;
}

/** The others are near duplicates of the newest, but perhaps not of one another. */
function withoutMemories(group: DuplicateGroup, changed: ReadonlySet<string>): DuplicateGroup | null {
  if (changed.has(group.memory.id)) return null;
  const duplicates = group.duplicates.filter(({ memory }) => !changed.has(memory.id));
  if (duplicates.length === group.duplicates.length) return group;
  return duplicates.length === 0 ? null : { ...group, duplicates };
}
