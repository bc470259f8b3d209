import { FolderSearch } from "lucide-react";
import { useState } from "react";
import type { ClientMemoryStatus, ClientMemorySurvey } from "../../../../electron/core/client-memories.ts";
import { useBridgeQuery } from "../../../data/use-bridge.tsx";
import { useNavigation } from "../../../navigation/navigation.tsx";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { clientTitle } from "../../../ui/client-name.ts";
import { Disclosure } from "../../../ui/disclosure.tsx";
import { Switch } from "../../../ui/field.tsx";
import { SettingGroup } from "../../../ui/setting.tsx";
import { ErrorState, errorSentence, InlineError, Skeleton } from "../../../ui/states.tsx";
import { useClock } from "../../../ui/time.tsx";
import { EntryCounts } from "./entry-counts.tsx";
import { useWatch } from "./use-watch.ts";
import { WatchedFiles } from "./watched-files.tsx";

/** The assistants' own memories: the sources, each with a switch, and the outcome of their entries. */
export function ClientMemorySettings() {
  const text = useText().clientMemories;
  const [isAsked, setAsked] = useState(false);
  const status = useBridgeQuery("clientMemories.status", {});
  const isOff = status.data?.state === "off";
  return (
    <SettingGroup title={text.title}>
      <p className="text-sm text-ink-faint">{text.hint}</p>
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
    </SettingGroup>
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
