import { useState } from "react";
import { errorText } from "../../../../electron/text/error-text.ts";
import type { MethodInput, ModelSource, ModelStatus } from "../../../../electron/window-api/contract.ts";
import { useBridgeMutation, useBridgeQuery } from "../../../data/use-bridge.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { Form, PathField, TextField } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import { Setting } from "../../../ui/setting.tsx";
import { errorSentence, InlineError } from "../../../ui/states.tsx";
import { ModelOffer } from "../../health/model-offer.tsx";
import { HubModels, MODEL_STATUS } from "./hub-models.tsx";

/** The current model with its state, and the chooser. */
export function ModelSetting() {
  const text = useText();
  const words = text.settings.model;
  const status = useBridgeQuery("model.status", {});
  const [choosing, setChoosing] = useState<"no" | "current" | "hub">("no");
  const isOpen = choosing !== "no";
  const retry = useBridgeMutation("model.retry", MODEL_STATUS);
  const model = status.data;
  if (model === undefined) {
    return status.isError ? (
      <Setting name={text.common.model}>
        <InlineError error={status.error} onRetry={() => void status.refetch()} />
      </Setting>
    ) : null;
  }
  return (
    <Setting name={text.common.model}>
      <p className="min-w-0 flex-1 basis-50 wrap-anywhere" data-selectable>
        <strong className="font-medium">
          <ModelName model={model} />
        </strong>
        {model.error === null && <span className="text-ink-soft"> · {words.state[model.state]}</span>}
      </p>
      <div className="flex gap-2 self-start">
        {model.state === "failed" && (
          <Button size="small" disabled={retry.isPending} onClick={() => retry.mutate({})}>
            {text.common.retry}
          </Button>
        )}
        <Button size="small" aria-expanded={isOpen} onClick={() => setChoosing(isOpen ? "no" : "current")}>
          {isOpen ? text.common.close : words.openChooser}
        </Button>
      </div>
      {model.error !== null && (
        <p role="alert" className="w-full text-bad-text" data-selectable>
          {errorSentence(model.error, text)}
        </p>
      )}
      <InlineError error={retry.error} />
      {model.leavesMachine && (
        <p role="note" className="w-full rounded-md bg-warn-soft px-3 py-2 text-warn-text">
          {words.leaves(hostOf(model))}
        </p>
      )}
      {!isOpen && <ModelOffer onChoose={() => setChoosing("hub")} />}
      {isOpen && <ModelChooser model={model} fromHub={choosing === "hub"} onChosen={() => setChoosing("no")} />}
    </Setting>
  );
}

/** Name and location. */
function ModelName({ model }: { readonly model: ModelStatus }) {
  const text = useText().settings.model;
  const { source } = model;
  const isFolder = source.kind === "folder";
  const downloaded = useBridgeQuery("model.downloaded", {}, { enabled: isFolder }).data;
  if (source.kind === "bundled") return text.builtIn("all-MiniLM-L6-v2");
  if (source.kind !== "folder") return text.at(source.model, hostOf(model));
  const repository = downloaded?.find(({ folder }) => folder === source.folder)?.repository;
  return repository ?? source.folder;
}

/** The host of a model on a server; empty for other kinds. */
function hostOf({ source }: ModelStatus): string {
  return "url" in source ? (URL.parse(source.url)?.host ?? source.url) : "";
}

const MODEL_KINDS = ["bundled", "folder", "ollama", "openai", "hub"] as const;

/** The input for every kind of model, so that switching kinds loses nothing. */
interface ModelDraft {
  readonly kind: (typeof MODEL_KINDS)[number];
  readonly folder: string;
  readonly ollama: { readonly url: string; readonly model: string };
  /** An empty `apiKey` keeps the current one. */
  readonly openai: { readonly url: string; readonly model: string; readonly apiKey: string };
}

interface ModelChooserProps {
  readonly model: ModelStatus;
  /** Whether it starts with the downloads, not with the current kind of model. */
  readonly fromHub: boolean;
  readonly onChosen: () => void;
}

/** Chooses, tests and applies another model. */
function ModelChooser({ model, fromHub, onChosen }: ModelChooserProps) {
  const text = useText().settings.model;
  const [draft, setDraft] = useState((): ModelDraft => {
    const current = draftOf(model.source);
    return fromHub ? { ...current, kind: "hub" } : current;
  });
  const { choose, test, warning, confirm, dismiss, reset } = useModelChoice(onChosen);
  const proposed = proposedModel(draft);
  const busy = choose.isPending || test.isPending;
  const change = (next: ModelDraft) => {
    setDraft(next);
    reset();
  };
  return (
    <Form
      aria-label={text.chooser}
      className="mt-1 flex w-full flex-col gap-3 rounded-lg p-3 shadow-[inset_0_0_0_1px_var(--line)]"
      noValidate
      onSubmit={() => proposed !== null && !busy && choose.mutate({ ...proposed, leavingConfirmed: false })}
    >
      <Select
        label={text.kind}
        className="w-full max-w-80"
        options={MODEL_KINDS.map((value) => ({ value, label: text.kinds[value] }))}
        value={draft.kind}
        onChange={(kind) => change({ ...draft, kind })}
      />
      <p className="text-sm text-ink-soft">{text.kindHints[draft.kind]}</p>
      {draft.kind === "hub" ? (
        <HubModels
          model={model}
          busy={busy}
          onUse={(folder) => choose.mutate({ source: { kind: "folder", folder }, leavingConfirmed: false })}
        />
      ) : (
        <>
          <ModelFields draft={draft} onChange={change} />
          <div className="flex flex-wrap items-center gap-2">
            <Button type="submit" variant="primary" disabled={proposed === null || busy}>
              {text.use}
            </Button>
            <Button disabled={proposed === null || busy} onClick={() => proposed !== null && test.mutate(proposed)}>
              {text.test}
            </Button>
          </div>
        </>
      )}
      <p role="status" className="text-sm text-ink-soft empty:hidden">
        {test.isPending && text.testing}
        {choose.isPending && text.choosing}
        {test.isSuccess && text.tested(test.data.dimensions, test.data.milliseconds)}
      </p>
      <InlineError error={test.error} />
      {warning === null && <InlineError error={choose.error} />}
      <p className="text-sm text-ink-faint">{text.consequence}</p>
      <ConfirmDialog
        open={warning !== null}
        title={text.leavingTitle}
        description={warning ?? ""}
        action={text.leavingAction}
        onConfirm={confirm}
        onClose={dismiss}
      />
    </Form>
  );
}

