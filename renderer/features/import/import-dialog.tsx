import { useState } from "react";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { ReportView } from "./report-view.tsx";
import { SourceChoice } from "./source-choice.tsx";
import { useImport } from "./use-import.ts";

/** Brings along what another program keeps: choose, look at what would come in, take it. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText().imports;
  const { state, look, take, stop, back } = useImport();
  const [path, setPath] = useState("");
  const [projects, setProjects] = useState<Readonly<Record<string, string>>>({});
  const lookInto = (chosen: string) => {
    setPath(chosen);
    setProjects({});
    look(chosen);
  };
  const isBlank = Object.values(projects).some((domain) => domain.trim() === "");
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.title}
      description={
        state.step === "choose" ? text.hint : <code className="font-mono text-sm wrap-anywhere">{path}</code>
      }
      footer={
        state.step === "choose" ? undefined : state.step === "preview" ? (
          <>
            <Button onClick={back}>{text.back}</Button>
            {state.report.created > 0 && (
              <Button variant="primary" disabled={isBlank} onClick={() => take(path, projects)}>
                {text.take(state.report.created)}
              </Button>
            )}
          </>
        ) : state.step === "done" ? (
          <Button variant="primary" onClick={onClose}>
            {text.done}
          </Button>
        ) : (
          <Button onClick={stop}>{text.stop}</Button>
        )
      }
    >
      {state.step === "choose" && (
        <div className="flex flex-col gap-4">
          {state.error !== null && <ErrorState inline error={state.error} />}
          {state.stopped && <p role="status">{text.stopped}</p>}
          <SourceChoice path={path} onPath={setPath} onLook={lookInto} />
        </div>
      )}
      {(state.step === "reading" || state.step === "importing") && (
        <ProgressBar
          label={text[state.step]}
          done={state.done}
          total={state.total ?? 0}
          words={text.progress(state.done, state.total)}
        />
      )}
      {(state.step === "preview" || state.step === "done") && (
        <ReportView
          report={state.report}
          projects={state.step === "done" ? null : projects}
          onProject={(project, domain) => setProjects({ ...projects, [project]: domain })}
        />
      )}
    </Dialog>
  );
}
