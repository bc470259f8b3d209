import { useState } from "react";
import type { MethodInput, MethodOutput } from "../../../../electron/ipc/contract.ts";
import type { Bridge } from "../../../bridge.ts";
import { useBridge } from "../../../data/bridge-context.tsx";

/** The methods that do what a preview showed. */
type ApplyMethod = "connections.applyPlan" | "instructions.applyPlan";

/** Where the writing of files stands: nothing asked, shown, or written. */
export type PlanState<Preview> =
  | { readonly kind: "none" }
  | { readonly kind: "shown" | "written"; readonly previews: readonly Preview[] };

/** Shows what would be written, then writes exactly that. */
export function usePlan<Method extends ApplyMethod>(method: Method) {
  type Preview = MethodOutput<Method>;
  const bridge = useBridge();
  const [state, setState] = useState<PlanState<Preview>>({ kind: "none" });
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);

  const run = async (work: () => Promise<PlanState<Preview>>) => {
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
    show: (ask: (bridge: Bridge) => Promise<readonly Preview[]>) =>
      run(async () => ({ kind: "shown", previews: await ask(bridge) })),
    write: (previews: readonly Preview[]) =>
      run(async () => {
        for (const { id } of previews) await bridge.invoke(method, { planId: id } as MethodInput<Method>);
        return { kind: "written", previews };
      }),
    close: () => setState({ kind: "none" }),
  };
}
