import { useState } from "react";
import type { FilePreview, MethodInput, MethodOutput } from "../../../../electron/window-api/contract.ts";
import type { Bridge } from "../../../bridge.ts";
import { useBridge } from "../../../data/use-bridge.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { PlanPreview } from "../../../ui/plan-preview.tsx";

/** The methods that apply a plan. */
type ApplyMethod = "connections.applyPlan" | "instructions.applyPlan" | "plugins.applyPlan";

/** The state of a change of files. */
type PlanState<Preview> =
  | { readonly kind: "none" }
  | { readonly kind: "shown" | "written"; readonly previews: readonly Preview[] };

/** Shows the preview of a change, then applies it. */
export function usePlan<Method extends ApplyMethod>(method: Method) {
  type Preview = MethodOutput<Method>;
  const bridge = useBridge();
  const [state, setState] = useState<PlanState<Preview>>({ kind: "none" });
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);

  /** Resolves to whether it succeeded. */
  const run = async (work: () => Promise<PlanState<Preview>>): Promise<boolean> => {
    setBusy(true);
    setError(null);
    try {
      setState(await work());
      return true;
    } catch (failure) {
      // A plan can be applied once. After a failure the owner reviews the difference again.
      setState({ kind: "none" });
      setError(failure);
      return false;
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

interface ShownPlanProps {
  readonly previews: readonly FilePreview[];
  /** The label of the button that applies the plan; null if there is nothing to apply. */
  readonly action: string | null;
  readonly isDanger?: boolean;
  readonly isBusy: boolean;
  readonly className?: string;
  readonly onApply: () => void;
  readonly onCancel: () => void;
}

/** The changes of a plan, and buttons that apply or cancel it. A second press of Enter applies it. */
export function ShownPlan({
  previews,
  action,
  isDanger = false,
  isBusy,
  className,
  onApply,
  onCancel,
}: ShownPlanProps) {
  const { common } = useText();
  return (
    <div className={className}>
      {previews.map((preview) => (
        <PlanPreview key={preview.id} preview={preview} />
      ))}
      <div className="mt-2.5 flex gap-2">
        {action !== null && (
          <Button variant={isDanger ? "danger" : "primary"} disabled={isBusy} onClick={onApply} autoFocus>
            {action}
          </Button>
        )}
        <Button variant="quiet" onClick={onCancel}>
          {common.cancel}
        </Button>
      </div>
    </div>
  );
}
