import { useState } from "react";
import type { Memory } from "../../../electron/core/memory.ts";
import type { MethodOutput } from "../../../electron/window-api/contract.ts";
import { useBridgeEvent, useBridgeQuery } from "../../data/use-bridge.tsx";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Pending } from "../../ui/states.tsx";
import { BulkEditDialog } from "../memories/bulk.tsx";
import { nameMemories } from "../memories/data/name-memories.ts";
import { useMemoryActions } from "../memories/data/use-memory-actions.ts";
import { FindingList, MemoryLine, NothingFound } from "./finding-list.tsx";
import type { FindingAction } from "./finding-selection.tsx";
import { useDismissed } from "./use-dismissed.ts";

type Finding = MethodOutput<"use.neverUsed">[number];

const keyOf = ({ memory }: Finding) => memory.id;
/** The key under which it is dismissed. After a change it is another memory, which was not given yet. */
export function keyOfNeverUsed({ memory: { id, revision } }: Finding): string {
  return `unhelpful:${id}:${revision}`;
}

const memoryOf = ({ memory }: Finding) => memory;

/** Memories that clients often got and no answer used. */
export function NeverUsed() {
  const { common, health: text, memories, use } = useText();
  const { navigate } = useNavigation();
  const { remove } = useMemoryActions();
  const { isDismissed, dismiss } = useDismissed();
  const [moved, setMoved] = useState<readonly Memory[] | null>(null);
  const found = useBridgeQuery("use.neverUsed", {}, { refetchOnMount: "always" });
  useBridgeEvent("memories.changed", () => void found.refetch());
  if (found.data === undefined) return <Pending error={found.error} onRetry={() => void found.refetch()} />;
  const items = found.data.filter((finding) => !isDismissed(keyOfNeverUsed(finding)));
  const shared = (findings: readonly Finding[]): FindingAction[] => {
    const chosen = findings.map(memoryOf);
    return [
      { label: memories.bulk.move, keys: "m", run: () => setMoved(chosen) },
      {
        label: common.delete,
        keys: "backspace",
        isDestructive: true,
        run: () => void remove(chosen.map(({ id }) => id)),
      },
      {
        label: text.dismiss,
        keys: "l",
        quiet: true,
        run: () => dismiss(findings.map(keyOfNeverUsed), nameMemories(chosen, memories)),
      },
    ];
  };
  return (
    <>
      {items.length === 0 ? (
        <NothingFound kind="unhelpful" />
      ) : (
        <FindingList
          label={text.kinds.unhelpful}
          items={items}
          keyOf={keyOf}
          memoryOf={memoryOf}
          actionsOf={(finding) => [
            {
              label: common.edit,
              keys: "e",
              run: () => navigate({ place: "memories", path: ["all", finding.memory.id, "edit"] }),
            },
            ...shared([finding]),
          ]}
          bulkActionsOf={shared}
          lines={1}
        >
          {({ memory, use: { given } }, isActive) => (
            <MemoryLine memory={memory} note={use.neverUsed(given)} inTabOrder={isActive} />
          )}
        </FindingList>
      )}
      {moved !== null && <BulkEditDialog kind="move" memories={moved} onClose={() => setMoved(null)} />}
    </>
  );
}
