import { keepPreviousData } from "@tanstack/react-query";
import clsx from "clsx";
import { CheckCircle2, CircleAlert, KeyRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import { markHidden } from "../../../../electron/core/hidden-characters.ts";
import type { MovableServer, ServerMoveProgress, ServerMoveResult } from "../../../../electron/core/server-moves.ts";
import { errorText } from "../../../../electron/text/error-text.ts";
import { useBridgeEvent, useBridgeMutation, useBridgeQuery, useCancellable } from "../../../data/use-bridge.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { CheckField } from "../../../ui/choice.tsx";
import { Dialog, FormDialog } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/field.tsx";
import { useNoteText } from "../../../ui/note-text.ts";
import { PlanPreview, WrittenFile } from "../../../ui/plan-preview.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { SelectField } from "../../../ui/select.tsx";
import { InlineError, Loaded } from "../../../ui/states.tsx";
import { useSeconds } from "../../../ui/time.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { LogLines, logOf } from "../server-log.tsx";

interface MoveServersDialogProps {
  /** The id of a client, or null to let the owner choose. */
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
          <SelectField label={words.from} value={id} options={options} onChange={setChosen} />
        )}
      </MoveFrom>
    );
  }
  return (
    <Dialog open onClose={onClose} title={words.title}>
      <Loaded query={sources} inline shape="lines" rows={4}>
        {() => <p className="text-ink-soft">{words.none}</p>}
      </Loaded>
    </Dialog>
  );
}

/** The progress of each server by its name in the file. */
type MoveStates = Readonly<Record<string, ServerMoveProgress["state"]>>;

interface MoveFromProps {
  readonly clientId: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function MoveFrom({ clientId, onClose, children }: MoveFromProps) {
  const words = useText().servers.moving;
  const [names, setNames] = useState<readonly string[] | null>(null);
  const [variables, setVariables] = useState<Readonly<Record<string, string>>>({});
  const [states, setStates] = useState<MoveStates>({});
  const plan = useBridgeQuery(
    "servers.planMove",
    { clientId, names: names === null ? null : [...names], variables: { ...variables } },
    // A plan is applied once, and its variables can be secret.
    { gcTime: 0, staleTime: Number.POSITIVE_INFINITY, placeholderData: keepPreviousData },
  );
  useBridgeEvent("servers.moving", ({ planId, name, state }) => {
    if (planId === plan.data?.id) setStates((known) => ({ ...known, [name]: state }));
  });
  const move = useCancellable("servers.move", {
    onMutate: () => setStates({}),
    onError: () => void plan.refetch(),
  });
  const count = plan.data?.names.length ?? 0;
  if (move.data !== undefined) {
    return <Moved clientId={clientId} client={plan.data?.title ?? ""} result={move.data} onClose={onClose} />;
  }
  return (
    <FormDialog
      title={plan.data === undefined ? words.title : words.titleOf(plan.data.title)}
      description={words.explain}
      size="large"
      submitLabel={words.submit(count)}
      canSubmit={count > 0 && !plan.isPlaceholderData && !plan.isFetching}
      isBusy={move.isPending}
      error={move.error}
      onSubmit={() => plan.data !== undefined && move.run({ planId: plan.data.id })}
      onClose={move.isPending ? move.cancel : onClose}
    >
      {children}
      <Loaded query={plan} inline shape="lines" rows={6}>
        {(preview) => (
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
                // Servers that have all their values now are moved too, even if the owner has chosen others.
                setNames(null);
              }}
            />
            {move.isPending && <Progress states={states} total={count} />}
            <InlineError error={plan.error} onRetry={() => void plan.refetch()} />
            {count > 0 && !move.isPending && (
              <section aria-label={words.changes}>
                <PlanPreview preview={preview} />
              </section>
            )}
          </>
        )}
      </Loaded>
    </FormDialog>
  );
}

interface MovedProps {
  readonly clientId: string;
  /** The client's title. */
  readonly client: string;
  readonly result: ServerMoveResult;
  readonly onClose: () => void;
}

/** The result of a move, with a button that moves the servers back. */
function Moved({ clientId, client, result, onClose }: MovedProps) {
  const { common } = useText();
  const words = useText().servers.moving;
  const toast = useToast();
  const undo = useBridgeMutation("servers.return", {
    onSuccess() {
      toast.show(words.movedBack(client));
      onClose();
    },
  });
  const planUndo = useBridgeMutation("servers.planReturn", { onSuccess: ({ id }) => undo.mutate({ planId: id }) });
  const isBusy = planUndo.isPending || undo.isPending;
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.titleOf(client)}
      footer={
        <>
          {result.moved.length > 0 && (
            <Button disabled={isBusy} onClick={() => planUndo.mutate({ clientId })}>
              {common.undo}
            </Button>
          )}
          <Button variant="primary" disabled={isBusy} onClick={onClose}>
            {common.done}
          </Button>
        </>
      }
    >
      <MoveResult result={result} />
      <InlineError error={planUndo.error ?? undo.error} className="mt-3" />
    </Dialog>
  );
}

/** The number of started servers, and the time since the start: a package may be downloaded. */
function Progress({ states, total }: { readonly states: MoveStates; readonly total: number }) {
  const words = useText().servers.moving;
  const seconds = useSeconds();
  const done = Object.values(states).filter((state) => state !== "starting").length;
  return (
    <ProgressBar
      label={words.progressTitle}
      done={done}
      total={total}
      valueText={words.progress(done, total, seconds)}
    />
  );
}

