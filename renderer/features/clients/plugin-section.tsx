import { CheckCircle2, Puzzle, RefreshCw } from "lucide-react";
import type { KnownClient, PluginInfo, PluginPreview } from "../../../electron/window-api/contract.ts";
import { useBridge, useBridgeQuery } from "../../data/use-bridge.tsx";
import { useText } from "../../text/use-text.ts";
import { Button, CopyButton } from "../../ui/button.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { Code } from "../../ui/inline-text.tsx";
import { PlanPreview } from "../../ui/plan-preview.tsx";
import { InlineError } from "../../ui/states.tsx";
import { useUndo } from "../../ui/undo.tsx";
import { usePlan } from "./write/plan.tsx";

/** Installs, updates and removes a client's plugin after showing the steps; nothing if it has no plugin. */
export function PluginSection({ client }: { readonly client: KnownClient }) {
  const plugins = useBridgeQuery("plugins.list", {});
  const plugin = plugins.data?.find(({ clientId }) => clientId === client.id);
  return plugin === undefined ? null : <Plugin key={client.id} plugin={plugin} />;
}

function Plugin({ plugin }: { readonly plugin: PluginInfo }) {
  const { common } = useText();
  const text = useText().clients.plugin;
  const bridge = useBridge();
  const undo = useUndo();
  const { state, error, isBusy, show, write, close } = usePlan("plugins.applyPlan");
  const { clientId, title, hasHooks } = plugin;
  const plan = (action: "install" | "remove") =>
    show(async () => [await bridge.invoke("plugins.plan", { clientId, action })]);
  const apply = async (preview: PluginPreview) => {
    if (!(await write([preview]))) return;
    const inverse = preview.action === "remove" ? "install" : "remove";
    const isUndoable = preview.missingProgram === null && preview.action !== "update";
    if (!isUndoable) return;
    undo.offer(text.done[preview.action](title), async () => {
      const { id } = await bridge.invoke("plugins.plan", { clientId, action: inverse });
      close();
      await bridge.invoke("plugins.applyPlan", { planId: id });
    });
  };
  const [preview] = state.kind === "none" ? [] : state.previews;
  return (
    <section className="mt-5 border-t border-line pt-4" aria-label={text.install}>
      {state.kind === "written" && preview !== undefined ? (
        <p role="status" className="flex gap-1.5 text-good-text">
          <CheckCircle2 size={14} className="mt-0.5 shrink-0" aria-hidden />
          {preview.missingProgram === null
            ? text.done[preview.action](title)
            : preview.action === "remove"
              ? text.deleted
              : text.generated}
        </p>
      ) : (
        <PluginState plugin={plugin} />
      )}
      {state.kind === "shown" && preview !== undefined ? (
        <>
          <Steps preview={preview} />
          <div className="mt-2.5 flex items-center gap-2">
            <Button
              variant={preview.action === "remove" ? "danger" : "primary"}
              disabled={isBusy}
              onClick={() => void apply(preview)}
              // Enter shows the plan, and Enter again applies it.
              autoFocus
            >
              {preview.missingProgram !== null && preview.action !== "remove"
                ? text.generate
                : text.apply[preview.action]}
            </Button>
            <Button variant="quiet" disabled={isBusy} onClick={close}>
              {common.cancel}
            </Button>
            {isBusy && (
              <span role="status" className="text-sm text-ink-faint">
                {text.working(title)}
              </span>
            )}
          </div>
        </>
      ) : (
        <>
          <p className="mb-2 text-sm text-ink-faint">{hasHooks ? text.what : text.whatWithoutHooks}</p>
          <div className="flex flex-wrap gap-2">
            {plugin.state !== "installed" && (
              <Button
                icon={plugin.state === "absent" ? Puzzle : RefreshCw}
                disabled={isBusy}
                onClick={() => void plan("install")}
              >
                {plugin.state === "absent" ? text.install : text.update}
              </Button>
            )}
            {plugin.state !== "absent" && (
              <Button disabled={isBusy} onClick={() => void plan("remove")}>
                {text.remove}
              </Button>
            )}
          </div>
        </>
      )}
      <InlineError error={error} className="mt-2" />
    </section>
  );
}

function PluginState({ plugin: { state } }: { readonly plugin: PluginInfo }) {
  const text = useText().clients.plugin;
  if (state === "absent") return null;
  const Icon = state === "installed" ? CheckCircle2 : RefreshCw;
  return (
    <p className={`mb-1 flex items-center gap-1.5 ${state === "installed" ? "text-good-text" : "text-warn-text"}`}>
      <Icon size={14} className="shrink-0" aria-hidden />
      {text.states[state]}
    </p>
  );
}

/** The files, commands and changes of a plan. */
function Steps({ preview }: { readonly preview: PluginPreview }) {
  const text = useText().clients.plugin;
  const { steps, files, folder, changes, missingProgram } = preview;
  return (
    <div>
      {missingProgram !== null && <p className="mb-2 text-warn-text">{text.missing(missingProgram)}</p>}
      <h3 className="mb-1 font-medium">{text.steps}</h3>
      <ul className="grid gap-1.5">
        {steps.map(({ kind, text: line }) => (
          <li key={`${kind} ${line}`} className="flex min-w-0 items-start gap-2">
            <span className="w-20 shrink-0 text-sm text-ink-faint">{text.kinds[kind]}</span>
            <Code className="min-w-0 flex-1 wrap-anywhere">{line}</Code>
            {kind === "run" && <CopyButton size="small" value={line} label={text.copyCommand} />}
          </li>
        ))}
      </ul>
      {preview.action !== "remove" && (
        <Disclosure summary={text.files(files.length)} className="mt-1.5">
          <ul className="mt-1 font-mono text-sm text-ink-soft" aria-label={folder}>
            {files.map((file) => (
              <li key={file} className="wrap-anywhere">
                {file}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
      {changes.map(({ path, difference }) => (
        <div key={path} className="mt-2">
          <PlanPreview preview={{ id: path, path, exists: true, difference, warnings: [], backupPath: null }} />
        </div>
      ))}
    </div>
  );
}
