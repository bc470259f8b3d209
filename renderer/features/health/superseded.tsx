import type { Memory } from "../../../electron/core/memory.ts";
import { useBridge } from "../../data/bridge-context.tsx";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { tellError } from "../../ui/error-state.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useMemoryActions } from "../memories/data/use-memory-actions.ts";
import { useDismissed } from "./data/use-dismissed.ts";
import { useListed } from "./data/use-listed.ts";
import type { Remedy } from "./finding.tsx";
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
      (error: unknown) => toast.show({ message: tellError(error, text), tone: "bad" }),
    );
  const remediesOf = ({ id, supersededBy }: Memory): Remedy[] => [
    {
      label: text.memories.meta.seeNewer,
      keys: "n",
      run: () => navigate({ place: "memories", path: ["all", supersededBy ?? id] }),
    },
    { label: text.common.delete, keys: "backspace", run: () => void actions.remove([id]) },
    { label: words.useAgain, keys: "u", run: () => reinstate(id) },
    { label: words.letBe, keys: "l", quiet: true, run: () => dismiss(keyOf(id)) },
  ];
  return (
    <ListedFindings
      kind="superseded"
      listed={listed}
      isShown={({ id }) => !isDismissed(keyOf(id))}
      remediesOf={remediesOf}
    />
  );
}
