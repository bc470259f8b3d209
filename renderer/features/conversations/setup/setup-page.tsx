import { History, Trash2 } from "lucide-react";
import { useState } from "react";
import type {
  ConversationSettings,
  ConversationStatus,
  ForgetSelection,
} from "../../../../electron/core/conversations.ts";
import { useNavigation } from "../../../navigation/navigation.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { clientTitle } from "../../../ui/client-title.ts";
import { Select } from "../../../ui/select.tsx";
import { Setting, SettingGroup } from "../../../ui/setting.tsx";
import { ForgetDialog } from "../forget-dialog.tsx";
import { ClientSources } from "./client-sources.tsx";
import { LeaveOutPart, RetentionPart } from "./limits-part.tsx";
import { MeaningState, ReadProblems, ScanState, StoredState, useScanActions } from "./scan-state.tsx";

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
  const [asked, setAsked] = useState<ForgetSelection | null>(null);
  const clients = status.clients.filter(({ sessions }) => sessions > 0).map(({ client }) => client);
  const projects = status.projects.map(({ project }) => project);
  return (
    <>
      <Choice name={common.client} names={clients} titleOf={clientTitle} onForget={(client) => setAsked({ client })} />
      <Choice name={common.project} names={projects} onForget={(project) => setAsked({ project })} />
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
