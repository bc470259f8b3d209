import { Import } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { FoundImport, ImportProblem, ImportReport } from "../../../electron/core/memory-import.ts";
import type { Text } from "../../../electron/text/en.ts";
import { describeError } from "../../../electron/text/error-text.ts";
import { BridgeError } from "../../bridge.ts";
import { useBridge, useBridgeEvent, useBridgeQuery } from "../../data/use-bridge.tsx";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { SwitchField } from "../../ui/choice.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Form, PathField, TextField } from "../../ui/field.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { Offer, Setting } from "../../ui/setting.tsx";
import { InlineError } from "../../ui/states.tsx";
import { RelativeTime } from "../../ui/time.tsx";

/** The path that opens the import: `#/settings/import`. */
export const IMPORT = "import";

/** The setting that imports from other programs, with its dialog. */
export function ImportSetting() {
  const text = useText().imports;
  const { route, navigate } = useNavigation();
  return (
    <Setting name={text.setting} hint={text.hint}>
      <Button size="small" icon={Import} onClick={() => navigate({ place: "settings", path: [IMPORT] })}>
        {text.open}
      </Button>
      {route.path[0] === IMPORT && (
        <ImportDialog onClose={() => navigate({ place: "settings", path: ["data"] }, { replace: true })} />
      )}
    </Setting>
  );
}

/** Offers to import if other programs have memories on this computer. */
export function ImportOffer() {
  const { imports: text, language } = useText();
  const { navigate } = useNavigation();
  const found = useBridgeQuery("imports.found", {}).data ?? [];
  if (found.length === 0) return null;
  const programs = [...new Set(found.map((each) => programName(each, text)))];
  return (
    <Offer text={text.offer(new Intl.ListFormat(language).format(programs))}>
      <Button size="small" icon={Import} onClick={() => navigate({ place: "settings", path: [IMPORT] })}>
        {text.open}
      </Button>
    </Offer>
  );
}

interface ImportDialogProps {
  /** A file or folder that is previewed immediately. */
  readonly source?: string;
  readonly onClose: () => void;
}

/** Imports the memories of another program in three steps: choose a source, preview it, import it. */
export function ImportDialog({ source, onClose }: ImportDialogProps) {
  const { common, imports: text } = useText();
  const { state, preview, run, stop, back } = useImport();
  const [path, setPath] = useState(source ?? "");
  const [projects, setProjects] = useState<Readonly<Record<string, string>>>({});
  const [toInbox, setToInbox] = useState(false);
  const { navigate } = useNavigation();
  const previewSource = (chosen: string) => {
    setPath(chosen);
    setProjects({});
    preview(chosen);
  };
  const previewDropped = useEffectEvent(() => source !== undefined && previewSource(source));
  useEffect(() => void previewDropped(), []);
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
            <Button onClick={back}>{common.back}</Button>
            {state.report.created > 0 && (
              <Button variant="primary" disabled={isBlank} onClick={() => run(path, projects, toInbox)}>
                {text.importCount(state.report.created)}
              </Button>
            )}
          </>
        ) : state.step === "done" ? (
          <>
            {toInbox && state.report.created > 0 && (
              <Button onClick={() => navigate({ place: "inbox" })}>{text.openInbox}</Button>
            )}
            <Button variant="primary" onClick={onClose}>
              {common.done}
            </Button>
          </>
        ) : (
          <Button onClick={stop}>{common.stop}</Button>
        )
      }
    >
      {state.step === "choose" && (
        <div className="flex flex-col gap-4">
          <InlineError error={state.error} />
          {state.stopped && <p role="status">{text.stopped}</p>}
          <SourceChoice path={path} onPath={setPath} onPreview={previewSource} />
        </div>
      )}
      {(state.step === "reading" || state.step === "importing") && (
        <ProgressBar
          label={text[state.step]}
          done={state.done}
          total={state.total ?? 0}
          valueText={text.progress(state.done, state.total)}
        />
      )}
      {(state.step === "preview" || state.step === "done") && (
        <ImportReportView
          report={state.report}
          projects={state.step === "done" ? null : projects}
          isInInbox={toInbox}
          onProject={(project, domain) => setProjects({ ...projects, [project]: domain })}
        />
      )}
      {state.step === "preview" && state.report.created > 0 && (
        <div className="mt-4 border-t border-line pt-3">
          <SwitchField label={text.toInbox} hint={text.toInboxHint} checked={toInbox} onChange={setToInbox} />
        </div>
      )}
    </Dialog>
  );
}

