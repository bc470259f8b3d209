import { useState } from "react";
import type { DuplicatePair } from "../../../electron/core/memory-service.ts";
import { useBridge } from "../../data/bridge-context.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { useMemoryActions } from "../memories/data/use-memory-actions.ts";
import { useDismissed } from "./data/use-dismissed.ts";
import { useWalk } from "./data/use-walk.ts";
import { Finding, MemoryLine } from "./finding.tsx";
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
  return (
    <>
      <WalkProgress walk={walk} found={shown.length} />
      {shown.length === 0 && walk.state === "done" && <NothingFound kind="duplicates" />}
      <ul>
        {shown.map((pair) => (
          <Finding
            key={keyOf(pair)}
            actions={
              <>
                <Button size="small" onClick={() => setMerges(pair)}>
                  {words.merge}
                </Button>
                <Button size="small" onClick={() => void actions.remove([pair.memory.id])}>
                  {words.deleteNewer}
                </Button>
                <Button size="small" onClick={() => void actions.remove([pair.other.id])}>
                  {words.deleteOlder}
                </Button>
                <Button size="small" variant="quiet" onClick={() => dismiss(keyOf(pair))}>
                  {words.letBe}
                </Button>
              </>
            }
          >
            <MemoryLine memory={pair.memory} note={words.alike(Math.round(pair.score * 100))} />
            <MemoryLine memory={pair.other} />
          </Finding>
        ))}
      </ul>
      {merges !== null && <MergeDialog pair={merges} onClose={() => setMerges(null)} />}
    </>
  );
}
