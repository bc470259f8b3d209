import { useState } from "react";
import type { ModelStatus } from "../../../../electron/window-api/contract.ts";
import { BridgeError } from "../../../bridge.ts";
import { useBridgeMutation, useBridgeQuery } from "../../../data/use-bridge-query.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState, errorSentence } from "../../../ui/error-state.tsx";
import { Setting } from "../../../ui/setting.tsx";
import { ModelChooser } from "./model-chooser.tsx";
import { ModelOffer } from "./model-offer.tsx";
import { useModelStatus } from "./use-model-status.ts";

/** The current model with its state, and the chooser. */
export function ModelSetting() {
  const text = useText();
  const words = text.settings.model;
  const status = useModelStatus();
  const [choosing, setChoosing] = useState<"no" | "current" | "hub">("no");
  const isOpen = choosing !== "no";
  const retry = useBridgeMutation("model.retry", { onSuccess: status.put });
  const model = status.data;
  if (model === undefined) {
    return status.isError ? (
      <Setting name={text.common.model}>
        <ErrorState inline error={status.error} onRetry={() => void status.refetch()} />
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
          {errorSentence(new BridgeError(model.error), text)}
        </p>
      )}
      {retry.isError && <ErrorState inline error={retry.error} />}
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
