import { FolderSearch } from "lucide-react";
import { useState } from "react";
import type {
  ClientMemoryStatus,
  ClientMemorySurvey,
  InstructionFileSurvey,
  WatchedFile,
  ClientMemorySettings as WatchSettings,
} from "../../../electron/core/client-memories.ts";
import { useBridgeMutation, useBridgeQuery } from "../../data/use-bridge.tsx";
import { useUndoableSettings } from "../../data/use-undoable-settings.ts";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { CheckField, Switch } from "../../ui/choice.tsx";
import { clientTitle } from "../../ui/client-name.ts";
import { Disclosure } from "../../ui/disclosure.tsx";
import { AddField } from "../../ui/field.tsx";
import { Page } from "../../ui/page.tsx";
import { ErrorState, errorSentence, InlineError, Skeleton } from "../../ui/states.tsx";
import { useClock } from "../../ui/time.tsx";

/** Clients › Assistants' own memories: the sources, each with a switch, and the outcome of their entries. */
export function ClientMemoriesView() {
  const { frame, clientMemories: text } = useText();
  const [isAsked, setAsked] = useState(false);
  const status = useBridgeQuery("clientMemories.status", {});
  const isOff = status.data?.state === "off";
  return (
    <Page title={frame.clientMemories} hint={text.hint}>
      <InlineError error={status.error} onRetry={() => void status.refetch()} />
      {isOff && !isAsked && (
        <div className="flex flex-wrap items-center gap-3">
          <Button size="small" icon={FolderSearch} onClick={() => setAsked(true)}>
            {text.look}
          </Button>
          <p className="min-w-0 flex-1 text-sm text-ink-faint">{text.lookHint}</p>
        </div>
      )}
      {status.data !== undefined && (!isOff || isAsked) && <Sources status={status.data} />}
    </Page>
  );
}

function Sources({ status }: { readonly status: ClientMemoryStatus }) {
  const { common, clientMemories: text } = useText();
  const { navigate } = useNavigation();
  const survey = useBridgeQuery("clientMemories.survey", {}, { refetchOnMount: "always" });
  const { settings, change, scan } = useWatch();
  if (survey.data === undefined || settings === undefined) {
    if (survey.isError) return <ErrorState inline error={survey.error} onRetry={() => void survey.refetch()} />;
    return <Skeleton shape="lines" rows={2} />;
  }
  const { clients, files } = survey.data;
  const waiting = status.sources.reduce((sum, source) => sum + source.waiting, 0);
  const isOff = status.state === "off";
  return (
    <>
      <ul aria-label={text.clients} className="flex flex-col divide-y divide-line">
        {clients.map((found) => (
          <Client
            key={found.client}
            found={found}
            status={status}
            isBusy={change.isPending}
            onWatch={(isOn) => {
              const others = settings.clients.filter((client) => client !== found.client);
              change.mutate({ clients: isOn ? [...others, found.client] : others });
            }}
          />
        ))}
      </ul>
      <WatchedFiles files={files} status={status} settings={settings} change={change} />
      <InlineError error={change.error ?? scan.error} />
      <Problems status={status} />
      <div className="flex flex-wrap items-center gap-2 text-sm text-ink-faint">
        {waiting > 0 && (
          <Button size="small" onClick={() => navigate({ place: "inbox" })}>
            {text.review}
          </Button>
        )}
        <Button
          size="small"
          icon={FolderSearch}
          disabled={scan.isPending || survey.isFetching}
          onClick={() => {
            void survey.refetch();
            if (!isOff) scan.mutate({});
          }}
        >
          {common.lookAgain}
        </Button>
        {status.scannedAt !== null && !isOff && <LastScan at={status.scannedAt} />}
      </div>
    </>
  );
}

function LastScan({ at }: { readonly at: string }) {
  const { format, now } = useClock();
  return <p>{useText().clientMemories.scanned(format.relative(new Date(at), now, "long"))}</p>;
}

interface ClientProps {
  readonly found: ClientMemorySurvey;
  readonly status: ClientMemoryStatus;
  readonly isBusy: boolean;
  readonly onWatch: (isOn: boolean) => void;
}

function Client({ found, status, isBusy, onWatch }: ClientProps) {
  const text = useText().clientMemories;
  const { client, watched, entries, places, problems } = found;
  const title = clientTitle(client);
  const facts = entries === 0 ? text.none : [text.entries(entries), text.places(places.length)].join(" ");
  return (
    <li className="flex items-start gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="font-medium">{title}</p>
        <p className="text-ink-soft">{facts}</p>
        <EntryCounts source={client} status={status} />
        {places.length > 0 && (
          <Disclosure summary={text.where} className="mt-1 text-sm">
            <ul className="mt-1 ml-4 text-ink-faint">
              {places.map(({ folder, project, entries: count }) => (
                <li key={`${folder} ${project}`} className="wrap-anywhere">
                  {text.place(count, folder, project)}
                </li>
              ))}
            </ul>
          </Disclosure>
        )}
        {!watched && problems.length > 0 && <p className="text-bad-text">{text.problems(problems.length)}</p>}
      </div>
      <Switch label={text.watch(title)} checked={watched} disabled={isBusy} onChange={onWatch} />
    </li>
  );
}

