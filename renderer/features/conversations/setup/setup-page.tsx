import type { ConversationSettings, ConversationStatus } from "../../../../electron/core/conversations.ts";
import { useNavigation } from "../../../navigation/navigation.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { SettingGroup } from "../../../ui/setting.tsx";
import { ClientSources } from "./client-sources.tsx";
import { ForgetPart } from "./forget-part.tsx";
import { LeaveOutPart, RetentionPart } from "./limits-part.tsx";
import { MeaningState, ReadProblems, ScanState, StoredState } from "./scan-state.tsx";

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
