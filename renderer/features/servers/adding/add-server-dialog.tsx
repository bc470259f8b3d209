import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ArrowRightLeft } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { missingInputs } from "../../../../electron/core/server-json.ts";
import { freeName } from "../../../../electron/core/server-name.ts";
import type { ServerLogLine, ServerSummary } from "../../../../electron/core/servers.ts";
import type { MethodInput } from "../../../../electron/window-api/contract.ts";
import type { BridgeError } from "../../../bridge.ts";
import { useBridge } from "../../../data/bridge-context.tsx";
import { useBridgeQuery } from "../../../data/use-bridge-query.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Field, TextArea, TextInput } from "../../../ui/field.tsx";
import { matchesKeys } from "../../../ui/keys.ts";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import { Select } from "../../../ui/select.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { LogLines } from "../log-lines.tsx";
import { useSeconds } from "../use-seconds.ts";
import { RegistryFields } from "./registry-fields.tsx";
import { type NamedValue, newServer, readServerInput, registryServer, type ServerDraft } from "./server-input.ts";
import { ValueRows } from "./value-rows.tsx";

interface AddServerDialogProps {
  /** The names of the servers. */
  readonly taken: readonly string[];
  readonly onAdded: (server: ServerSummary) => void;
  /** Opens the dialog that moves servers from a client; null: no client has any. */
  readonly onMove: (() => void) | null;
  readonly onClose: () => void;
}

/** Output arrives without an event. */
const LOG_INTERVAL_MS = 500;

const EXAMPLE = "npx -y @modelcontextprotocol/server-filesystem /home/ada/notes";

/** What the owner changed of the draft; it is dropped when another text is entered. */
interface Changes {
  readonly name?: string;
  readonly kind?: "http" | "sse";
  readonly values?: readonly NamedValue[];
}

