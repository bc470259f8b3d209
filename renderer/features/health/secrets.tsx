import type { SecretFinding } from "../../../electron/core/memory-service.ts";
import { useBridge } from "../../data/bridge-context.tsx";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { useMemoryActions } from "../memories/data/use-memory-actions.ts";
import { useDismissed } from "./data/use-dismissed.ts";
import { useWalk } from "./data/use-walk.ts";
import { Finding, MemoryLine } from "./finding.tsx";
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
  return (
    <>
      <WalkProgress walk={walk} found={shown.length} />
      {shown.length === 0 && walk.state === "done" && <NothingFound kind="secrets" />}
      <ul>
        {shown.map((finding) => (
          <Finding
            key={keyOf(finding)}
            actions={
              <>
                <Button
                  size="small"
                  onClick={() => navigate({ place: "memories", path: ["all", finding.memory.id, "edit"] })}
                >
                  {text.health.edit}
                </Button>
                <Button size="small" onClick={() => void actions.remove([finding.memory.id])}>
                  {text.common.delete}
                </Button>
                <Button size="small" variant="quiet" onClick={() => dismiss(keyOf(finding))}>
                  {text.health.letBe}
                </Button>
              </>
            }
          >
            <MemoryLine memory={finding.memory} excerpt={finding.excerpt} />
          </Finding>
        ))}
      </ul>
    </>
  );
}
