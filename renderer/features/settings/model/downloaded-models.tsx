import { useQueryClient } from "@tanstack/react-query";
import type { ModelStatus } from "../../../../electron/ipc/contract.ts";
import { useBridgeMutation, useBridgeQuery } from "../../../data/use-bridge-query.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { formatBytes } from "../../activity/log/bytes.ts";

interface DownloadedModelsProps {
  readonly model: ModelStatus;
  readonly busy: boolean;
  readonly onUse: (folder: string) => void;
  readonly onResume: (repository: string) => void;
}

/** Models that were fetched, whole or in part. */
export function DownloadedModels({ model, busy, onUse, onResume }: DownloadedModelsProps) {
  const words = useText();
  const text = words.settings.model;
  const client = useQueryClient();
  const { data: models, error, refetch } = useBridgeQuery("model.downloaded", {});
  const remove = useBridgeMutation("model.removeDownloaded", {
    onSuccess: (left) => void client.setQueryData(["model.downloaded", {}], left),
  });
  const underWay = model.download?.repository ?? null;
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
              <Button size="small" disabled={underWay !== null} onClick={() => onResume(repository)}>
                {text.resume}
              </Button>
            )}
            <Button
              size="small"
              variant="quiet"
              aria-label={words.common.remove(repository)}
              disabled={folder === inUse || repository === underWay || remove.isPending}
              onClick={() => remove.mutate({ repository })}
            >
              {text.remove}
            </Button>
          </li>
        ))}
      </ul>
      {remove.isError && <ErrorState inline error={remove.error} />}
    </section>
  );
}
