import clsx from "clsx";
import { RefreshCw } from "lucide-react";
import { useBridgeQuery } from "../../../data/use-bridge.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { InlineError } from "../../../ui/states.tsx";
import { ShownPlan, usePlan } from "./plan.tsx";

interface RefreshFilesProps {
  /** Show only the files of this client. */
  readonly only?: string;
  /** A client whose files are shown elsewhere. */
  readonly except?: string | null;
  readonly className?: string;
}

/** Lists the files that are out of date and updates them; nothing if there are none. */
export function RefreshFiles({ only, except = null, className }: RefreshFilesProps) {
  const text = useText().clients.write;
  const stale = useBridgeQuery("connections.stale", {}, { refetchOnMount: "always" });
  const { state, error, isBusy, show, write, close } = usePlan("connections.applyPlan");
  const isIncluded = ({ clientId }: { readonly clientId: string }) =>
    clientId !== except && (only === undefined || clientId === only);
  const files = (stale.data ?? []).filter(isIncluded);
  const names = [...new Set(files.map(({ title }) => title))];
  if (names.length === 0) return null;
  const review = () => show(async (bridge) => (await bridge.invoke("connections.refresh", {})).filter(isIncluded));
  return (
    <section aria-label={text.stale} className={clsx("bg-warn-soft px-4 py-2.5 text-warn-text", className)}>
      <div className="flex items-center gap-2">
        <p className="min-w-0 flex-1">{text.staleText(names)}</p>
        {state.kind !== "shown" && (
          <Button size="small" icon={RefreshCw} disabled={isBusy} onClick={() => void review()}>
            {text.refresh}
          </Button>
        )}
      </div>
      {state.kind === "shown" && (
        <ShownPlan
          className="mt-2.5 space-y-4 text-ink"
          previews={state.previews}
          action={text.writeAll(state.previews.length)}
          isBusy={isBusy}
          onApply={() => void write(state.previews)}
          onCancel={close}
        />
      )}
      <InlineError error={error} className="mt-2" />
    </section>
  );
}