/** Tests and applies a model. A model off this machine needs confirmation first. */
function useModelChoice(onChosen: () => void) {
  const text = useText();
  const [warning, setWarning] = useState<string | null>(null);
  const test = useBridgeMutation("model.test");
  const choose = useBridgeMutation("model.choose", {
    ...MODEL_STATUS,
    onMutate: () => test.reset(),
    onSuccess: onChosen,
    onError: (error) => {
      if (error.field === "leavingConfirmed") setWarning(errorText(error, text).message);
    },
  });
  const input = choose.variables;
  return {
    test,
    choose,
    /** The warning to confirm, if any. */
    warning,
    confirm: () => input !== undefined && choose.mutate({ ...input, leavingConfirmed: true }),
    dismiss: () => {
      setWarning(null);
      choose.reset();
    },
    /** Clears earlier results after a change. */
    reset: () => {
      test.reset();
      choose.reset();
    },
  };
}

/** A draft with the current model, and the usual address for a local Ollama. */
function draftOf(source: ModelSource): ModelDraft {
  const { kind } = source;
  return {
    kind,
    folder: kind === "folder" ? source.folder : "",
    ollama: kind === "ollama" ? source : { url: "http://127.0.0.1:11434", model: "nomic-embed-text" },
    openai: { ...(kind === "openai" ? source : { url: "", model: "" }), apiKey: "" },
  };
}

/** The model to test or apply; null if a field is missing, and for the hub, whose models are downloaded first. */
function proposedModel(draft: ModelDraft): MethodInput<"model.test"> | null {
  const { kind } = draft;
  if (kind === "bundled") return { source: { kind } };
  if (kind === "hub") return null;
  if (kind === "folder") {
    const folder = draft.folder.trim();
    return folder === "" ? null : { source: { kind, folder } };
  }
  const url = draft[kind].url.trim();
  const model = draft[kind].model.trim();
  if (url === "" || model === "") return null;
  if (kind === "ollama") return { source: { kind, url, model } };
  const apiKey = draft.openai.apiKey.trim();
  return { source: { kind, url, model }, apiKey: apiKey || undefined };
}

interface ModelFieldsProps {
  readonly draft: ModelDraft;
  readonly onChange: (draft: ModelDraft) => void;
}

/** The fields for a draft's kind of model. */
function ModelFields({ draft, onChange }: ModelFieldsProps) {
  const { common } = useText();
  const text = useText().settings.model;
  switch (draft.kind) {
    case "folder":
      return (
        <PathField
          label={common.folder}
          value={draft.folder}
          choose={{ folder: common.browse }}
          onChange={(folder) => onChange({ ...draft, folder })}
        />
      );
    case "ollama":
      return <ServerFields server={draft.ollama} onChange={(ollama) => onChange({ ...draft, ollama })} />;
    case "openai": {
      const { openai } = draft;
      return (
        <>
          <ServerFields
            server={openai}
            onChange={(server) => onChange({ ...draft, openai: { ...openai, ...server } })}
          />
          <TextField
            label={text.key}
            hint={text.keyHint}
            type="password"
            autoComplete="off"
            value={openai.apiKey}
            onChange={(apiKey) => onChange({ ...draft, openai: { ...openai, apiKey } })}
          />
        </>
      );
    }
    default:
      return null;
  }
}

interface ServerFieldsProps {
  readonly server: { readonly url: string; readonly model: string };
  readonly onChange: (server: { url: string; model: string }) => void;
}

function ServerFields({ server: { url, model }, onChange }: ServerFieldsProps) {
  const { common } = useText();
  return (
    <div className="grid grid-cols-2 gap-3 max-[620px]:grid-cols-1">
      <TextField
        label={common.address}
        type="url"
        spellCheck={false}
        placeholder="http://127.0.0.1:8080/v1"
        value={url}
        onChange={(next) => onChange({ url: next, model })}
      />
      <TextField
        label={common.model}
        spellCheck={false}
        value={model}
        onChange={(next) => onChange({ url, model: next })}
      />
    </div>
  );
}
