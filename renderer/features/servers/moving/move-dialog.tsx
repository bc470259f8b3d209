import { keepPreviousData, useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { ServerMoveResult } from "../../../../electron/core/server-moves.ts";
import type { BridgeError } from "../../../bridge.ts";
import { useBridge } from "../../../data/bridge-context.tsx";
import { useBridgeEvent } from "../../../data/use-bridge-event.ts";
import { useBridgeMutation, useBridgeQuery } from "../../../data/use-bridge-query.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { Select } from "../../../ui/select.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { PlanPreview } from "../../clients/write/plan-preview.tsx";
import { useSeconds } from "../use-seconds.ts";
import { MovableList, type MoveStates } from "./movable-list.tsx";
import { MoveResult } from "./move-result.tsx";

interface MoveServersDialogProps {
  /** The id of a client; null: the owner chooses one. */
  readonly clientId: string | null;
  readonly onClose: () => void;
}

/** Moves servers from a client's file to Recollect: choose them, see the changes, then move them or move them back. */
export function MoveServersDialog({ clientId, onClose }: MoveServersDialogProps) {
  const words = useText().servers.moving;
  const [chosen, setChosen] = useState(clientId);
  const sources = useBridgeQuery("servers.sources", {}, { refetchOnMount: "always" });
  const all = (sources.data ?? []).filter(({ scope, movable }) => scope === "user" && movable > 0);
  const id = chosen ?? all[0]?.clientId ?? null;
  if (id !== null) {
    const options = all.map((source) => ({ value: source.clientId, label: source.title }));
    return (
      <MoveFrom key={id} clientId={id} onClose={onClose}>
        {clientId === null && options.length > 1 && (
          <div className="mb-4 flex items-center gap-3">
            <span className="text-sm text-ink-soft" aria-hidden>
              {words.from}
            </span>
            <Select label={words.from} value={id} options={options} onChange={setChosen} />
          </div>
        )}
      </MoveFrom>
    );
  }
  return (
    <Dialog open onClose={onClose} title={words.title}>
      {sources.isError ? (
        <ErrorState error={sources.error} inline onRetry={() => void sources.refetch()} />
      ) : sources.data === undefined ? (
        <Skeleton shape="lines" rows={4} />
      ) : (
        <p className="text-ink-soft">{words.none}</p>
      )}
    </Dialog>
  );
}

interface MoveFromProps {
  readonly clientId: string;
  readonly onClose: () => void;
  readonly children: React.ReactNode;
}

function MoveFrom({ clientId, onClose, children }: MoveFromProps) {
  const { common, servers } = useText();
  const words = servers.moving;
  const bridge = useBridge();
  const toast = useToast();
  const [names, setNames] = useState<readonly string[] | null>(null);
  const [variables, setVariables] = useState<Readonly<Record<string, string>>>({});
  const [states, setStates] = useState<MoveStates>({});
  const starting = useRef<AbortController | null>(null);
  useEffect(() => () => starting.current?.abort(), []);
  const plan = useBridgeQuery(
    "servers.planMove",
    { clientId, names: names === null ? null : [...names], variables: { ...variables } },
    // A plan is applied once, and its variables can be secret.
    { gcTime: 0, staleTime: Number.POSITIVE_INFINITY, placeholderData: keepPreviousData },
  );
  useBridgeEvent("servers.moving", ({ planId, name, state }) => {
    if (planId === plan.data?.id) setStates((known) => ({ ...known, [name]: state }));
  });
  const move = useMutation<ServerMoveResult, BridgeError, string>({
    networkMode: "always",
    retry: false,
    mutationFn(planId) {
      starting.current = new AbortController();
      setStates({});
      return bridge.invoke("servers.move", { planId }, starting.current.signal);
    },
    onError: () => void plan.refetch(),
  });
  const undo = useBridgeMutation("servers.return", {
    onSuccess() {
      toast.show({ message: words.movedBack(plan.data?.title ?? "") });
      onClose();
    },
  });
  const planUndo = useBridgeMutation("servers.planReturn", { onSuccess: ({ id }) => undo.mutate({ planId: id }) });
  const preview = plan.data;
  const count = preview?.names.length ?? 0;
  const cancel = () => (move.isPending ? starting.current?.abort() : onClose());
  const title = preview === undefined ? words.title : words.titleOf(preview.title);

  if (move.data !== undefined) {
    const isBusy = planUndo.isPending || undo.isPending;
    return (
      <Dialog
        open
        onClose={onClose}
        title={title}
        footer={
          <>
            {move.data.moved.length > 0 && (
              <Button disabled={isBusy} onClick={() => planUndo.mutate({ clientId })}>
                {words.undo}
              </Button>
            )}
            <Button variant="primary" disabled={isBusy} onClick={onClose}>
              {words.finish}
            </Button>
          </>
        }
      >
        <MoveResult result={move.data} />
        {(planUndo.isError || undo.isError) && (
          <div className="mt-3">
            <ErrorState error={planUndo.error ?? undo.error} inline />
          </div>
        )}
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onClose={cancel}
      title={title}
      description={words.explain}
      size="large"
      footer={
        <>
          <Button onClick={cancel}>{common.cancel}</Button>
          <Button
            variant="primary"
            disabled={count === 0 || plan.isPlaceholderData || plan.isFetching || move.isPending}
            onClick={() => preview !== undefined && move.mutate(preview.id)}
          >
            {words.submit(count)}
          </Button>
        </>
      }
    >
      {children}
      {preview === undefined ? (
        plan.isError ? (
          <ErrorState error={plan.error} inline onRetry={() => void plan.refetch()} />
        ) : (
          <Skeleton shape="lines" rows={6} />
        )
      ) : (
        <>
          <MovableList
            servers={preview.servers}
            chosen={names ?? preview.names}
            states={move.isPending ? states : {}}
            variables={variables}
            disabled={move.isPending}
            onChosen={setNames}
            onVariables={(next) => {
              setVariables(next);
              // What has all its values now is moved too, unless the owner chose.
              setNames(null);
            }}
          />
          {move.isPending && <Progress states={states} total={count} />}
          {plan.isError && <ErrorState error={plan.error} inline onRetry={() => void plan.refetch()} />}
          {move.isError && move.error.code !== "cancelled" && (
            <div className="mt-3">
              <ErrorState error={move.error} inline />
            </div>
          )}
          {count > 0 && !move.isPending && (
            <section aria-label={words.changes} className="mt-5">
              <PlanPreview preview={preview} />
            </section>
          )}
        </>
      )}
    </Dialog>
  );
}

/** The servers that were started, and the time since the start: a package may be downloaded. */
function Progress({ states, total }: { readonly states: MoveStates; readonly total: number }) {
  const words = useText().servers.moving;
  const seconds = useSeconds();
  const done = Object.values(states).filter((state) => state !== "starting").length;
  return (
    <div className="mt-4">
      <ProgressBar
        label={words.progressTitle}
        done={done}
        total={total}
        valueText={words.progress(done, total, seconds)}
      />
    </div>
  );
}
