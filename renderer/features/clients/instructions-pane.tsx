import clsx from "clsx";
import { Check, CircleAlert, CircleDashed, RefreshCw } from "lucide-react";
import { useEffect, useState } from "react";
import type { InstructionFile, InstructionPreview } from "../../../electron/window-api/contract.ts";
import { BridgeError } from "../../bridge.ts";
import { useBridgeQuery } from "../../data/use-bridge.tsx";
import { useText } from "../../text/use-text.ts";
import { Button, CopyButton } from "../../ui/button.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { Code } from "../../ui/inline-text.tsx";
import { Pane } from "../../ui/pane.tsx";
import { WrittenFile } from "../../ui/plan-preview.tsx";
import { errorSentence, InlineError, Loaded } from "../../ui/states.tsx";
import { useCatalogue } from "./use-catalogue.ts";
import { ShownPlan, usePlan } from "./write/plan.tsx";
import { ScopeChoice } from "./write/scope-choice.tsx";

/** The client whose settings have hooks. */
const HOOKS_CLIENT = "claude-code";
/** A typed path is looked up after this pause. */
const TYPING_PAUSE_MS = 300;

/** Adds instructions to the files that assistants read, and hooks to Claude Code's settings. */
export function InstructionsPane({ onClose }: { readonly onClose: () => void }) {
  const words = useText();
  const text = words.clients.instructions;
  const catalogue = useCatalogue();
  const hasPlugin = catalogue.data?.some(({ id, plugin }) => id === HOOKS_CLIENT && plugin === "installed") === true;
  const [scope, setScope] = useState<"user" | "project">("user");
  const [folder, setFolder] = useState("");
  const project = useDebounced(folder.trim());
  const needsFolder = scope === "project" && project === "";
  const list = useBridgeQuery("instructions.list", scope === "project" && !needsFolder ? { project } : {}, {
    refetchOnMount: "always",
    placeholderData: (before) => before,
    retry: false,
  });
  const { error } = list;
  const folderError = error instanceof BridgeError && error.field === "project" ? error : null;
  const files = list.data?.files.filter((file) => file.scope === scope) ?? [];
  const hooks = files.filter(({ kind }) => kind === "claude-hooks");
  const texts = files.filter(({ kind }) => kind !== "claude-hooks");
  const row = (file: (typeof files)[number]) => (
    <InstructionRow
      key={file.path}
      file={file}
      isInPlugin={file.kind === "claude-hooks" && hasPlugin}
      project={scope === "project" ? project : null}
      onWritten={() => void list.refetch()}
    />
  );
  return (
    <Pane title={text.title} onClose={onClose}>
      <p className="text-ink-soft">{text.what}</p>
      <ScopeChoice
        scope={scope}
        project={folder}
        hint={text.folderHint}
        error={folderError === null ? null : errorSentence(folderError, words)}
        onScope={setScope}
        onProject={setFolder}
      />
      {needsFolder || folderError !== null ? null : (
        <Loaded query={error === null ? list : { ...list, data: undefined }} shape="lines" rows={6}>
          {(loaded) => (
            <>
              <ul className="mt-4 border-t border-line">{texts.map(row)}</ul>
              {scope === "user" && <p className="mt-2 text-sm text-ink-faint">{text.cursorUser}</p>}
              <Disclosure summary={text.showText} className="mt-2">
                <CopyableText value={loaded.text} label={text.copyText} />
              </Disclosure>
              {hooks.length > 0 && (
                <section aria-label={text.hooks}>
                  <h3 className="mt-6 font-medium">{text.hooks}</h3>
                  <p className="text-ink-soft">{text.hooksWhat}</p>
                  <ul className="mt-2 border-t border-line">{hooks.map(row)}</ul>
                </section>
              )}
            </>
          )}
        </Loaded>
      )}
      <SkillsSection />
    </Pane>
  );
}

/** The value after it has not changed for a moment. */
function useDebounced(value: string): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}

