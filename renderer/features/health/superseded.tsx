import { useBridge } from "../../data/bridge-context.tsx";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { describeError } from "../../ui/error-state.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useMemoryActions } from "../memories/data/use-memory-actions.ts";
import { useDismissed } from "./data/use-dismissed.ts";
import { useListed } from "./data/use-listed.ts";
import { Finding, MemoryLine } from "./finding.tsx";
import { ListedFindings } from "./listed-findings.tsx";

const keyOf = (id: string) => `superseded:${id}`;

/** Memories that a newer one replaced. */
export function Superseded() {
  const text = useText();
  const words = text.health;
  const bridge = useBridge();
  const toast = useToast();
  const { navigate } = useNavigation();
  const actions = useMemoryActions();
  const { isDismissed, dismiss } = useDismissed();
  const listed = useListed({ superseded: "only" });
  const reinstate = (id: string) =>
    void bridge.invoke("memories.reinstate", { references: [id] }).then(
      () => toast.show({ message: words.usedAgain }),
      (error: unknown) => toast.show({ message: describeError(error, text).message, tone: "bad" }),
    );
  return (
    <ListedFindings kind="superseded" listed={listed} isShown={({ id }) => !isDismissed(keyOf(id))}>
      {(memory) => (
        <Finding
          key={memory.id}
          actions={
            <>
              <Button
                size="small"
                onClick={() => navigate({ place: "memories", path: ["all", memory.supersededBy ?? memory.id] })}
              >
                {text.memories.meta.seeNewer}
              </Button>
              <Button size="small" onClick={() => void actions.remove([memory.id])}>
                {text.common.delete}
              </Button>
              <Button size="small" onClick={() => reinstate(memory.id)}>
                {words.useAgain}
              </Button>
              <Button size="small" variant="quiet" onClick={() => dismiss(keyOf(memory.id))}>
                {words.letBe}
              </Button>
            </>
          }
        >
          <MemoryLine memory={memory} />
        </Finding>
      )}
    </ListedFindings>
  );
}
