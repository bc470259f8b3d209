import { useQueryClient } from "@tanstack/react-query";
import { ArrowRightLeft } from "lucide-react";
import { useReducer, useState } from "react";
import { sameOriginRedirect } from "../../../../electron/core/server-address.ts";
import type { ServerSummary } from "../../../../electron/core/servers.ts";
import { useBridgeQuery, useCancellable } from "../../../data/use-bridge.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { SwitchField } from "../../../ui/choice.tsx";
import { FormDialog, submitOnEnter } from "../../../ui/dialog.tsx";
import { Field, TextArea, TextField } from "../../../ui/field.tsx";
import { useNoteText } from "../../../ui/note-text.ts";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { SelectField } from "../../../ui/select.tsx";
import { ErrorState } from "../../../ui/states.tsx";
import { useSeconds } from "../../../ui/time.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { LogLines, logOf } from "../server-log.tsx";
import { PlaceholderFields, RegistryFields, Understood, ValueRows } from "./draft-fields.tsx";
import {
  type DraftAction,
  type DraftState,
  inputsOfDraft,
  isComplete,
  NO_DRAFT,
  networkOf,
  reduceDraft,
  serverOf,
  withInherited,
} from "./server-draft.ts";

interface AddServerDialogProps {
  /** The names of the existing servers. */
  readonly taken: readonly string[];
  /** The proxy and certificate variables of Recollect. Known before the dialog opens, or it would grow during a click. */
  readonly networkVariables: readonly string[];
  readonly onAdded: (server: ServerSummary) => void;
  /** Opens the dialog that moves servers from a client; null if no client has a server. */
  readonly onMove: (() => void) | null;
  readonly onClose: () => void;
}

const EXAMPLE = "npx -y @modelcontextprotocol/server-filesystem /home/ada/notes";

/**
 * Adds a server from its documentation: a command, an address, a link, or a client's configuration. A server that does not
 * start is not added.
 */
export function AddServerDialog({ taken, networkVariables, onAdded, onMove, onClose }: AddServerDialogProps) {
  const { common, servers: text } = useText();
  const words = text.adding;
  const toast = useToast();
  const cache = useQueryClient();
  const { data: status } = useBridgeQuery("app.status", {});
  const [draft, change] = useReducer(reduceDraft, NO_DRAFT);
  const add = useCancellable("servers.add", {
    async onSuccess(server) {
      await cache.invalidateQueries({ queryKey: ["servers.list"] });
      const { name, state, tools } = server;
      const needsSignIn = state === "sign-in";
      toast.show(needsSignIn ? words.needsSignIn(name) : words.done(name, tools.approved + tools.waiting));
      onAdded(server);
    },
  });
  const [passesOn, setPassesOn] = useState(true);
  const described = serverOf(draft, status?.platform ?? "linux");
  const network = networkOf(described, networkVariables);
  const server = described === null || !passesOn ? described : withInherited(described, network);
  const name = server?.name ?? "";
  const redirect = add.error === null ? null : sameOriginRedirect(add.error);
  return (
    <FormDialog
      title={common.addServer}
      submitLabel={common.add}
      canSubmit={isComplete(draft)}
      isBusy={add.isPending}
      isCancelling={add.isCancelling}
      actions={
        onMove !== null &&
        !add.isPending && (
          <Button variant="quiet" icon={ArrowRightLeft} onClick={onMove}>
            {text.moving.open}
          </Button>
        )
      }
      onSubmit={() => server !== null && add.run(server)}
      onClose={add.isPending ? add.cancel : onClose}
    >
      <ServerText
        draft={draft}
        disabled={add.isPending}
        onText={(next) => {
          change({ type: "entered", text: next, taken });
          add.reset();
        }}
      />
      {draft.kind === "drafts" && draft.drafts.length > 1 && (
        <SelectField
          label={common.server}
          value={String(draft.chosen)}
          options={draft.drafts.map((one, index) => ({ value: String(index), label: one.name }))}
          onChange={(index) => {
            change({ type: "chosen", index: Number(index), taken });
            add.reset();
          }}
        />
      )}
      <DraftFields draft={draft} server={server} taken={taken} disabled={add.isPending} onChange={change} />
      {network.length > 0 && (
        <SwitchField
          label={words.passOn}
          hint={words.passOnHint(network)}
          checked={passesOn}
          disabled={add.isPending}
          onChange={setPassesOn}
        />
      )}
      {add.isPending && <Starting name={name} isCancelling={add.isCancelling} />}
      {add.wasCancelled && (
        <p role="status" className="text-ink-soft">
          {words.cancelled(name)}
        </p>
      )}
      {add.error !== null && (
        <>
          <ErrorState error={add.error} inline />
          <RedirectButton
            address={redirect}
            onUse={(address) => {
              change({ type: "address", url: address });
              if (server !== null && server.transport.kind !== "stdio") {
                add.run({ ...server, transport: { ...server.transport, url: address } });
              }
            }}
          />
          <FailedLog error={add.error} />
        </>
      )}
    </FormDialog>
  );
}