interface InstructionRowProps {
  readonly file: InstructionFile;
  /** Whether the client's plugin contains the same. */
  readonly isInPlugin: boolean;
  /** The project's folder; null for the user's file. */
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

/** One file: its readers, its state, and buttons to add, update or remove the instructions after a preview. */
function InstructionRow({ file, isInPlugin, project, onWritten }: InstructionRowProps) {
  const text = useText();
  const words = text.clients.instructions;
  const { state, error, isBusy, show, write, close } = usePlan("instructions.applyPlan");
  const { kind, scope, path } = file;
  const title = words.kinds[kind];
  const plan = (action: InstructionPreview["action"]) =>
    void show(async (bridge) => [
      await bridge.invoke("instructions.plan", { kind, scope, action, project: project ?? undefined }),
    ]);
  const removes = state.kind === "shown" && state.previews[0]?.action === "remove";
  const isCovered = isInPlugin && file.state === "absent";
  const shown = isCovered ? "present" : file.state;
  const Icon = ICONS[shown];
  return (
    <li className="border-b border-line py-2.5">
      <div className="flex items-start gap-3">
        <Icon size={15} className={clsx("mt-0.5 shrink-0", TONES[shown])} aria-hidden />
        <div className="min-w-0 flex-1">
          <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <span className="font-medium">{title}</span>
            <span className="text-sm text-ink-faint">{words.readBy[scope][kind]}</span>
          </p>
          <p className={clsx("text-sm", shown === "absent" ? "text-ink-soft" : TONES[shown])}>
            {file.problem === null
              ? words.states[isCovered ? "inPlugin" : file.state]
              : errorSentence(new BridgeError(file.problem), text)}
          </p>
          {state.kind !== "shown" && (
            <Code className="block truncate text-ink-faint" title={path}>
              {path}
            </Code>
          )}
        </div>
        {state.kind !== "shown" && (
          <div className="flex shrink-0 gap-1.5">
            {!isCovered && (file.state === "absent" || file.state === "outdated") && (
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
        <ShownPlan
          className="mt-2.5"
          previews={state.previews}
          action={removes ? text.common.remove : text.clients.write.write}
          isDanger={removes}
          isBusy={isBusy}
          onApply={() => void write(state.previews).then(onWritten)}
          onCancel={close}
        />
      )}
      {state.kind === "written" && (
        <div className="mt-2" role="status">
          {state.previews.map(({ id, action, ...preview }) => (
            <WrittenFile key={id} file={preview} removed={action === "remove"} />
          ))}
        </div>
      )}
      <InlineError error={error} className="mt-2" />
    </li>
  );
}

/** The shipped skills with their texts. */
function SkillsSection() {
  const text = useText().clients.instructions;
  const skills = useBridgeQuery("instructions.skills", {}, { staleTime: Number.POSITIVE_INFINITY, retry: false });
  return (
    <section aria-label={text.skills}>
      <h3 className="mt-6 font-medium">{text.skills}</h3>
      <p className="text-ink-soft">{text.skillsWhat}</p>
      <Loaded query={skills} inline shape="lines" rows={5}>
        {(all) => (
          <ul className="mt-2 border-t border-line">
            {all.map(({ name, description, content }) => (
              <li key={name} className="border-b border-line py-2.5">
                <h4 className="font-medium">{name}</h4>
                <p className="text-sm text-ink-soft" lang="en">
                  {description}
                </p>
                <Disclosure summary={text.showSkill(name)} className="mt-1">
                  <CopyableText value={content} label={text.copySkill(name)} lang="en" />
                </Disclosure>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

interface CopyableTextProps {
  readonly value: string;
  /** The label of the button. */
  readonly label: string;
  readonly lang?: string;
}

function CopyableText({ value, label, lang }: CopyableTextProps) {
  return (
    <>
      <pre
        className="mt-2 rounded-md bg-sunken px-3 py-2.5 font-mono text-sm whitespace-pre-wrap shadow-[inset_0_0_0_1px_var(--line)] forced-colors:border"
        lang={lang}
        data-selectable
      >
        {value}
      </pre>
      <CopyButton size="small" className="mt-2" value={value} label={label} />
    </>
  );
}
