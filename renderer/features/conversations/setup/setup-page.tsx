import { History, RotateCcw, Trash2, X } from "lucide-react";
import { useState } from "react";
import type { ConversationSettings, ConversationStatus } from "../../../../electron/core/conversations.ts";
import { markHidden } from "../../../../electron/core/hidden-characters.ts";
import { SUGGESTION_KINDS } from "../../../../electron/core/suggestions.ts";
import { useAction, useBridgeQuery } from "../../../data/use-bridge.tsx";
import type { ChangeOptions } from "../../../data/use-undoable.ts";
import { useNavigation } from "../../../navigation/navigation.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Switch } from "../../../ui/choice.tsx";
import { clientTitle } from "../../../ui/client-name.ts";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { AddField } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import { Setting, SettingGroup } from "../../../ui/setting.tsx";
import { errorSentence } from "../../../ui/states.tsx";
import { ForgetDialog, type Forgettable } from "../forget-dialog.tsx";
import { ClientSources } from "./client-sources.tsx";
import {
  MeaningState,
  ReadProblems,
  ScanState,
  StoredState,
  useScanActions,
  useSettingsChange,
} from "./scan-state.tsx";

interface SetupPageProps {
  readonly settings: ConversationSettings;
  readonly status: ConversationStatus;
  /** Whether nothing was switched on or stored yet. */
  readonly isFirstRun: boolean;
}

/** The clients with transcripts, each with a switch, and the state of the scan. */
export function SetupPage({ settings, status, isFirstRun }: SetupPageProps) {
  const text = useText();
  const words = text.conversations;
  const { navigate } = useNavigation();
  return (
    <section aria-label={text.frame.conversations} className="flex h-full min-h-0 flex-col">
      <header className="drag-region flex h-11 shrink-0 items-center gap-2 border-b border-line pr-3 pl-4">
        <h1 className="min-w-0 flex-1 truncate font-medium">{isFirstRun ? text.frame.conversations : words.setup}</h1>
        {!isFirstRun && (
          <Button variant="primary" onClick={() => navigate({ place: "conversations" })}>
            {words.showList}
          </Button>
        )}
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto max-w-180 px-6 pb-10">
          <div className="py-5">
            {isFirstRun && <p className="mb-1 text-base font-semibold">{words.survey.heading}</p>}
            <p className="text-ink-soft">{text.common.sentences(words.survey.kept, words.survey.dropped)}</p>
            {isFirstRun && <p className="mt-2 font-medium">{words.survey.nothingRead}</p>}
          </div>
          <SettingGroup title={text.frame.clients}>
            <ClientSources settings={settings} status={status} />
          </SettingGroup>
          {!isFirstRun && (
            <SettingGroup title={words.scan.label}>
              <ScanState status={status} />
              <StoredState status={status} />
              <MeaningState status={status} />
              <ReadProblems status={status} />
            </SettingGroup>
          )}
          <SettingGroup title={text.common.leaveOut}>
            <LeaveOutPart settings={settings} />
          </SettingGroup>
          {!isFirstRun && (
            <>
              <SettingGroup title={words.suggestions.title}>
                <SuggestionSettings settings={settings} />
              </SettingGroup>
              <SettingGroup title={words.retention.title}>
                <RetentionPart settings={settings} />
              </SettingGroup>
              <SettingGroup title={words.forget.title}>
                <ForgetPart status={status} />
              </SettingGroup>
            </>
          )}
        </div>
      </div>
    </section>
  );
}