interface SourceChoiceProps {
  readonly path: string;
  readonly onPath: (path: string) => void;
  readonly onPreview: (path: string) => void;
}

/** The sources found on this computer, and a field for any other path. */
function SourceChoice({ path, onPath, onPreview }: SourceChoiceProps) {
  const { common, imports: text } = useText();
  const found = useBridgeQuery("imports.found", {});
  return (
    <div className="flex flex-col gap-4">
      <section aria-label={text.found}>
        <h3 className="mb-1 text-sm text-ink-soft">{text.found}</h3>
        <InlineError error={found.error} onRetry={() => void found.refetch()} />
        {found.data?.length === 0 && <p className="text-ink-faint">{text.noneFound}</p>}
        <ul className="flex flex-col">
          {found.data?.map((each) => (
            <FoundLine key={each.path} found={each} onPreview={() => onPreview(each.path)} />
          ))}
        </ul>
      </section>
      <Form onSubmit={() => path.trim() !== "" && onPreview(path.trim())}>
        <PathField
          label={text.path}
          hint={text.pathHint}
          value={path}
          choose={{ file: text.chooseFile, folder: text.chooseFolder }}
          onChange={onPath}
        >
          <Button type="submit" disabled={path.trim() === ""}>
            {common.preview}
          </Button>
        </PathField>
      </Form>
    </div>
  );
}

function FoundLine({ found, onPreview }: { readonly found: FoundImport; readonly onPreview: () => void }) {
  const { common, imports: text } = useText();
  const name = programName(found, text);
  return (
    <li className="flex items-center gap-3 border-b border-line py-1.5 last:border-0">
      <div className="min-w-0 flex-1">
        <div>
          <span className="font-medium">{name}</span>
          <span className="text-ink-faint">
            {" · "}
            <RelativeTime at={found.changedAt} form="long" />
          </span>
        </div>
        <code className="block truncate font-mono text-sm text-ink-faint" title={found.path} data-selectable>
          {found.path}
        </code>
      </div>
      <Button size="small" aria-label={`${common.preview}: ${name}, ${found.path}`} onClick={onPreview}>
        {common.preview}
      </Button>
    </li>
  );
}

/** The state of an import. */
type ImportState =
  | { readonly step: "choose"; readonly error: unknown; readonly stopped: boolean }
  | { readonly step: "reading" | "importing"; readonly done: number; readonly total: number | null }
  | { readonly step: "preview" | "done"; readonly report: ImportReport };

const INITIAL_STATE: ImportState = { step: "choose", error: null, stopped: false };

/** Previews and imports a source. Unmounting aborts a running import. */
function useImport() {
  const bridge = useBridge();
  const [state, setState] = useState<ImportState>(INITIAL_STATE);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  useBridgeEvent("import.progress", ({ done, total }) =>
    setState((now) => (now.step === "reading" || now.step === "importing" ? { ...now, done, total } : now)),
  );

  const start = async (
    path: string,
    { dryRun, toInbox }: { readonly dryRun: boolean; readonly toInbox: boolean },
    projects: Readonly<Record<string, string>>,
  ) => {
    const controller = new AbortController();
    running.current = controller;
    setState({ step: dryRun ? "reading" : "importing", done: 0, total: null });
    try {
      const report = await bridge.invoke("imports.run", { path, dryRun, toInbox, projects }, controller.signal);
      setState({ step: dryRun ? "preview" : "done", report });
    } catch (error) {
      const stopped = error instanceof BridgeError && error.code === "cancelled";
      setState({ step: "choose", error: stopped ? null : error, stopped: stopped && !dryRun });
    }
  };

  return {
    state,
    /** Reads a source and reports what would be imported. */
    preview: (path: string) => void start(path, { dryRun: true, toInbox: false }, {}),
    /** Imports a source. `projects`: the domain for each of its projects that differs from the preview. */
    run: (path: string, projects: Readonly<Record<string, string>>, toInbox: boolean) =>
      void start(path, { dryRun: false, toInbox }, projects),
    stop: () => running.current?.abort(),
    back: () => setState(INITIAL_STATE),
  };
}

/** The name of a program. Only "Markdown notes" is translated. */
function programName({ program }: FoundImport, text: Text["imports"]): string {
  return program === "markdown" ? text.notes : program;
}

/** Maximum number of domains and of problems shown. */
const MAX_SHOWN = 50;
/** Maximum number of files shown that were left out for one reason. */
const MAX_NAMED = 5;