/** Adds a server by a command, an address, or the JSON for a client. Nothing is added if it does not start. */
export function AddServerDialog({ taken, onAdded, onMove, onClose }: AddServerDialogProps) {
  const { common, servers: text } = useText();
  const words = text.adding;
  const toast = useToast();
  const cache = useQueryClient();
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(0);
  const [changes, setChanges] = useState<Changes>({});
  const input = useMemo(() => readServerInput(typed), [typed]);
  const registry = input?.kind === "registry" ? input.server : null;
  const [entered, setEntered] = useState<Readonly<Record<string, string>>>({});
  const [variant, setVariant] = useState<number | null>(null);
  const { data: status } = useBridgeQuery("app.status", {});
  const usable = registry?.choices.findIndex(({ problem }) => problem === null) ?? -1;
  const chosenVariant = variant ?? Math.max(0, usable);
  const described = registry?.choices[chosenVariant];
  const isComplete =
    described !== undefined && described.problem === null && missingInputs(described, entered).length === 0;
  const built =
    described !== undefined && described.problem === null
      ? registryServer("", described.build(entered), status?.platform ?? "linux")
      : null;
  const drafts = input?.kind === "drafts" ? input.drafts : [];
  const draft = drafts[chosen] ?? drafts[0] ?? null;
  const proposed = registry?.name ?? draft?.name ?? null;
  const name = changes.name ?? (proposed === null ? "" : freeName(proposed, taken));
  const values = changes.values ?? draft?.values ?? [];
  const bridge = useBridge();
  const starting = useRef<AbortController | null>(null);
  const [isCancelling, setCancelling] = useState(false);
  useEffect(() => () => starting.current?.abort(), []);
  const add = useMutation<ServerSummary, BridgeError, MethodInput<"servers.add">>({
    networkMode: "always",
    retry: false,
    mutationFn(server) {
      starting.current = new AbortController();
      return bridge.invoke("servers.add", server, starting.current.signal);
    },
    onSettled: () => setCancelling(false),
    async onSuccess(server) {
      await cache.invalidateQueries({ queryKey: ["servers.list"] });
      const { name, state, tools } = server;
      const isRead = state !== "sign-in";
      toast.show({ message: isRead ? words.done(name, tools.approved + tools.waiting) : words.needsSignIn(name) });
      onAdded(server);
    },
  });
  const canAdd = (draft !== null || isComplete) && name.trim() !== "" && !add.isPending;
  const submit = () => {
    if (!canAdd) return;
    if (built !== null) return add.mutate({ ...built, name: name.trim() });
    if (draft === null) return;
    const { transport } = draft;
    const kind = changes.kind ?? transport.kind;
    add.mutate(
      newServer(
        name.trim(),
        transport.kind === "stdio" || kind === "stdio" ? transport : { ...transport, kind },
        values,
      ),
    );
  };
  const cancel = () => {
    if (!add.isPending) return onClose();
    setCancelling(true);
    starting.current?.abort();
  };
  const enter = (next: string) => {
    setTyped(next);
    setChosen(0);
    setVariant(null);
    setEntered({});
    setChanges({});
    add.reset();
  };
  const nameField = (
    <Field label={words.name} hint={words.nameHint}>
      <TextInput
        value={name}
        maxLength={32}
        autoComplete="off"
        spellCheck={false}
        className="max-w-64"
        disabled={add.isPending}
        onChange={(event) => setChanges({ ...changes, name: event.target.value })}
      />
    </Field>
  );
  return (
    <Dialog
      open
      onClose={cancel}
      title={words.title}
      footer={
        <>
          {onMove !== null && !add.isPending && (
            <Button variant="quiet" icon={ArrowRightLeft} className="mr-auto -ml-2" onClick={onMove}>
              {text.moving.open}
            </Button>
          )}
          <Button onClick={cancel} disabled={isCancelling}>
            {common.cancel}
          </Button>
          <Button variant="primary" type="submit" form="add-server" disabled={!canAdd}>
            {words.submit}
          </Button>
        </>
      }
    >
      <form
        id="add-server"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field
          label={words.input}
          hint={words.inputHint}
          error={input?.kind === "problem" ? words.problems[input.problem] : null}
        >
          <TextArea
            rows={typed.includes("\n") ? 8 : 3}
            className="font-mono text-sm"
            value={typed}
            placeholder={EXAMPLE}
            disabled={add.isPending}
            onChange={(event) => enter(event.target.value)}
            onKeyDown={(event) => {
              if (!matchesKeys(event.nativeEvent, "enter") || event.nativeEvent.isComposing || /^\s*[{"]/.test(typed))
                return;
              event.preventDefault();
              submit();
            }}
          />
        </Field>
        {drafts.length > 1 && (
          <div className="flex items-center gap-3">
            <span className="text-sm text-ink-soft" aria-hidden>
              {words.choose}
            </span>
            <Select
              label={words.choose}
              value={String(drafts.indexOf(draft ?? (drafts[0] as ServerDraft)))}
              options={drafts.map((one, index) => ({ value: String(index), label: one.name }))}
              onChange={(index) => {
                setChosen(Number(index));
                setChanges({});
                add.reset();
              }}
            />
          </div>
        )}
        {registry !== null && (
          <>
            <RegistryFields
              server={registry}
              chosen={chosenVariant}
              values={entered}
              disabled={add.isPending}
              onChosen={setVariant}
              onValues={setEntered}
            />
            {built !== null && <RegistryTransport server={built} />}
            {built !== null && nameField}
          </>
        )}
        {draft !== null && (
          <>
            <Understood
              draft={draft}
              kind={changes.kind ?? draft.transport.kind}
              onKind={(kind) => setChanges({ ...changes, kind })}
            />
            {nameField}
            <ValueRows
              kind={draft.transport.kind === "stdio" ? "variables" : "headers"}
              values={values}
              disabled={add.isPending}
              onChange={(next) => setChanges({ ...changes, values: next })}
            />
          </>
        )}
        {add.isPending && <Starting name={name.trim()} isCancelling={isCancelling} />}
        {add.error?.code === "cancelled" && (
          <p role="status" className="text-ink-soft">
            {words.cancelled(name.trim())}
          </p>
        )}
        {add.isError && add.error.code !== "cancelled" && (
          <>
            <ErrorState error={add.error} inline />
            <FailedLog details={add.error.details} />
          </>
        )}
      </form>
    </Dialog>
  );
}

/** The program or the address of a registry's server, with the values so far. */
function RegistryTransport({ server: { transport } }: { readonly server: MethodInput<"servers.add"> }) {
  const words = useText().servers.adding;
  if (transport.kind === "stdio") {
    const { kind, command, args = [] } = transport;
    const draft = { name: "", transport: { kind, command, args, cwd: null }, values: [] };
    return <Understood draft={draft} kind={kind} onKind={() => undefined} />;
  }
  return (
    <p className="text-ink-soft">
      {words.address} <code className="font-mono text-sm wrap-anywhere">{transport.url}</code>
    </p>
  );
}

interface UnderstoodProps {
  readonly draft: ServerDraft;
  readonly kind: ServerDraft["transport"]["kind"];
  readonly onKind: (kind: "http" | "sse") => void;
}

/** What was read from the text: the program with its arguments, or the address with its transport. */
function Understood({ draft: { transport }, kind, onKind }: UnderstoodProps) {
  const text = useText().servers;
  const words = text.adding;
  if (transport.kind !== "stdio") {
    return (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="text-ink-soft">{words.address}</span>
        <Segmented
          label={words.transport}
          value={kind === "sse" ? "sse" : "http"}
          options={[
            { value: "http", label: text.transport.http },
            { value: "sse", label: text.transport.sse },
          ]}
          onChange={onKind}
        />
      </div>
    );
  }
  const { command, args } = transport;
  const warnings = [
    args.some((arg) => /^~(?:\/|\\|$)/.test(arg)) ? words.tilde : null,
    args.some((arg) => /^(?:[|&;<>]+|\$\w+|\$\{.*\})$/.test(arg)) ? words.shell : null,
  ].filter((warning) => warning !== null);
  return (
    <div>
      <p className="text-ink-soft">{words.program(command, args.length)}</p>
      {args.length > 0 && (
        <ol aria-label={words.arguments} className="mt-1.5 flex flex-wrap gap-1">
          {args.map((arg, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: arguments have no identity but their place
              key={index}
              className="min-h-5.5 max-w-full rounded-sm wrap-anywhere bg-sunken px-1.5 py-0.5 font-mono text-sm text-ink-soft forced-colors:border"
            >
              {arg}
            </li>
          ))}
        </ol>
      )}
      {warnings.map((warning) => (
        <p key={warning} className="mt-1.5 text-sm text-warn-text">
          {warning}
        </p>
      ))}
      <p className="mt-1.5 text-sm text-ink-faint">{words.rights}</p>
    </div>
  );
}

interface StartingProps {
  readonly name: string;
  readonly isCancelling: boolean;
}

/** The time since the start, which can be long because a package may be downloaded, and what the server writes. */
function Starting({ name, isCancelling }: StartingProps) {
  const words = useText().servers.adding;
  const seconds = useSeconds();
  const log = useBridgeQuery("servers.addingLog", { name }, { refetchInterval: LOG_INTERVAL_MS, gcTime: 0 });
  const state = isCancelling ? words.cancelling : words.starting(name, seconds);
  return (
    <div>
      <ProgressBar label={words.starting(name, 0)} done={0} total={0} valueText={state} />
      <p className="mt-1 text-sm text-ink-faint">{words.startingHint}</p>
      {log.data !== undefined && log.data.length > 0 && (
        <LogLines lines={log.data} className="mt-2 max-h-40 rounded-md bg-sunken" />
      )}
    </div>
  );
}

/** What the server wrote before it failed. */
function FailedLog({ details }: { readonly details: Readonly<Record<string, unknown>> | undefined }) {
  const words = useText().servers.adding;
  const lines = Array.isArray(details?.log) ? (details.log as readonly ServerLogLine[]) : [];
  if (lines.length === 0) return null;
  return (
    <section aria-label={words.failedLog}>
      <h3 className="mb-1 text-sm text-ink-soft">{words.failedLog}</h3>
      <LogLines lines={lines} className="max-h-40 rounded-md bg-sunken" />
    </section>
  );
}
