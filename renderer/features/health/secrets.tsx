import type { SecretFinding } from "../../../electron/core/memory-service.ts";
import { useBridge } from "../../data/bridge-context.tsx";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { useMemoryActions } from "../memories/data/use-memory-actions.ts";
import { useDismissed } from "./data/use-dismissed.ts";
import { useWalk } from "./data/use-walk.ts";
import { MemoryLine, type Remedy } from "./finding.tsx";
import { FindingList } from "./finding-list.tsx";
import { NothingFound } from "./nothing-found.tsx";
import { WalkProgress } from "./walk-progress.tsx";

/** What looks like a secret; a changed text is looked at anew. */
const keyOf = ({ memory }: SecretFinding) => `secret:${memory.id}@${memory.revision}`;

/** Memories that hold what looks like a secret. */
export function Secrets() {
  const text = useText();
  const bridge = useBridge();
  const { navigate } = useNavigation();
  const actions = useMemoryActions();
  const { isDismissed, dismiss } = useDismissed();
  const walk = useWalk<SecretFinding>({
    name: "secrets",
    step: (cursor) => bridge.invoke("memories.findSecrets", { cursor }),
    idsOf: ({ memory }) => [memory.id],
  });
  const shown = walk.items.filter((finding) => !isDismissed(keyOf(finding)));
  const remediesOf = (finding: SecretFinding): Remedy[] => [
    {
      label: text.health.edit,
      keys: "e",
      run: () => navigate({ place: "memories", path: ["all", finding.memory.id, "edit"] }),
    },
    { label: text.common.delete, keys: "backspace", run: () => void actions.remove([finding.memory.id]) },
    { label: text.health.letBe, keys: "l", quiet: true, run: () => dismiss(keyOf(finding)) },
  ];
  return (
    <>
      <WalkProgress walk={walk} found={shown.length} />
      {shown.length === 0 && walk.state === "done" && <NothingFound kind="secrets" onAgain={walk.again} />}
      {shown.length > 0 && (
        <FindingList
          label={text.health.kinds.secrets}
          items={shown}
          keyOf={keyOf}
          memoryOf={({ memory }) => memory}
          remediesOf={remediesOf}
          lines={1}
        >
          {({ memory, excerpt }, isActive) => <MemoryLine memory={memory} excerpt={excerpt} inOrder={isActive} />}
        </FindingList>
      )}
    </>
  );
}
