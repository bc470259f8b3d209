import clsx from "clsx";
import { Check, CircleAlert, CircleDashed, RefreshCw } from "lucide-react";
import type { InstructionFile, InstructionPreview } from "../../../../electron/ipc/contract.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { PlanPreview } from "../write/plan-preview.tsx";
import { usePlan } from "../write/use-plan.ts";
import { WrittenFile } from "../write/written-file.tsx";

interface InstructionRowProps {
  readonly file: InstructionFile;
  /** The project's folder; null for the user's own file. */
  readonly project: string | null;
  readonly onWritten: () => void;
}

const ICONS = { absent: CircleDashed, present: Check, outdated: RefreshCw, unreadable: CircleAlert };
const TONES: Readonly<Record<InstructionFile["state"], string>> = {
  absent: "text-ink-faint",
  present: "text-good-text",
  outdated: "text-warn-text",
  unreadable: "text-bad-text",
};

/** One file: what reads it, whether the instructions are there, and the way in and out with a look first. */
export function InstructionRow({ file, project, onWritten }: InstructionRowProps) {
  const text = useText().clients;
  const words = text.instructions;
  const { state, error, isBusy, show, write, close } = usePlan("instructions.applyPlan");
  const { kind, scope, path } = file;
  const title = words.kinds[kind];
  const plan = (action: InstructionPreview["action"]) =>
    void show(async (bridge) => [
      await bridge.invoke("instructions.plan", { kind, scope, action, ...(project === null ? {} : { project }) }),
    ]);
  const Icon = ICONS[file.state];
  return (
    <li className="border-b border-line py-2.5">
      <div className="flex items-start gap-3">
        <Icon size={15} className={clsx("mt-0.5 shrink-0", TONES[file.state])} aria-hidden />
        <div className="min-w-0 flex-1">
          <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <span className="font-medium">{title}</span>
            <span className="text-sm text-ink-faint">{words.readBy[scope][kind]}</span>
          </p>
          <p className={clsx("text-sm", file.state === "absent" ? "text-ink-soft" : TONES[file.state])}>
            {file.problem ?? words.states[file.state]}
          </p>
          {state.kind !== "shown" && (
            <code className="block truncate font-mono text-sm text-ink-faint" title={path} data-selectable>
              {path}
            </code>
          )}
        </div>
        {state.kind !== "shown" && (
          <div className="flex shrink-0 gap-1.5">
            {(file.state === "absent" || file.state === "outdated") && (
              <Button
                size="small"
                disabled={isBusy}
                aria-label={words.act[file.state === "absent" ? "addTo" : "updateIn"](title)}
                onClick={() => plan("write")}
              >
                {file.state === "absent" ? words.add : words.update}
              </Button>
            )}
            {(file.state === "present" || file.state === "outdated") && (
              <Button
                size="small"
                variant="quiet"
                disabled={isBusy}
                aria-label={words.act.removeFrom(title)}
                onClick={() => plan("remove")}
              >
                {words.remove}
              </Button>
            )}
          </div>
        )}
      </div>
      {state.kind === "shown" && (
        <div className="mt-2.5">
          {state.previews.map((preview) => (
            <PlanPreview key={preview.id} preview={preview} />
          ))}
          <div className="mt-2.5 flex gap-2">
            <Button
              variant={state.previews[0]?.action === "remove" ? "danger" : "primary"}
              disabled={isBusy}
              onClick={() => void write(state.previews).then(onWritten)}
              // The press that opened the preview leads on to the one that writes.
              autoFocus
            >
              {state.previews[0]?.action === "remove" ? text.write.remove : text.write.write}
            </Button>
            <Button variant="quiet" onClick={close}>
              {text.write.cancel}
            </Button>
          </div>
        </div>
      )}
      {state.kind === "written" && (
        <div className="mt-2" role="status">
          {state.previews.map(({ id, action, ...preview }) => (
            <WrittenFile key={id} file={preview} removed={action === "remove"} />
          ))}
        </div>
      )}
      {error !== null && (
        <div className="mt-2">
          <ErrorState error={error} inline />
        </div>
      )}
    </li>
  );
}
