import { FolderSearch } from "lucide-react";
import { useState } from "react";
import type {
  ConversationSettings,
  ConversationStatus,
  ConversationSurvey,
} from "../../../../electron/core/conversations.ts";
import { useBridgeMutation, useBridgeQuery } from "../../../data/use-bridge.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { formatBytes } from "../../../ui/bytes.ts";
import { Switch } from "../../../ui/choice.tsx";
import { clientTitle } from "../../../ui/client-name.ts";
import { Form, PathField } from "../../../ui/field.tsx";
import { EmptyState, ErrorState, errorSentence, InlineError, Skeleton } from "../../../ui/states.tsx";
import { useConversationRoute } from "../use-conversation-route.ts";
import { useSettingsChange } from "./scan-state.tsx";

interface ClientSourcesProps {
  readonly settings: ConversationSettings;
  readonly status: ConversationStatus;
}

/** The clients with transcripts on this computer: how many, how large, since when, and a switch each. */
export function ClientSources({ settings, status }: ClientSourcesProps) {
  const text = useText();
  const words = text.conversations.survey;
  const { isSetup, openSetup } = useConversationRoute();
  const survey = useBridgeQuery("conversations.survey", {}, { refetchOnMount: "always" });
  const change = useSettingsChange();
  if (survey.data === undefined) {
    return survey.isError ? (
      <ErrorState error={survey.error} onRetry={() => void survey.refetch()} />
    ) : (
      <Skeleton rows={4} />
    );
  }
  const isListed = ({ client, transcripts, problem }: ConversationSurvey) =>
    transcripts > 0 ||
    problem !== undefined ||
    settings.clients.includes(client) ||
    status.clients.some((stored) => stored.client === client && stored.sessions > 0);
  const listed = survey.data.filter(isListed).toSorted((a, b) => b.bytes - a.bytes);
  const others = survey.data.filter((client) => !isListed(client)).map(({ client }) => clientTitle(client));
  const look = (
    <Button size="small" icon={FolderSearch} disabled={survey.isFetching} onClick={() => void survey.refetch()}>
      {text.common.lookAgain}
    </Button>
  );
  if (listed.length === 0) {
    return (
      <>
        <EmptyState icon={FolderSearch} title={words.noneTitle} text={words.noneText} actions={look} />
        <AddArchive />
      </>
    );
  }
  const enable = (client: string, isOn: boolean) => {
    // The first client that is switched on does not replace this page by the list.
    if (!isSetup) openSetup({ replace: true });
    const rest = settings.clients.filter((one) => one !== client);
    change.mutate({ clients: isOn ? [...rest, client] : rest });
  };
  return (
    <div>
      <ul className="flex flex-col divide-y divide-line">
        {listed.map((found) => (
          <ClientSource
            key={found.client}
            found={found}
            stored={status.clients.find(({ client }) => client === found.client)}
            isEnabled={settings.clients.includes(found.client)}
            isBusy={change.isPending}
            onEnable={(isOn) => enable(found.client, isOn)}
          />
        ))}
      </ul>
      <InlineError error={change.error} className="mt-2" />
      <div className="mt-3 flex items-start gap-3 text-sm text-ink-faint">
        <p className="min-w-0 flex-1">
          {others.length > 0 && words.notFound(new Intl.ListFormat(text.language).format(others))}
        </p>
        {look}
      </div>
      <AddArchive />
    </div>
  );
}

interface ClientSourceProps {
  readonly found: ConversationSurvey;
  readonly stored: ConversationStatus["clients"][number] | undefined;
  readonly isEnabled: boolean;
  readonly isBusy: boolean;
  readonly onEnable: (isOn: boolean) => void;
}

function ClientSource({ found, stored, isEnabled, isBusy, onEnable }: ClientSourceProps) {
  const text = useText();
  const words = text.conversations.survey;
  const title = clientTitle(found.client);
  const { transcripts, bytes, since, problem } = found;
  const day = new Intl.DateTimeFormat(text.language, { day: "numeric", month: "long", year: "numeric" });
  const facts = [
    words.transcripts(transcripts),
    ...(bytes > 0 ? [formatBytes(bytes)] : []),
    ...(since === null ? [] : [words.since(day.format(new Date(since)))]),
  ];
  return (
    <li className="flex items-center gap-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="font-medium">{title}</p>
        <p className="text-ink-soft">{facts.join(" · ")}</p>
        {stored !== undefined && stored.sessions > 0 && (
          <p className="text-sm text-ink-faint">
            {words.stored(stored.sessions, stored.messages)}
            {!isEnabled && `. ${words.stillStored}`}
          </p>
        )}
        {problem !== undefined && <p className="text-bad-text wrap-anywhere">{errorSentence(problem, text)}</p>}
      </div>
      <Switch label={words.read(title)} checked={isEnabled} disabled={isBusy} onChange={onEnable} />
    </li>
  );
}

/** Adds the export archive of a ChatGPT or Claude account, which can be in any folder. */
function AddArchive() {
  const text = useText();
  const words = text.conversations.archive;
  const [path, setPath] = useState("");
  const { isSetup, openSetup } = useConversationRoute();
  const add = useBridgeMutation("conversations.addArchive", {
    onSuccess() {
      setPath("");
      // The list does not replace this page when the first archive was added.
      if (!isSetup) openSetup({ replace: true });
    },
  });
  return (
    <Form className="mt-4" onSubmit={() => path.trim() !== "" && add.mutate({ path: path.trim() })}>
      <PathField
        label={words.label}
        hint={words.hint}
        error={add.isError ? errorSentence(add.error, text) : null}
        value={path}
        choose={{ file: words.chooseFile, folder: words.chooseFolder }}
        onChange={setPath}
      >
        <Button type="submit" disabled={add.isPending || path.trim() === ""}>
          {text.common.add}
        </Button>
      </PathField>
    </Form>
  );
}
