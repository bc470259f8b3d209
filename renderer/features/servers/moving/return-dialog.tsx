import type { ServerSource } from "../../../../electron/core/server-moves.ts";
import { useBridgeMutation, useBridgeQuery } from "../../../data/use-bridge-query.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { PlanPreview } from "../../clients/write/plan-preview.tsx";

interface ReturnServersDialogProps {
  readonly source: ServerSource;
  readonly onClose: () => void;
}

/** Shows what moving servers back changes, and does it. */
export function ReturnServersDialog({ source, onClose }: ReturnServersDialogProps) {
  const { common, servers } = useText();
  const words = servers.moving;
  const toast = useToast();
  const { clientId, scope, title } = source;
  const plan = useBridgeQuery(
    "servers.planReturn",
    { clientId, scope, project: source.project ?? undefined },
    { gcTime: 0, staleTime: Number.POSITIVE_INFINITY },
  );
  const back = useBridgeMutation("servers.return", {
    onSuccess() {
      toast.show({ message: words.movedBack(title) });
      onClose();
    },
    onError: () => void plan.refetch(),
  });
  const preview = plan.data;
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.backTitle(title)}
      size="large"
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button
            variant="primary"
            disabled={preview === undefined || plan.isFetching || back.isPending}
            onClick={() => preview !== undefined && back.mutate({ planId: preview.id })}
          >
            {words.back}
          </Button>
        </>
      }
    >
      {preview === undefined ? (
        plan.isError ? (
          <ErrorState error={plan.error} inline onRetry={() => void plan.refetch()} />
        ) : (
          <Skeleton shape="lines" rows={5} />
        )
      ) : (
        <div className="flex flex-col gap-2">
          {preview.names.length > 0 && <p>{words.putBack(preview.names)}</p>}
          {preview.kept.length > 0 && <p className="text-warn-text">{words.kept(preview.kept)}</p>}
          {preview.removes.length > 0 && <p>{words.removes(preview.removes)}</p>}
          {preview.disconnects && <p>{words.disconnects}</p>}
          <PlanPreview preview={preview} />
        </div>
      )}
      {back.isError && (
        <div className="mt-3">
          <ErrorState error={back.error} inline />
        </div>
      )}
    </Dialog>
  );
}
