import { useEffect, useState } from "react";
import { BridgeError } from "../../../bridge.ts";
import { useBridgeQuery } from "../../../data/use-bridge-query.ts";
import { useText } from "../../../text/use-text.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Disclosure } from "../disclosure.tsx";
import { Pane } from "../pane.tsx";
import { ScopeChoice } from "../write/scope-choice.tsx";
import { InstructionRow } from "./instruction-row.tsx";

/** How long a path is left to be typed before it is looked at, in milliseconds. */
const TYPING_MS = 300;

/** Has assistants recall and capture by themselves: texts in the files they read, and Claude Code's hooks. */
export function InstructionsPane({ onClose }: { readonly onClose: () => void }) {
  const text = useText().clients.instructions;
  const [scope, setScope] = useState<"user" | "project">("user");
  const [folder, setFolder] = useState("");
  const project = useSettled(folder.trim());
  const needsFolder = scope === "project" && project === "";
  const answer = useBridgeQuery("instructions.list", scope === "project" && !needsFolder ? { project } : {}, {
    refetchOnMount: "always",
    placeholderData: (before) => before,
    retry: false,
  });
  const { error } = answer;
  const folderError = error instanceof BridgeError && error.field === "project" ? error : null;
  const files = answer.data?.files.filter((file) => file.scope === scope) ?? [];
  const hooks = files.filter(({ kind }) => kind === "claude-hooks");
  const texts = files.filter(({ kind }) => kind !== "claude-hooks");
  const row = (file: (typeof files)[number]) => (
    <InstructionRow
      key={file.path}
      file={file}
      project={scope === "project" ? project : null}
      onWritten={() => void answer.refetch()}
    />
  );
  return (
    <Pane title={text.title} onClose={onClose}>
      <p className="text-ink-soft">{text.what}</p>
      <ScopeChoice
        scope={scope}
        project={folder}
        hint={text.folderHint}
        error={folderError === null ? null : [folderError.message, folderError.hint].filter(Boolean).join(" ")}
        onScope={setScope}
        onProject={setFolder}
      />
      {error !== null && folderError === null ? (
        <ErrorState error={error} onRetry={() => void answer.refetch()} />
      ) : answer.data === undefined ? (
        <Skeleton shape="lines" rows={6} />
      ) : needsFolder || folderError !== null ? null : (
        <>
          <ul className="mt-4 border-t border-line">{texts.map(row)}</ul>
          {scope === "user" && <p className="mt-2 text-sm text-ink-faint">{text.cursorUser}</p>}
          <Disclosure summary={text.showText} className="mt-2">
            <pre
              className="mt-2 rounded-md bg-sunken px-3 py-2.5 font-mono text-sm whitespace-pre-wrap shadow-[inset_0_0_0_1px_var(--line)] forced-colors:border"
              data-selectable
            >
              {answer.data.text}
            </pre>
            <CopyButton size="small" className="mt-2" value={answer.data.text} label={text.copyText} />
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
    </Pane>
  );
}

/** A value once it has not changed for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
