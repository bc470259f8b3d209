import { Pause, Play, RefreshCw } from "lucide-react";
import type { ConversationStatus, ConversationWork } from "../../../../electron/core/conversations.ts";
import type { MethodInput } from "../../../../electron/window-api/contract.ts";
import { useAction } from "../../../data/use-bridge.tsx";
import { useUndoableSettings } from "../../../data/use-undoable-settings.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { formatBytes } from "../../../ui/bytes.ts";
import { Disclosure } from "../../../ui/disclosure.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { errorSentence } from "../../../ui/states.tsx";
import { useClock } from "../../../ui/time.tsx";

const STATUS = { stores: ["conversations.status", {}] } as const;

/** Changes of the scan; each shows its new state immediately. */
export function useScanActions() {
  const pause = useAction("conversations.pause", STATUS);
  const resume = useAction("conversations.resume", STATUS);
  const scan = useAction("conversations.scan", STATUS);
  return {
    pause: (work: ConversationWork) => pause.mutate({ work }),
    resume: (work: ConversationWork) => resume.mutate({ work }),
    scan: (forgotten: boolean) => scan.mutate({ forgotten }),
    isBusy: pause.isPending || resume.isPending || scan.isPending,
  };
}

interface StatusProps {
  readonly status: ConversationStatus;
}

/** One line above the list while conversations are read or reading is paused. */
export function ScanLine({ status }: StatusProps) {
  const { state, failure } = status;
  if (state !== "scanning" && state !== "paused" && failure === null) return null;
  return (
    <div className="border-b border-line px-3 py-2">
      <ScanState status={status} />
    </div>
  );
}

/** The state of the scan, its progress with an estimate, and a button that pauses or resumes it. */
export function ScanState({ status }: StatusProps) {
  const text = useText();
  const words = text.conversations.scan;
  const clock = useClock();
  const actions = useScanActions();
  const { state, progress, scannedAt, failure } = status;
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex min-h-6 items-center gap-2">
        <p role="status" className="min-w-0 flex-1 text-ink-soft">
          {state === "off"
            ? words.off
            : state === "paused"
              ? words.paused
              : state === "scanning"
                ? words.scanning
                : scannedAt === null
                  ? words.waiting
                  : words.idle(clock.format.relative(new Date(scannedAt), clock.now, "long"))}
          {state === "scanning" && progress?.remainingMs != null && (
            <span className="text-ink-faint"> · {words.remaining(progress.remainingMs / 1000)}</span>
          )}
        </p>
        {state === "paused" && (
          <Button size="small" icon={Play} disabled={actions.isBusy} onClick={() => actions.resume("reading")}>
            {words.resume}
          </Button>
        )}
        {(state === "scanning" || state === "idle") && (
          <Button size="small" icon={Pause} disabled={actions.isBusy} onClick={() => actions.pause("reading")}>
            {text.common.pause}
          </Button>
        )}
        {state === "idle" && (
          <Button size="small" icon={RefreshCw} disabled={actions.isBusy} onClick={() => actions.scan(false)}>
            {words.now}
          </Button>
        )}
      </div>
      {state === "scanning" && progress !== null && (
        <ProgressBar
          label={words.label}
          done={progress.bytes.done}
          total={progress.bytes.total}
          valueText={words.progress(formatBytes(progress.bytes.done), formatBytes(progress.bytes.total))}
        />
      )}
      {failure !== null && <p className="text-bad-text wrap-anywhere">{errorSentence(failure, text)}</p>}
    </div>
  );
}

/** The stored conversations in numbers. */
export function StoredState({ status }: StatusProps) {
  const words = useText().conversations.scan;
  const { sessions, messages, textBytes, fileBytes } = status;
  if (sessions === 0) return null;
  return (
    <p className="text-ink-soft">{words.stored(sessions, messages, formatBytes(textBytes), formatBytes(fileBytes))}</p>
  );
}

