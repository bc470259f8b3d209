import { useState } from "react";
import type { DuplicatePair } from "../../../electron/core/memory-service.ts";
import { useBridge } from "../../data/bridge-context.tsx";
import { useText } from "../../text/use-text.ts";
import { useMemoryActions } from "../memories/data/use-memory-actions.ts";
import { useDismissed } from "./data/use-dismissed.ts";
import { useWalk } from "./data/use-walk.ts";
import { MemoryLine, type Remedy } from "./finding.tsx";
import { FindingList } from "./finding-list.tsx";
import { MergeDialog } from "./merge/merge-dialog.tsx";
import { NothingFound } from "./nothing-found.tsx";
import { WalkProgress } from "./walk-progress.tsx";

const keyOf = ({ memory, other }: DuplicatePair) => `duplicate:${memory.id}:${other.id}`;

/** Pairs of memories that say much the same. */
export function Duplicates() {
  const text = useText();
  const words = text.health;
  const bridge = useBridge();
  const actions = useMemoryActions();
  const { isDismissed, dismiss } = useDismissed();
  const [merges, setMerges] = useState<DuplicatePair | null>(null);
  const walk = useWalk<DuplicatePair>({
    name: "duplicates",
    step: (cursor) => bridge.invoke("memories.findDuplicates", { cursor }),
    idsOf: ({ memory, other }) => [memory.id, other.id],
  });
  const shown = walk.items.filter((pair) => !isDismissed(keyOf(pair)));
  const remediesOf = (pair: DuplicatePair): Remedy[] => [
    { label: words.merge, keys: "m", run: () => setMerges(pair) },
    { label: words.deleteNewer, keys: "backspace", run: () => void actions.remove([pair.memory.id]) },
    { label: words.deleteOlder, keys: "shift+backspace", run: () => void actions.remove([pair.other.id]) },
    { label: words.letBe, keys: "l", quiet: true, run: () => dismiss(keyOf(pair)) },
  ];
  return (
    <>
      <WalkProgress walk={walk} found={shown.length} />
      {shown.length === 0 && walk.state === "done" && <NothingFound kind="duplicates" onAgain={walk.again} />}
      {shown.length > 0 && (
        <FindingList
          label={words.kinds.duplicates}
          items={shown}
          keyOf={keyOf}
          memoryOf={({ memory }) => memory}
          remediesOf={remediesOf}
          lines={2}
        >
          {(pair, isActive) => (
            <>
              <MemoryLine memory={pair.memory} note={words.alike(Math.round(pair.score * 100))} inOrder={isActive} />
              <MemoryLine memory={pair.other} inOrder={isActive} />
            </>
          )}
        </FindingList>
      )}
      {merges !== null && <MergeDialog pair={merges} onClose={() => setMerges(null)} />}
    </>
  );
}