interface MovableListProps {
  readonly servers: readonly MovableServer[];
  /** The names of the servers to move. */
  readonly chosen: readonly string[];
  readonly states: MoveStates;
  /** The entered values by the names of their variables. */
  readonly variables: Readonly<Record<string, string>>;
  readonly disabled: boolean;
  readonly onChosen: (names: readonly string[]) => void;
  readonly onVariables: (variables: Readonly<Record<string, string>>) => void;
}

/** The servers in a client's file, each with a checkbox or the reason why it cannot be moved. */
function MovableList({ servers, chosen, states, variables, disabled, onChosen, onVariables }: MovableListProps) {
  const words = useText().servers.moving;
  const needed = [...new Set([...Object.keys(variables), ...servers.flatMap(({ needs }) => needs)])];
  if (servers.length === 0) return <p className="text-ink-soft">{words.noServers}</p>;
  return (
    <>
      <ul aria-label={words.list} className="rounded-md shadow-[inset_0_0_0_1px_var(--line)] forced-colors:border">
        {servers.map((server) => (
          <MovableRow
            key={server.name}
            server={server}
            isChosen={chosen.includes(server.name)}
            state={states[server.name] ?? null}
            disabled={disabled}
            onChange={(isChosen) =>
              onChosen(isChosen ? [...chosen, server.name] : chosen.filter((name) => name !== server.name))
            }
          />
        ))}
      </ul>
      {needed.length > 0 && (
        <fieldset disabled={disabled} className="flex flex-col gap-2">
          <legend className="text-sm text-ink-faint">{words.needsHint}</legend>
          {needed.map((name) => (
            <TextField
              key={name}
              label={words.needs(name)}
              className="mt-1 max-w-100"
              type="password"
              value={variables[name] ?? ""}
              onChange={(value) => {
                const { [name]: _former, ...others } = variables;
                onVariables(value === "" ? others : { ...others, [name]: value });
              }}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}

interface MovableRowProps {
  readonly server: MovableServer;
  readonly isChosen: boolean;
  readonly state: ServerMoveProgress["state"] | null;
  readonly disabled: boolean;
  readonly onChange: (isChosen: boolean) => void;
}

function MovableRow({ server, isChosen, state, disabled, onChange }: MovableRowProps) {
  const text = useText().servers;
  const words = text.moving;
  const noteText = useNoteText();
  const { name, serverName, exists, transport, place, secretNames, inherits, needs, problem } = server;
  const isMovable = problem === null && needs.length === 0;
  const facts = [
    transport === null ? null : text.reached[transport],
    exists ? words.exists(serverName) : serverName === name ? null : words.becomes(serverName),
    exists || inherits.length === 0 ? null : words.inherits(inherits),
    state === null ? null : words.states[state],
  ].filter((fact) => fact !== null);
  return (
    <li className="border-b border-line last:border-b-0">
      <CheckField
        layout={clsx("flex items-start gap-3 px-3 py-2", isMovable && !disabled && "hover:bg-hover")}
        className="mt-0.75"
        aria-label={markHidden(name)}
        checked={isChosen && isMovable}
        disabled={disabled || !isMovable}
        onChange={onChange}
      >
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className="shrink-0 font-medium">{markHidden(name)}</span>
            <code className="min-w-0 truncate font-mono text-sm text-ink-faint" title={place}>
              {markHidden(place)}
            </code>
          </span>
          <span className="block text-sm text-ink-soft">{facts.join(" · ")}</span>
          {secretNames.length > 0 && problem === null && (
            <span className="flex items-center gap-1.5 text-sm text-ink-soft">
              <KeyRound size={13} className="shrink-0 text-ink-faint" aria-hidden />
              {words.secrets(secretNames)}
            </span>
          )}
          {problem !== null && <span className="block text-sm text-warn-text">{words.cannot(noteText(problem))}</span>}
          {problem === null && needs.length > 0 && (
            <span className="block text-sm text-warn-text">{words.incomplete(needs)}</span>
          )}
        </span>
      </CheckField>
    </li>
  );
}

/** The moved servers, the other servers with their errors, and the written file. */
function MoveResult({ result: { moved, failed, file, nextStep } }: { readonly result: ServerMoveResult }) {
  const text = useText();
  const words = text.servers.moving;
  const noteText = useNoteText();
  return (
    <div role="status" className="flex flex-col gap-3">
      {moved.length > 0 && (
        <ul aria-label={words.movedList} className="flex flex-col gap-1">
          {moved.map(({ name, serverName }) => (
            <li key={name} className="flex items-center gap-1.5 text-good-text">
              <CheckCircle2 size={14} className="shrink-0" aria-hidden />
              {name === serverName ? words.moved(name) : words.movedAs(markHidden(name), serverName)}
            </li>
          ))}
        </ul>
      )}
      {failed.map(({ name, error }) => (
        <section key={name} aria-label={words.notMoved(markHidden(name))}>
          <p className="flex items-start gap-1.5 text-bad-text">
            <CircleAlert size={14} className="mt-0.5 shrink-0" aria-hidden />
            <span className="min-w-0 wrap-anywhere">
              {text.common.sentences(words.notMoved(markHidden(name)), errorText(error, text).message)}
            </span>
          </p>
          <LogLines lines={logOf(error)} className="mt-1.5 max-h-32 rounded-md bg-sunken" />
        </section>
      ))}
      {file === null ? (
        <p className="text-ink-soft">{words.fileUnchanged}</p>
      ) : (
        <div>
          <WrittenFile file={file} removed={false} />
          <p className="mt-1 text-ink-soft">{noteText(nextStep)}</p>
        </div>
      )}
    </div>
  );
}
