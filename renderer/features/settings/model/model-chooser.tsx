import { useState } from "react";
import type { ModelStatus } from "../../../../electron/ipc/contract.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Select } from "../../../ui/select.tsx";
import { HubModels } from "./hub-models.tsx";
import { ModelFields } from "./model-fields.tsx";
import { draftOf, MODEL_KINDS, type ModelDraft, proposedModel } from "./proposed-model.ts";
import { useModelChoice } from "./use-model-choice.ts";

interface ModelChooserProps {
  readonly model: ModelStatus;
  readonly onChosen: () => void;
}

/** Another model: where it is, trying it, taking it. */
export function ModelChooser({ model, onChosen }: ModelChooserProps) {
  const text = useText().settings.model;
  const [draft, setDraft] = useState(() => draftOf(model.source));
  const { choose, test, warning, confirm, dismiss, reset } = useModelChoice(onChosen);
  const proposed = proposedModel(draft);
  const busy = choose.isPending || test.isPending;
  const change = (next: ModelDraft) => {
    setDraft(next);
    reset();
  };
  return (
    <form
      aria-label={text.chooser}
      className="mt-1 flex w-full flex-col gap-3 rounded-lg p-3 shadow-[inset_0_0_0_1px_var(--line)]"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (proposed !== null && !busy) choose.mutate({ ...proposed, leavingConfirmed: false });
      }}
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
      {test.isError && <ErrorState inline error={test.error} />}
      {choose.isError && warning === null && <ErrorState inline error={choose.error} />}
      <p className="text-sm text-ink-faint">{text.consequence}</p>
      <ConfirmDialog
        open={warning !== null}
        title={text.leavingTitle}
        description={warning ?? ""}
        action={text.leavingAction}
        onConfirm={confirm}
        onClose={dismiss}
      />
    </form>
  );
}
