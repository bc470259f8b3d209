import { useState } from "react";
import type { IndexProgress } from "../../../electron/core/events.ts";
import { useBridgeEvent } from "../../data/use-bridge-event.ts";
import { useBridgeMutation, useBridgeQuery } from "../../data/use-bridge-query.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { describeVectors } from "./describe-vectors.ts";
import { Setting, SettingGroup } from "./setting.tsx";

/** How memories are found: the state of both indexes, and rebuilding them. */
export function IndexSettings() {
  const words = useText();
  const text = words.settings.index;
  const status = useBridgeQuery("index.status", {});
  const rebuild = useBridgeMutation("index.rebuild");
  const cancel = useBridgeMutation("index.cancel");
  const [progress, setProgress] = useState<IndexProgress | null>(null);
  useBridgeEvent("index.progress", setProgress);

  const index = status.data;
  if (index === undefined) {
    return (
      <SettingGroup title={text.title}>
        {status.isError && <ErrorState inline error={status.error} onRetry={() => void status.refetch()} />}
      </SettingGroup>
    );
  }
  const running = progress?.state === "running" || index.text.state === "rebuilding";
  const vectors = describeVectors(index.vectors, text);
  return (
    <SettingGroup title={text.title}>
      <Setting name={text.text}>
        {index.text.state === "rebuilding" ? text.rebuilding : text.indexed(index.text.indexed)}
      </Setting>
      <Setting name={text.vectors} hint={index.vectors.model === null ? undefined : text.model(index.vectors.model)}>
        <span className={vectors.failed ? "text-bad-text" : undefined}>{vectors.words}</span>
      </Setting>
      <Setting name="" hint={running ? undefined : text.rebuildHint}>
        {running ? (
          <>
            <div className="min-w-40 flex-1">
              <ProgressBar
                label={text.progressLabel[progress?.index ?? "text"]}
                done={progress?.done ?? 0}
                total={progress?.total ?? 0}
                words={progress === null ? "" : text.progress(progress.done, progress.total)}
              />
            </div>
            <Button onClick={() => cancel.mutate({})} disabled={cancel.isPending}>
              {text.cancel}
            </Button>
          </>
        ) : (
          <Button onClick={() => rebuild.mutate({})} disabled={rebuild.isPending}>
            {text.rebuild}
          </Button>
        )}
        <span role="status" className="text-sm text-ink-soft">
          {progress?.state === "finished" && text.finished}
          {progress?.state === "cancelled" && text.cancelled}
          {progress?.state === "failed" && <span className="text-bad-text">{progress.message}</span>}
        </span>
        {rebuild.isError && rebuild.error.code !== "cancelled" && <ErrorState inline error={rebuild.error} />}
      </Setting>
    </SettingGroup>
  );
}
