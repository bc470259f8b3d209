import { useState } from "react";
import type { ConnectionPreview } from "../../../../electron/ipc/contract.ts";
import { useBridge } from "../../../data/bridge-context.tsx";

/** Where the writing of files stands: nothing asked, shown, or written. */
export type PlanState =
  | { readonly kind: "none" }
  | { readonly kind: "shown" | "written"; readonly previews: readonly ConnectionPreview[] };

type Ask = (bridge: ReturnType<typeof useBridge>) => Promise<readonly ConnectionPreview[]>;

/** Shows what would be written, then writes exactly that. */
export function usePlan() {
  const bridge = useBridge();
  const [state, setState] = useState<PlanState>({ kind: "none" });
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);

  const run = async (work: () => Promise<PlanState>) => {
    setBusy(true);
    setError(null);
    try {
      setState(await work());
    } catch (failure) {
      // A plan serves once: after a failure the difference is looked at again.
      setState({ kind: "none" });
      setError(failure);
    } finally {
      setBusy(false);
    }
  };

  return {
    state,
    error,
    isBusy,
    show: (ask: Ask) => run(async () => ({ kind: "shown", previews: await ask(bridge) })),
    write: (previews: readonly ConnectionPreview[]) =>
      run(async () => {
        for (const { id } of previews) await bridge.invoke("connections.applyPlan", { planId: id });
        return { kind: "written", previews };
      }),
    close: () => setState({ kind: "none" }),
  };
}
