import { useState } from "react";
import type { ModelStatus } from "../../../../electron/window-api/contract.ts";
import { useBridgeMutation, useBridgeQuery } from "../../../data/use-bridge.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { formatBytes } from "../../../ui/bytes.ts";
import { TextField } from "../../../ui/field.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { ErrorState, InlineError } from "../../../ui/states.tsx";

interface HubModelsProps {
  readonly model: ModelStatus;
  readonly busy: boolean;
  readonly onUse: (folder: string) => void;
}

/** A mutation that returns the status of the model. */
export const MODEL_STATUS = { stores: ["model.status", {}] } as const;

/** Downloads models from Hugging Face and lists the downloaded ones. */
export function HubModels({ model, busy, onUse }: HubModelsProps) {
  const words = useText();
  const text = words.settings.model;
  const [repository, setRepository] = useState("");
  const start = useBridgeMutation("model.download", MODEL_STATUS);
  const cancel = useBridgeMutation("model.cancelDownload");
  const { download, failedDownload } = model;
  const name = repository.trim();
  const begin = (wanted: string) => start.mutate({ repository: wanted });
  return (
    <>
      <ModelPresets downloading={download !== null} onDownload={begin} />
      <div className="flex items-end gap-2">
        <TextField
          label={text.repository}
          className="flex-1"
          spellCheck={false}
          placeholder="Xenova/multilingual-e5-small"
          value={repository}
          onChange={(typed) => {
            setRepository(typed);
            start.reset();
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            if (name !== "" && download === null) begin(name);
          }}
        />
        <Button variant="primary" disabled={name === "" || download !== null} onClick={() => begin(name)}>
          {words.common.download}
        </Button>
      </div>
      <InlineError error={start.error} />
      {download !== null && (
        <div className="flex items-center gap-2">
          <div className="min-w-0 flex-1">
            <ProgressBar
              label={text.downloading(download.repository)}
              done={download.done}
              total={download.total}
              valueText={
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
        <InlineError error={failedDownload.error} onRetry={() => begin(failedDownload.repository)} />
      )}
      <DownloadedModels model={model} busy={busy} onUse={onUse} onResume={begin} />
    </>
  );
}

interface ModelPresetsProps {
  readonly downloading: boolean;
  readonly onDownload: (repository: string) => void;
}

/** The multilingual models that need no further settings, except those that are downloaded. */
function ModelPresets({ downloading, onDownload }: ModelPresetsProps) {
  const { common } = useText();
  const text = useText().settings.model;
  const presets = useBridgeQuery("model.presets", {}).data ?? [];
  const downloaded = useBridgeQuery("model.downloaded", {}).data ?? [];
  const missing = presets.filter(({ repository }) => downloaded.every((model) => model.repository !== repository));
  if (missing.length === 0) return null;
  return (
    <section aria-label={text.presets}>
      <h3 className="text-sm text-ink-soft">{text.presets}</h3>
      <ul className="mt-1">
        {missing.map(({ repository, name, bytes, dimensions, licence }) => (
          <li key={repository} className="flex flex-wrap items-center gap-2 border-t border-line py-1.5 first:border-0">
            <p className="min-w-0 flex-1 basis-60">
              <span data-selectable>{name}</span> <span className="text-sm text-ink-faint">{formatBytes(bytes)}</span>
              <span className="block text-sm text-ink-soft">
                {text.presetNotes[name]} {text.presetFacts(dimensions, licence)}
              </span>
            </p>
            <Button
              size="small"
              aria-label={text.downloadNamed(name)}
              disabled={downloading}
              onClick={() => onDownload(repository)}
            >
              {common.download}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface DownloadedModelsProps {
  readonly model: ModelStatus;
  readonly busy: boolean;
  readonly onUse: (folder: string) => void;
  readonly onResume: (repository: string) => void;
}

/** Complete and incomplete downloads. */
function DownloadedModels({ model, busy, onUse, onResume }: DownloadedModelsProps) {
  const words = useText();
  const text = words.settings.model;
  const { data: models, error, refetch } = useBridgeQuery("model.downloaded", {});
  const remove = useBridgeMutation("model.removeDownloaded", { stores: ["model.downloaded", {}] });
  const downloading = model.download?.repository ?? null;
  if (error !== null) return <ErrorState inline error={error} onRetry={() => void refetch()} />;
  if (models === undefined || models.length === 0) return null;
  const inUse = model.source.kind === "folder" ? model.source.folder : null;
  return (
    <section aria-label={text.downloaded}>
      <h3 className="text-sm text-ink-soft">{text.downloaded}</h3>
      <ul className="mt-1">
        {models.map(({ repository, folder, bytes, complete }) => (
          <li
            key={folder}
            className="flex min-h-8 flex-wrap items-center gap-2 border-t border-line py-1 first:border-0"
          >
            <span className="min-w-0 flex-1 break-all" data-selectable>
              {repository} <span className="text-sm text-ink-faint">{formatBytes(bytes)}</span>
              {!complete && <span className="text-sm text-ink-faint"> · {text.unfinished}</span>}
            </span>
            {complete ? (
              <Button size="small" disabled={busy || folder === inUse} onClick={() => onUse(folder)}>
                {folder === inUse ? text.inUse : text.useThis}
              </Button>
            ) : (
              <Button size="small" disabled={downloading !== null} onClick={() => onResume(repository)}>
                {text.resume}
              </Button>
            )}
            <Button
              size="small"
              variant="quiet"
              aria-label={words.common.removeNamed(repository)}
              disabled={folder === inUse || repository === downloading || remove.isPending}
              onClick={() => remove.mutate({ repository })}
            >
              {words.common.remove}
            </Button>
          </li>
        ))}
      </ul>
      <InlineError error={remove.error} />
    </section>
  );
}
