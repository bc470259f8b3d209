import { useState } from "react";
import type { IndexProgress } from "../../../electron/core/events.ts";
import type { IndexStatus } from "../../../electron/core/memory-service.ts";
import type { Text } from "../../../electron/text/en.ts";
import { errorText } from "../../../electron/text/error-text.ts";
import type { MethodOutput } from "../../../electron/window-api/contract.ts";
import { useBridgeEvent, useBridgeMutation, useBridgeQuery } from "../../data/use-bridge.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { Setting, SettingGroup } from "../../ui/setting.tsx";
import { InlineError } from "../../ui/states.tsx";
import { MODEL_STATUS } from "./model/hub-models.tsx";
import { ModelSetting } from "./model/model-setting.tsx";

/** Index work as reported to this window. */
export interface IndexActivity {
  /** The last progress event of each index. Vectors also report embeddings generated in the background. */
  readonly text: IndexProgress | null;
  readonly vectors: IndexProgress | null;
  /** The rebuild that a window started. */
  readonly rebuild: "none" | "running" | "finished" | "cancelled" | "failed";
}

export const IDLE: IndexActivity = { text: null, vectors: null, rebuild: "none" };

/** The state of both search indexes, the model, and the rebuild. */
export function IndexSettings() {
  const language = useText();
  const text = language.settings.index;
  const status = useBridgeQuery("index.status", {}, { refetchOnMount: "always" });
  const index = status.data;
  const [observed, setActivity] = useState(IDLE);
  const activity = resumed(observed, index);
  const rebuild = useBridgeMutation("index.rebuild", {
    onMutate: () => setActivity(rebuildStarted()),
    onError: () => setActivity(IDLE),
  });
  const cancel = useBridgeMutation("index.cancel");
  const model = useBridgeQuery("model.status", {});
  const setPaused = useBridgeMutation("model.setPaused", MODEL_STATUS);
  useBridgeEvent("index.progress", (progress) =>
    setActivity((current) => activityAfter(resumed(current, index), progress, index?.vectors.state !== "off")),
  );

  if (index === undefined) {
    return (
      <SettingGroup title={text.title}>
        <InlineError error={status.error} onRetry={() => void status.refetch()} />
      </SettingGroup>
    );
  }
  const paused = model.data?.paused === true;
  const canPause = paused || (index.vectors.pending >= MIN_SHOWN && index.vectors.state !== "failed");
  const failure = activity.vectors?.error ?? activity.text?.error;
  const rebuildingText = index.text.state === "rebuilding";
  return (
    <SettingGroup title={text.title}>
      <Setting name={text.text}>
        <p>{rebuildingText ? text.rebuilding : text.indexed(index.text.indexed)}</p>
        <Progress progress={runningProgress(activity.text)} />
      </Setting>
      <Setting name={text.vectors} hint={paused ? text.pausedHint : undefined}>
        <p>{describeVectors(index.vectors, text)}</p>
        {canPause && activity.rebuild !== "running" && (
          <Button size="small" disabled={setPaused.isPending} onClick={() => setPaused.mutate({ paused: !paused })}>
            {paused ? text.resume : language.common.pause}
          </Button>
        )}
        <InlineError error={setPaused.error} />
        <Progress progress={isShown(activity) ? runningProgress(activity.vectors) : null} />
      </Setting>
      <ModelSetting />
      <Setting name={text.both} hint={activity.rebuild === "running" ? undefined : text.rebuildHint}>
        {activity.rebuild === "running" ? (
          <Button onClick={() => cancel.mutate({})} disabled={cancel.isPending}>
            {language.common.stop}
          </Button>
        ) : (
          <Button onClick={() => rebuild.mutate({})} disabled={rebuildingText}>
            {text.rebuild}
          </Button>
        )}
        <span role="status" className="text-sm text-ink-soft">
          {activity.rebuild === "finished" && text.finished}
          {activity.rebuild === "cancelled" && text.cancelled}
          {activity.rebuild === "failed" && (
            <span className="text-bad-text">
              {text.rebuildFailed} {failure !== undefined && errorText(failure, language).message}
            </span>
          )}
        </span>
        <InlineError error={rebuild.error} />
      </Setting>
    </SettingGroup>
  );
}

/** Embedding fewer memories ends too soon to be read or paused, and the settings below would move each time. */
const MIN_SHOWN = 20;

/** Whether the embedding of vectors is shown: if a person started it, or if it takes a while. */
function isShown({ rebuild, vectors }: IndexActivity): boolean {
  return rebuild === "running" || (vectors?.total ?? 0) >= MIN_SHOWN;
}

function Progress({ progress }: { readonly progress: IndexProgress | null }) {
  const text = useText().settings.index;
  if (progress === null) return null;
  return (
    <div className="w-full">
      <ProgressBar
        label={text.progressLabel[progress.index]}
        done={progress.done}
        total={progress.total}
        valueText={text.progress(progress.done, progress.total)}
      />
    </div>
  );
}

/** The state of the embeddings. The reason of a failure is shown with the model. */
function describeVectors(vectors: IndexStatus["vectors"], text: Text["settings"]["index"]): string {
  if (vectors.state !== "ready") return text[vectors.state];
  return vectors.pending === 0 ? text.ready(vectors.ready) : text.pending(vectors.ready, vectors.pending);
}

/** The state with the rebuild that was running before these settings were opened. */
export function resumed(
  activity: IndexActivity,
  index: Pick<MethodOutput<"index.status">, "text" | "isRebuilding"> | undefined,
): IndexActivity {
  if (activity.rebuild !== "none" || index?.isRebuilding !== true) return activity;
  const isTextDone = activity.text === null && index.text.state === "ready";
  return { ...activity, text: isTextDone ? TEXT_FINISHED : activity.text, rebuild: "running" };
}
const TEXT_FINISHED: IndexProgress = { index: "text", done: 0, total: 0, state: "finished" };

/** The state after this window requested a rebuild. */
export function rebuildStarted(): IndexActivity {
  return { ...IDLE, rebuild: "running" };
}

/**
 * The state after a progress event. A rebuild covers the text index, then the vectors if there is a model. It ends when
 * both are finished, or when one fails or is cancelled.
 */
export function activityAfter(activity: IndexActivity, progress: IndexProgress, hasVectors: boolean): IndexActivity {
  const next = { ...activity, [progress.index]: progress };
  if (activity.rebuild !== "running" || progress.state === "running") return next;
  const last = hasVectors ? "vectors" : "text";
  const textIsDone = activity.text?.state === "finished" || progress.index === "text";
  if (progress.state === "finished") {
    return progress.index === last && textIsDone ? { ...next, rebuild: "finished" } : next;
  }
  return { ...next, rebuild: progress.state };
}

/** The progress of an index while it runs; null otherwise. */
export function runningProgress(progress: IndexProgress | null): IndexProgress | null {
  return progress?.state === "running" ? progress : null;
}