/** Forgets a project, a client or everything, and re-reads forgotten conversations. */
function ForgetPart({ status }: { readonly status: ConversationStatus }) {
  const { common } = useText();
  const words = useText().conversations.forget;
  const actions = useScanActions();
  const [asked, setAsked] = useState<Forgettable | null>(null);
  const clients = status.clients.filter(({ sessions }) => sessions > 0).map(({ client }) => client);
  const projects = status.projects.map(({ project }) => project);
  return (
    <>
      <Choice name={common.client} names={clients} titleOf={clientTitle} onForget={(client) => setAsked({ client })} />
      <Choice name={common.domain} names={projects} onForget={(project) => setAsked({ project })} />
      <Setting name={words.everything} hint={words.hint}>
        <Button variant="danger" icon={Trash2} disabled={status.sessions === 0} onClick={() => setAsked({ all: true })}>
          {words.all}
        </Button>
      </Setting>
      <Setting name={words.undone} hint={words.againHint}>
        <Button icon={History} disabled={actions.isBusy || status.state === "off"} onClick={() => actions.scan(true)}>
          {common.readAgain}
        </Button>
      </Setting>
      {asked !== null && <ForgetDialog selection={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly names: readonly string[];
  readonly titleOf?: (name: string) => string;
  readonly onForget: (name: string) => void;
}

/** One of several names, and a button that forgets it. */
function Choice({ name, names, titleOf = (each) => each, onForget }: ChoiceProps) {
  const words = useText().conversations.forget;
  const [chosen, setChosen] = useState<string | null>(null);
  const value = chosen !== null && names.includes(chosen) ? chosen : names[0];
  if (value === undefined) return null;
  return (
    <Setting name={name}>
      <Select
        label={words.choose(name)}
        value={value}
        options={names.map((each) => ({ value: each, label: titleOf(each) }))}
        onChange={setChosen}
        className="max-w-70"
      />
      <Button variant="danger" aria-label={words.these(titleOf(value))} onClick={() => onForget(value)}>
        {words.one}
      </Button>
    </Setting>
  );
}

const RETENTION_DAYS = [30, 90, 365];
const FOREVER = "forever";

interface LimitsProps {
  readonly settings: ConversationSettings;
}

/** Folders and projects that are left out. */
function LeaveOutPart({ settings }: LimitsProps) {
  const { common } = useText();
  const words = useText().conversations.leaveOut;
  return (
    <>
      <p className="text-ink-soft">{words.hint}</p>
      <Setting name={words.folders}>
        <NameList
          label={words.folder}
          placeholder={words.folderPlaceholder}
          field="excludedFolders"
          settings={settings}
        />
      </Setting>
      <Setting name={common.projects}>
        <NameList
          label={words.project}
          placeholder={words.projectPlaceholder}
          field="excludedProjects"
          settings={settings}
        />
      </Setting>
    </>
  );
}

interface NameListProps extends LimitsProps {
  readonly label: string;
  readonly placeholder: string;
  readonly field: "excludedFolders" | "excludedProjects";
}

function NameList({ label, placeholder, field, settings }: NameListProps) {
  const text = useText();
  const words = text.conversations.leaveOut;
  const change = useSettingsChange();
  const names = settings[field];
  const store = (next: readonly string[], options: ChangeOptions) => change.mutate({ [field]: [...next] }, options);
  return (
    <div className="flex w-full flex-col gap-1.5">
      {names.length > 0 && (
        <ul className="flex flex-col">
          {names.map((name) => (
            <li key={name} className="flex items-center gap-2">
              <span className="min-w-0 flex-1 truncate font-mono text-sm" title={name}>
                {markHidden(name)}
              </span>
              <IconButton
                label={words.readAgain(name)}
                icon={X}
                size="small"
                disabled={change.isPending}
                onClick={() =>
                  store(
                    names.filter((other) => other !== name),
                    { announced: true },
                  )
                }
              />
            </li>
          ))}
        </ul>
      )}
      <AddField
        label={label}
        placeholder={placeholder}
        action={text.common.leaveOut}
        error={change.isError ? errorSentence(change.error, text) : null}
        disabled={change.isPending}
        code
        onAdd={(name, onAdded) => store([...new Set([...names, name])], { onSuccess: onAdded })}
        onType={change.reset}
      />
    </div>
  );
}

/** How long conversations are kept. A shorter time removes conversations, so it is confirmed. */
function RetentionPart({ settings }: LimitsProps) {
  const text = useText();
  const words = text.conversations.retention;
  const change = useSettingsChange();
  const [asked, setAsked] = useState<number | null>(null);
  const { retentionDays } = settings;
  const days = [...new Set([...RETENTION_DAYS, ...(retentionDays === null ? [] : [retentionDays])])].sort(
    (a, b) => a - b,
  );
  const choose = (value: string) => {
    const chosen = value === FOREVER ? null : Number(value);
    const isShorter = chosen !== null && (retentionDays === null || chosen < retentionDays);
    if (isShorter) setAsked(chosen);
    else change.mutate({ retentionDays: chosen });
  };
  return (
    <Setting name={words.label} hint={words.hint}>
      <Select
        label={words.label}
        value={retentionDays === null ? FOREVER : String(retentionDays)}
        options={[
          { value: FOREVER, label: words.forever },
          ...days.map((each) => ({ value: String(each), label: words.days(each) })),
        ]}
        onChange={choose}
      />
      {change.isError && <p className="text-bad-text">{errorSentence(change.error, text)}</p>}
      <ConfirmDialog
        open={asked !== null}
        title={words.shorten(asked ?? 0)}
        description={words.shortenText}
        action={text.common.remove}
        onClose={() => setAsked(null)}
        onConfirm={() => asked !== null && change.mutate({ retentionDays: asked })}
      />
    </Setting>
  );
}

/** The switch of suggestions, the excluded projects and clients, and the effect of the decisions. */
function SuggestionSettings({ settings }: { readonly settings: ConversationSettings }) {
  const words = useText().conversations.suggestions;
  const change = useSettingsChange();
  const { suggestions, unsuggestedProjects, unsuggestedClients } = settings;
  const without = (names: readonly string[], name: string) => names.filter((other) => other !== name);
  const leftOut = [
    ...unsuggestedProjects.map((name) => ({
      name: markHidden(name),
      onRemove: () => change.mutate({ unsuggestedProjects: without(unsuggestedProjects, name) }),
    })),
    ...unsuggestedClients.map((name) => ({
      name: clientTitle(name),
      onRemove: () => change.mutate({ unsuggestedClients: without(unsuggestedClients, name) }),
    })),
  ];
  return (
    <>
      <Setting name={words.title} hint={words.hint}>
        <Switch
          label={words.label}
          checked={suggestions}
          disabled={change.isPending}
          onChange={(isOn) => change.mutate({ suggestions: isOn })}
        />
      </Setting>
      {leftOut.length > 0 && (
        <Setting name={words.never}>
          <ul className="flex w-full flex-col">
            {leftOut.map(({ name, onRemove }) => (
              <li key={name} className="flex items-center gap-2">
                <span className="min-w-0 flex-1 truncate text-sm">{name}</span>
                <IconButton
                  label={words.again(name)}
                  icon={X}
                  size="small"
                  disabled={change.isPending}
                  onClick={onRemove}
                />
              </li>
            ))}
          </ul>
        </Setting>
      )}
      <Learning />
    </>
  );
}

function Learning() {
  const text = useText();
  const words = text.conversations.suggestions;
  const learning = useBridgeQuery("suggestions.learning", {});
  const reset = useAction("suggestions.resetLearning", { stores: ["suggestions.learning", {}] });
  const { kept, rejected, kinds } = learning.data ?? { kept: 0, rejected: 0, kinds: {} };
  if (kept + rejected === 0) return null;
  return (
    <Setting name={words.learning} hint={words.learningHint}>
      <div className="flex w-full flex-col gap-1">
        <p>{words.keeps(kept, kept + rejected)}</p>
        <ul className="text-sm text-ink-faint">
          {SUGGESTION_KINDS.map((kind) => {
            const own = kinds[kind];
            if (own === undefined) return null;
            return <li key={kind}>{words.ofKind(words.kinds[kind], own.kept, own.kept + own.rejected)}</li>;
          })}
        </ul>
        <div>
          <Button size="small" icon={RotateCcw} disabled={reset.isPending} onClick={() => reset.mutate({})}>
            {words.reset}
          </Button>
        </div>
      </div>
    </Setting>
  );
}