interface ImportReportViewProps {
  readonly report: ImportReport;
  /** The domains chosen for the source's projects; null after the import. */
  readonly projects: Readonly<Record<string, string>> | null;
  /** Whether the memories are imported into the inbox; false by default. */
  readonly isInInbox?: boolean;
  readonly onProject: (project: string, domain: string) => void;
}

/** The report of an import or of its preview. */
function ImportReportView({ report, projects, isInInbox = false, onProject }: ImportReportViewProps) {
  const words = useText();
  const text = words.imports;
  const reasonOf = ({ reason, error }: ImportProblem) => (error === undefined ? reason : describeError(error, words));
  const { created, known, cleaned, masked, conflicts, refused, notices, leftOut } = report;
  const isDone = projects === null;
  const lines = [
    ...(known === 0 ? [] : [text.known(known)]),
    ...(masked === 0 ? [] : [text.masked(masked)]),
    ...(cleaned === 0 ? [] : [text.cleaned(cleaned)]),
    ...(conflicts.length === 0 ? [] : [text.conflicts(conflicts.length)]),
    ...(refused.length === 0 ? [] : [text.refused(refused.length)]),
    ...leftOut.map(({ reason, count, files = [] }) => {
      const named = files.slice(0, MAX_NAMED);
      const names = named.length === 0 ? "" : ` (${text.files(named, count - named.length)})`;
      return `${text.leftOut[reason](count)}${names}`;
    }),
  ];
  const lists = [
    { title: text.notImported, problems: [...conflicts, ...refused] },
    { title: text.notices, problems: notices },
  ];
  return (
    <div className="flex flex-col gap-4">
      <div role="status">
        <p className="font-medium">
          {created === 0
            ? text.nothing
            : isDone
              ? text[isInInbox ? "importedToInbox" : "imported"](created)
              : text.toImport(created)}
        </p>
        {lines.map((line) => (
          <p key={line} className="text-ink-soft wrap-anywhere">
            {line}
          </p>
        ))}
      </div>
      <Domains report={report} projects={projects} onProject={onProject} />
      {lists.map(
        ({ title, problems }) =>
          problems.length > 0 && (
            <section key={title} aria-label={title}>
              <h3 className="mb-1 text-sm text-ink-soft">{title}</h3>
              <ul className="text-sm" data-selectable>
                {problems.slice(0, MAX_SHOWN).map((problem) => (
                  <li key={`${problem.place} ${problem.reason}`} className="wrap-anywhere">
                    <span className="font-mono">{problem.place}</span>
                    <span className="text-ink-soft">: {reasonOf(problem)}</span>
                  </li>
                ))}
              </ul>
              {problems.length > MAX_SHOWN && (
                <p className="text-sm text-ink-faint">{text.more(problems.length - MAX_SHOWN)}</p>
              )}
            </section>
          ),
      )}
    </div>
  );
}

/** The target domains with their counts. In a preview, a domain for a single project can be changed. */
function Domains({ report, projects, onProject }: ImportReportViewProps) {
  const words = useText();
  const text = words.imports;
  const { domains } = report;
  if (domains.length === 0) return null;
  const title = projects === null ? text.importedInto : text.destination;
  return (
    <section aria-label={title}>
      <h3 className="mb-1 text-sm text-ink-soft">{title}</h3>
      <ul className="flex flex-col gap-1">
        {domains.slice(0, MAX_SHOWN).map(({ domain, created, from, from: [project, ...others] }) => (
          <li key={domain} className="flex min-h-7 items-center gap-3">
            {projects === null || project === undefined || others.length > 0 ? (
              <span className="w-64 max-w-full truncate">{domain}</span>
            ) : (
              <TextField
                label={text.domain(project)}
                hideLabel
                className="w-64 max-w-full"
                value={projects[project] ?? domain}
                spellCheck={false}
                onChange={(changed) => onProject(project, changed)}
              />
            )}
            <span className="text-ink-soft tabular-nums">{created.toLocaleString(words.language)}</span>
            {others.length + Number(project !== undefined && project !== domain) > 0 && (
              <span className="min-w-0 truncate text-sm text-ink-faint">{text.from(from.join(", "))}</span>
            )}
          </li>
        ))}
      </ul>
      {domains.length > MAX_SHOWN && <p className="text-sm text-ink-faint">{text.more(domains.length - MAX_SHOWN)}</p>}
    </section>
  );
}
