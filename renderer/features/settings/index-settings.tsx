import { useState } from "react";
import type { IndexProgress } from "../../../electron/core/events.ts";
import { useBridgeEvent } from "../../data/use-bridge-event.ts";
import { useBridgeMutation, useBridgeQuery } from "../../data/use-bridge-query.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { Setting, SettingGroup } from "../../ui/setting.tsx";
import { describeVectors } from "./describe-vectors.ts";
import { activityAfter, QUIET, rebuildStarted, underWay } from "./index-activity.ts";
import { ModelSetting } from "./model/model-setting.tsx";
import { useModelStatus } from "./model/use-model-status.ts";

/** How memories are found: the state of both indexes, and rebuilding them. */
export function IndexSettings() {
  const text = useText().settings.index;
  const status = useBridgeQuery("index.status", {});
  const index = status.data;
  const [activity, setActivity] = useState(QUIET);
  const rebuild = useBridgeMutation("index.rebuild", {
    onMutate: () => setActivity(rebuildStarted()),
    onError: () => setActivity(QUIET),
  });
  const cancel = useBridgeMutation("index.cancel");
  const model = useModelStatus();
  const setPaused = useBridgeMutation("model.setPaused", { onSuccess: model.put });
  useBridgeEvent("index.progress", (progress) =>
    setActivity((current) => activityAfter(current, progress, index?.vectors.state !== "off")),
  );

  if (index === undefined) {
    return (
      <SettingGroup title={text.title}>
        {status.isError && <ErrorState inline error={status.error} onRetry={() => void status.refetch()} />}
      </SettingGroup>
    );
  }
  const paused = model.data?.paused === true;
  const canPause = paused || (index.vectors.pending > 0 && index.vectors.state !== "failed");
  const rebuildingWords = index.text.state === "rebuilding";
  return (
    <SettingGroup title={text.title}>
      <Setting name={text.text}>
        <p>{rebuildingWords ? text.rebuilding : text.indexed(index.text.indexed)}</p>
        <Progress progress={underWay(activity.text)} />
      </Setting>
      <Setting name={text.vectors} hint={paused ? text.pausedHint : undefined}>
        <p>{describeVectors(index.vectors, text)}</p>
        {canPause && activity.rebuild !== "running" && (
          <Button size="small" disabled={setPaused.isPending} onClick={() => setPaused.mutate({ paused: !paused })}>
            {paused ? text.goOn : text.pause}
          </Button>
        )}
        {setPaused.isError && <ErrorState inline error={setPaused.error} />}
        <Progress progress={underWay(activity.vectors)} />
      </Setting>
      <ModelSetting />
      <Setting name="" hint={activity.rebuild === "running" ? undefined : text.rebuildHint}>
        {activity.rebuild === "running" ? (
          <Button onClick={() => cancel.mutate({})} disabled={cancel.isPending}>
            {text.cancel}
          </Button>
        ) : (
          <Button onClick={() => rebuild.mutate({})} disabled={rebuildingWords}>
            {text.rebuild}
          </Button>
        )}
        <span role="status" className="text-sm text-ink-soft">
          {activity.rebuild === "finished" && text.finished}
          {activity.rebuild === "cancelled" && text.cancelled}
          {activity.rebuild === "failed" && (
            <span className="text-bad-text">
              {text.rebuildFailed} {activity.vectors?.message ?? activity.text?.message}
            </span>
          )}
        </span>
        {rebuild.isError && <ErrorState inline error={rebuild.error} />}
      </Setting>
    </SettingGroup>
  );
}

function Progress({ progress }: { readonly progress: IndexProgress | null }) {
  const text = useText().settings.index;
  if (progress === null) {
    return null;
  }
  return (
    <div className="w-full">
      <ProgressBar
        label={text.progressLabel[progress.index]}
        done={progress.done}
        total={progress.total}
        words={text.progress(progress.done, progress.total)}
      />
    </div>
  );
}
