import { useState } from "react";
import type { ModelStatus } from "../../../../electron/ipc/contract.ts";
import { useBridgeMutation } from "../../../data/use-bridge-query.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Field, TextInput } from "../../../ui/field.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { formatBytes } from "../../activity/log/bytes.ts";
import { DownloadedModels } from "./downloaded-models.tsx";
import { useModelStatus } from "./use-model-status.ts";

interface HubModelsProps {
  readonly model: ModelStatus;
  readonly busy: boolean;
  readonly onUse: (folder: string) => void;
}

/** Fetches models from the Hugging Face hub, and shows those that are here. */
export function HubModels({ model, busy, onUse }: HubModelsProps) {
  const words = useText();
  const text = words.settings.model;
  const { put } = useModelStatus();
  const [repository, setRepository] = useState("");
  const start = useBridgeMutation("model.download", { onSuccess: put });
  const cancel = useBridgeMutation("model.cancelDownload");
  const { download, failedDownload } = model;
  const name = repository.trim();
  const begin = (wanted: string) => start.mutate({ repository: wanted });
  return (
    <>
      <div className="flex items-end gap-2">
        <Field label={text.repository} className="flex-1">
          <TextInput
            spellCheck={false}
            autoComplete="off"
            placeholder="Xenova/multilingual-e5-small"
            value={repository}
            onChange={(event) => {
              setRepository(event.currentTarget.value);
              start.reset();
            }}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              if (name !== "" && download === null) begin(name);
            }}
          />
        </Field>
        <Button variant="primary" disabled={name === "" || download !== null} onClick={() => begin(name)}>
          {text.download}
        </Button>
      </div>
      {start.isError && <ErrorState inline error={start.error} />}
      {download !== null && (
        <div className="flex items-center gap-2">
          <div className="min-w-0 flex-1">
            <ProgressBar
              label={text.downloading(download.repository)}
              done={download.done}
              total={download.total}
              words={
                download.total === 0
                  ? text.connecting
                  : text.of(formatBytes(download.done), formatBytes(download.total))
              }
            />
          </div>
          <Button size="small" disabled={cancel.isPending} onClick={() => cancel.mutate({})}>
            {words.common.cancel}
          </Button>
        </div>
      )}
      {failedDownload !== null && (
        <div role="alert" className="flex items-center gap-2 rounded-md bg-bad-soft px-3 py-2 text-bad-text">
          <span className="flex-1" data-selectable>
            {[failedDownload.error.message, failedDownload.error.hint].filter(Boolean).join(" ")}
          </span>
          <Button size="small" onClick={() => begin(failedDownload.repository)}>
            {words.common.retry}
          </Button>
        </div>
      )}
      <DownloadedModels model={model} busy={busy} onUse={onUse} onResume={begin} />
    </>
  );
}