interface ServerTextProps {
  readonly draft: DraftState;
  readonly disabled: boolean;
  readonly onText: (text: string) => void;
}

/** The command, address or configuration. Enter submits the form if the text is one line and not JSON. */
function ServerText({ draft, disabled, onText }: ServerTextProps) {
  const words = useText().servers.adding;
  const noteText = useNoteText();
  const { text } = draft;
  const error = draft.kind === "problem" ? noteText(draft.problem) : null;
  return (
    <Field label={words.input} hint={words.inputHint} error={error}>
      <TextArea
        rows={text.includes("\n") ? 8 : 3}
        className="font-mono text-sm"
        value={text}
        placeholder={EXAMPLE}
        disabled={disabled}
        onValueChange={onText}
        onKeyDown={(event) => {
          if (!/^\s*[{"[]|\n/.test(text)) submitOnEnter(event);
        }}
      />
    </Field>
  );
}

interface DraftFieldsProps {
  readonly draft: DraftState;
  /** The server of the draft; null if there is none. */
  readonly server: ReturnType<typeof serverOf>;
  readonly taken: readonly string[];
  readonly disabled: boolean;
  readonly onChange: (action: DraftAction) => void;
}

/** The server that was read from the text, and fields to change it. */
function DraftFields({ draft, server, taken, disabled, onChange }: DraftFieldsProps) {
  const { common } = useText();
  const words = useText().servers.adding;
  if (draft.kind !== "drafts" && draft.kind !== "registry") return null;
  const isProgram = draft.kind === "drafts" && draft.draft.transport.kind === "stdio";
  return (
    <>
      {draft.kind === "registry" && (
        <RegistryFields
          {...draft}
          disabled={disabled}
          onChosen={(index) => onChange({ type: "chosen", index, taken })}
          onInputs={(inputs) => onChange({ type: "inputs", inputs })}
          onAgreed={(agreed) => onChange({ type: "agreed", agreed })}
        />
      )}
      {server !== null && (
        <>
          <Understood
            transport={server.transport}
            onKind={draft.kind === "drafts" ? (kind) => onChange({ type: "transport", kind }) : null}
          />
          <TextField
            label={common.name}
            hint={words.nameHint}
            value={draft.name}
            maxLength={32}
            spellCheck={false}
            inputClassName="max-w-64"
            disabled={disabled}
            onChange={(name) => onChange({ type: "named", name })}
          />
        </>
      )}
      {draft.kind === "drafts" && (
        <PlaceholderFields
          inputs={inputsOfDraft(draft)}
          values={draft.inputs}
          disabled={disabled}
          onInputs={(inputs) => onChange({ type: "inputs", inputs })}
          onOmit={(input) => onChange({ type: "omitted", input })}
        />
      )}
      {draft.kind === "drafts" && (
        <ValueRows
          kind={isProgram ? "variables" : "headers"}
          values={draft.values}
          disabled={disabled}
          onChange={(values) => onChange({ type: "values", values })}
        />
      )}
    </>
  );
}

interface RedirectButtonProps {
  /** The address to which the server redirects, if it has the same origin. */
  readonly address: string | null;
  readonly onUse: (address: string) => void;
}

function RedirectButton({ address, onUse }: RedirectButtonProps) {
  const words = useText().servers.adding;
  if (address === null) return null;
  return (
    <Button className="self-start" onClick={() => onUse(address)}>
      {words.takeAddress(address)}
    </Button>
  );
}

/** Output arrives without an event. */
const LOG_INTERVAL_MS = 500;

/** The time since the start, which can be long because a package may be downloaded, and the server's output. */
function Starting({ name, isCancelling }: { readonly name: string; readonly isCancelling: boolean }) {
  const words = useText().servers.adding;
  const seconds = useSeconds();
  const log = useBridgeQuery("servers.addingLog", { name }, { refetchInterval: LOG_INTERVAL_MS, gcTime: 0 });
  const state = isCancelling ? words.cancelling : words.starting(name, seconds);
  return (
    <div>
      <ProgressBar label={words.starting(name, 0)} valueText={state} />
      <p className="mt-1 text-sm text-ink-faint">{words.startingHint}</p>
      <LogLines lines={log.data ?? []} className="mt-2 max-h-40 rounded-md bg-sunken" />
    </div>
  );
}

/** The server's output before it failed. */
function FailedLog({ error }: { readonly error: Parameters<typeof logOf>[0] }) {
  const words = useText().servers.adding;
  const lines = logOf(error);
  // Recollect's own notes repeat the error.
  if (lines.every(({ source }) => source === "notice")) return null;
  return (
    <section aria-label={words.failedLog}>
      <h3 className="mb-1 text-sm text-ink-soft">{words.failedLog}</h3>
      <LogLines lines={lines} className="max-h-40 rounded-md bg-sunken" />
    </section>
  );
}