function Problems({ status: { problems } }: { readonly status: ClientMemoryStatus }) {
  const text = useText();
  if (problems.length === 0) return null;
  return (
    <Disclosure summary={text.clientMemories.problems(problems.length)}>
      <ul className="mt-1 flex flex-col gap-1 text-sm text-bad-text">
        {problems.map(({ path, error }) => (
          <li key={`${path} ${error.message}`} className="wrap-anywhere">
            {errorSentence(error, text)}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

/** The watched files, changes of them, and an immediate scan. */
function useWatch() {
  const refreshes = ["clientMemories.status", "clientMemories.survey"] as const;
  const { data: settings } = useBridgeQuery("clientMemories.settings", {});
  const { common, frame } = useText();
  const change = useUndoableSettings("clientMemories.updateSettings", {
    refreshes,
    done: () => common.changed(frame.clientMemories),
  });
  const scan = useBridgeMutation("clientMemories.scan", { refreshes });
  return { settings, change, scan };
}

/** The outcome of a source's entries. */
function EntryCounts({ source, status }: { readonly source: string; readonly status: ClientMemoryStatus }) {
  const text = useText().clientMemories;
  const found = status.sources.find((one) => one.source === source);
  if (found === undefined) return null;
  const counts = (["waiting", "kept", "rejected", "gone"] as const)
    .filter((state) => found[state] > 0)
    .map((state) => text.counts(found[state], text.states[state]));
  return counts.length === 0 ? null : <p className="text-sm text-ink-faint">{counts.join(" · ")}</p>;
}

interface WatchedFilesProps {
  readonly files: readonly InstructionFileSurvey[];
  readonly status: ClientMemoryStatus;
  readonly settings: WatchSettings;
  readonly change: ReturnType<typeof useWatch>["change"];
}

/** Files of instructions with their sections, and a field for another file. */
function WatchedFiles({ files, status, settings, change }: WatchedFilesProps) {
  const text = useText().clientMemories;
  const set = (path: string, file: WatchedFile | null, onSuccess?: () => void) => {
    const others = settings.files.filter((one) => one.path !== path);
    change.mutate({ files: (file === null ? others : [...others, file]).map(toInput) }, { onSuccess });
  };
  return (
    <section aria-label={text.files} className="flex flex-col gap-2">
      <h3 className="font-medium">{text.files}</h3>
      <p className="text-sm text-ink-faint">{text.filesHint}</p>
      {files.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {files.map((file) => (
            <File
              key={file.path}
              file={file}
              status={status}
              isBusy={change.isPending}
              onChange={(changed) => set(file.path, changed)}
            />
          ))}
        </ul>
      )}
      <Disclosure summary={text.add}>
        <p className="pt-2 pb-1 text-sm text-ink-soft" aria-hidden>
          {text.addLabel}
        </p>
        <AddField
          label={text.addLabel}
          placeholder={text.addPlaceholder}
          action={text.addAction}
          maxLength={4096}
          disabled={change.isPending}
          onAdd={(path, onAdded) => set(path, { path, sections: null }, onAdded)}
        />
      </Disclosure>
    </section>
  );
}

function toInput({ path, sections }: WatchedFile) {
  return { path, sections: sections === null ? null : [...sections] };
}

interface FileProps {
  readonly file: InstructionFileSurvey;
  readonly status: ClientMemoryStatus;
  readonly isBusy: boolean;
  readonly onChange: (file: WatchedFile | null) => void;
}

function File({ file, status, isBusy, onChange }: FileProps) {
  const text = useText();
  const words = text.clientMemories;
  const { path, watched, chosen, sections, problem } = file;
  const toggle = (section: string, isChosen: boolean) => {
    const before = watched ? (chosen ?? sections) : [];
    const after = isChosen ? [...before, section] : before.filter((one) => one !== section);
    onChange(after.length === 0 ? null : { path, sections: sections.filter((one) => after.includes(one)) });
  };
  return (
    <li className="flex items-start gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere" data-selectable>
          {path}
        </p>
        {problem === undefined ? (
          <p className="text-sm text-ink-faint">
            {watched ? words.sections(chosen?.length ?? null, sections.length) : words.count(sections.length)}
          </p>
        ) : (
          <p className="text-sm text-bad-text wrap-anywhere">{errorSentence(problem, text)}</p>
        )}
        <EntryCounts source={path} status={status} />
        {sections.length > 0 && (
          <Disclosure summary={words.chooseSections} className="mt-1 text-sm">
            <fieldset className="mt-1 flex flex-col" aria-label={words.choose(path)}>
              {sections.map((section) => (
                <CheckField
                  key={section}
                  layout="flex min-h-6 items-center gap-2"
                  checked={watched && (chosen === null || chosen.includes(section))}
                  disabled={isBusy}
                  onChange={(isChosen) => toggle(section, isChosen)}
                >
                  <span className="min-w-0 wrap-anywhere">{section === "" ? words.preamble : section}</span>
                </CheckField>
              ))}
            </fieldset>
          </Disclosure>
        )}
      </div>
      <Switch
        label={words.watchFile(path)}
        checked={watched}
        disabled={isBusy}
        onChange={(isOn) => onChange(isOn ? { path, sections: null } : null)}
      />
    </li>
  );
}
