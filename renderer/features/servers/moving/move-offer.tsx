import { ArrowRightLeft, Undo2 } from "lucide-react";
import { useState } from "react";
import { markHidden } from "../../../../electron/core/hidden-characters.ts";
import type { ServerSource } from "../../../../electron/core/server-moves.ts";
import { useBridgeMutation, useBridgeQuery } from "../../../data/use-bridge.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { FormDialog } from "../../../ui/dialog.tsx";
import { PlanPreview } from "../../../ui/plan-preview.tsx";
import { Loaded } from "../../../ui/states.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { MoveServersDialog } from "./move-dialog.tsx";

/** Offers to move a client's own servers to Recollect and moved servers back; nothing if there are none. */
export function MoveOffer({ clientId }: { readonly clientId: string }) {
  const words = useText().servers.moving;
  const sources = useBridgeQuery("servers.sources", {}, { refetchOnMount: "always" });
  const [isMoving, setMoving] = useState(false);
  const [returning, setReturning] = useState<ServerSource | null>(null);
  const own = (sources.data ?? []).filter((source) => source.clientId === clientId);
  const movable = own.find(({ scope }) => scope === "user")?.movable ?? 0;
  const moved = own.filter((source) => source.moved.length > 0);
  if (movable === 0 && moved.length === 0 && !isMoving && returning === null) return null;
  return (
    <section aria-label={words.offerTitle} className="mt-5">
      <h3 className="font-medium">{words.offerTitle}</h3>
      {movable > 0 && (
        <div className="mt-1 flex items-center gap-3">
          <p className="min-w-0 flex-1 text-ink-soft">{words.offer(movable)}</p>
          <Button icon={ArrowRightLeft} onClick={() => setMoving(true)}>
            {words.move}
          </Button>
        </div>
      )}
      {moved.map((source) => (
        <div key={source.path} className="mt-1.5 flex items-center gap-3">
          <p className="min-w-0 flex-1 wrap-anywhere text-ink-soft">
            {words.movedOffer(source.moved.map((name) => markHidden(name)))}
            {source.scope === "project" && <span className="block text-sm text-ink-faint">{source.path}</span>}
          </p>
          <Button icon={Undo2} onClick={() => setReturning(source)}>
            {words.back}
          </Button>
        </div>
      ))}
      {isMoving && <MoveServersDialog clientId={clientId} onClose={() => setMoving(false)} />}
      {returning !== null && <ReturnServersDialog source={returning} onClose={() => setReturning(null)} />}
    </section>
  );
}

/** Shows the changes of moving servers back, and moves them. */
function ReturnServersDialog({ source, onClose }: { readonly source: ServerSource; readonly onClose: () => void }) {
  const words = useText().servers.moving;
  const toast = useToast();
  const { clientId, scope, title } = source;
  const plan = useBridgeQuery(
    "servers.planReturn",
    { clientId, scope, project: source.project ?? undefined },
    { gcTime: 0, staleTime: Number.POSITIVE_INFINITY },
  );
  const back = useBridgeMutation("servers.return", {
    onSuccess() {
      toast.show(words.movedBack(title));
      onClose();
    },
    onError: () => void plan.refetch(),
  });
  return (
    <FormDialog
      title={words.backTitle(title)}
      size="large"
      submitLabel={words.back}
      canSubmit={plan.data !== undefined && !plan.isFetching}
      isBusy={back.isPending}
      error={back.error}
      onSubmit={() => plan.data !== undefined && back.mutate({ planId: plan.data.id })}
      onClose={onClose}
    >
      <Loaded query={plan} inline shape="lines" rows={5}>
        {(preview) => (
          <div className="flex flex-col gap-2">
            {preview.names.length > 0 && <p>{words.putBack(preview.names)}</p>}
            {preview.kept.length > 0 && <p className="text-warn-text">{words.kept(preview.kept)}</p>}
            {preview.removes.length > 0 && <p>{words.removes(preview.removes)}</p>}
            {preview.disconnects && <p>{words.disconnects}</p>}
            <PlanPreview preview={preview} />
          </div>
        )}
      </Loaded>
    </FormDialog>
  );
}