/** How many stored messages are found by meaning, and a button that pauses or resumes embedding. */
export function MeaningState({ status }: StatusProps) {
  const { common } = useText();
  const words = useText().conversations.scan;
  const actions = useScanActions();
  const { sessions, meaning, embeddingPaused: isPaused } = status;
  if (sessions === 0) return null;
  if (meaning === null) return <p className="text-ink-soft">{words.meaningNone}</p>;
  const isDone = meaning.done >= meaning.total;
  const button = isPaused
    ? { icon: Play, label: words.resume, name: words.resumeMeaning, run: () => actions.resume("embedding") }
    : { icon: Pause, label: common.pause, name: words.pauseMeaning, run: () => actions.pause("embedding") };
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex min-h-6 items-center gap-2">
        <p className="min-w-0 flex-1 text-ink-soft">
          {isPaused ? words.meaningPaused : isDone ? words.meaningDone(meaning.total) : words.meaning}
          {!isPaused && !isDone && meaning.remainingMs !== null && (
            <span className="text-ink-faint"> · {words.remaining(meaning.remainingMs / 1000)}</span>
          )}
        </p>
        {(isPaused || !isDone) && (
          <Button
            size="small"
            icon={button.icon}
            aria-label={button.name}
            disabled={actions.isBusy}
            onClick={button.run}
          >
            {button.label}
          </Button>
        )}
      </div>
      {!isDone && (
        <ProgressBar
          label={words.meaning}
          done={meaning.done}
          total={meaning.total}
          valueText={words.meaningProgress(meaning.done, meaning.total)}
        />
      )}
    </div>
  );
}

/** Transcripts that could not be read, with what to do, and records that were skipped. */
export function ReadProblems({ status }: StatusProps) {
  const text = useText();
  const words = text.conversations.scan;
  const { problems, problemCount, clients, leftOut, leftOutCount } = status;
  const skipped = clients.flatMap((client) => Object.values(client.skipped)).reduce((sum, count) => sum + count, 0);
  if (problemCount === 0 && skipped === 0) return null;
  return (
    <div className="flex flex-col gap-1.5">
      {problemCount > 0 && (
        <section aria-label={words.problems(problemCount)}>
          <h3 className="font-medium text-warn-text">{words.problems(problemCount)}</h3>
          <ul className="mt-1 flex flex-col gap-1.5">
            {problems.map(({ client, path, error }) => (
              <li key={`${client} ${path}`} className="wrap-anywhere" data-selectable>
                {errorSentence(error, text)}
              </li>
            ))}
          </ul>
          {problemCount > problems.length && (
            <p className="mt-1 text-ink-soft">{words.moreProblems(problemCount - problems.length)}</p>
          )}
        </section>
      )}
      {skipped > 0 && (
        <Disclosure summary={words.skipped(skipped)}>
          <ul className="mt-1 flex flex-col gap-1 text-sm" data-selectable>
            {leftOut.map(({ path, types }) => (
              <li key={path} className="wrap-anywhere">
                <span className="font-mono">{path}</span>
                <span className="text-ink-soft">: {words.leftOutIn(Object.entries(types))}</span>
              </li>
            ))}
          </ul>
          {leftOutCount > leftOut.length && (
            <p className="mt-1 text-ink-soft">{words.moreProblems(leftOutCount - leftOut.length)}</p>
          )}
        </Disclosure>
      )}
    </div>
  );
}

/** Changes the settings of Conversations, shows them immediately, and can be undone. */
export function useSettingsChange() {
  const { common, conversations, frame } = useText();
  const names: Partial<Record<keyof MethodInput<"conversations.updateSettings">, string>> = {
    clients: frame.clients,
    excludedFolders: conversations.leaveOut.folders,
    excludedProjects: common.projects,
    retentionDays: conversations.retention.title,
    suggestions: conversations.suggestions.title,
    unsuggestedProjects: conversations.suggestions.title,
    unsuggestedClients: conversations.suggestions.title,
  };
  return useUndoableSettings("conversations.updateSettings", {
    done: (changes) =>
      common.changed(
        (Object.keys(changes) as (keyof typeof names)[]).map((name) => names[name] ?? conversations.setup).join(", "),
      ),
    refreshes: ["conversations.status", "conversations.sessions", "conversations.survey"],
  });
}
