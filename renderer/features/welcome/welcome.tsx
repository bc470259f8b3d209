import clsx from "clsx";
import { ArrowRight, Check, FolderOpen, X } from "lucide-react";
import type { ReactNode } from "react";
import { isClient } from "../../../electron/core/client-name.ts";
import { type Memory, titleOf } from "../../../electron/core/memory.ts";
import type { ClientActivity, KnownClient } from "../../../electron/window-api/contract.ts";
import { useBridgeEvent, useBridgeMutation, useBridgeQuery } from "../../data/use-bridge.tsx";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Button, CopyButton, IconButton } from "../../ui/button.tsx";
import { clientName } from "../../ui/client-name.ts";
import { Code, OneLine } from "../../ui/inline-text.tsx";
import { KeyHint } from "../../ui/keys.tsx";
import { describeLastRequest } from "../../ui/last-request.ts";
import { Fact } from "../../ui/pane.tsx";
import { InlineError } from "../../ui/states.tsx";
import { useNow } from "../../ui/time.tsx";
import { useCatalogue } from "../clients/use-catalogue.ts";
import { useClients } from "../clients/use-clients.ts";
import { ConversationOffer } from "../conversations/setup/conversation-offer.tsx";
import { ImportOffer } from "../import/import-setting.tsx";

interface WelcomeProps {
  readonly sample: SampleMemory;
  readonly onClose: () => void;
}

/** The newest memory of all, whatever list the window shows. */
const NEWEST = { domain: "_", limit: 1 } as const;

/** The first steps: connect an assistant, save a memory, find the data. */
export function Welcome({ sample, onClose }: WelcomeProps) {
  const { common, welcome: words } = useText();
  // Another place does not follow the memories that are stored while it is open.
  const memories = useBridgeQuery("memories.list", NEWEST, { refetchOnMount: "always" });
  useBridgeEvent("memories.changed", () => void memories.refetch());
  const newest = memories.data?.items[0];
  return (
    <section aria-label={words.title} className="flex h-full flex-col">
      <header className="drag-region flex justify-end px-3 pt-3">
        <IconButton label={words.close} icon={X} onClick={onClose} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-8 pb-10 max-wide:px-5">
        <div className="max-w-160 min-[2000px]:mx-auto">
          <h1 className="text-xl font-semibold tracking-tight">{words.title}</h1>
          <p className="mt-1 mb-6 text-md text-pretty text-ink-soft">{words.text}</p>
          <ol className="flex flex-col gap-6">
            <ConnectStep />
            <SampleStep newest={newest} sample={sample} />
            <PlacesStep />
          </ol>
          <div className="mt-6 ml-9 flex flex-col gap-2 empty:hidden">
            <ImportOffer />
            <ConversationOffer />
          </div>
          <div className="mt-7 flex flex-wrap items-center gap-3 pl-9">
            <Button onClick={onClose}>{common.done}</Button>
            <span className="text-sm text-ink-faint">{words.again}</span>
          </div>
        </div>
      </div>
    </section>
  );
}

/** Maximum number of clients with a button of their own. */
const MAX_OFFERED = 4;

/** Offers the clients on this computer. Done when one has sent a request. */
function ConnectStep() {
  const text = useText();
  const words = text.welcome.connect;
  const { navigate } = useNavigation();
  const catalogue = useCatalogue();
  const seen = useClients().data ?? [];
  const [newest] = seen.toSorted((one, other) => other.lastSeenAt.localeCompare(one.lastSeenAt));
  const isSeen = (client: KnownClient) =>
    seen.some(({ name, subject }) => subject === client.id || isClient(name, client));
  const unseen = (catalogue.data ?? []).filter((client) => client.installed && !isSeen(client));
  const waiting = unseen.filter(({ isConnected }) => isConnected);
  const installed = unseen.filter(({ isConnected }) => !isConnected);
  const isFirst = !catalogue.isPending && unseen.length === 0 && newest === undefined;
  const openSheet = (id?: string) =>
    navigate({ place: "clients", path: id === undefined ? ["connect"] : ["connect", id] });
  return (
    <Step number={1} title={words.title} done={newest !== undefined}>
      {newest === undefined ? (
        waiting.length === 0 && (
          <p className="text-pretty text-ink-soft">{installed.length > 0 ? words.text : words.textNone}</p>
        )
      ) : (
        <LastClient client={newest} catalogue={catalogue.data ?? []} />
      )}
      {waiting.length > 0 && (
        <p className="text-pretty text-ink-soft">
          {words.waiting(new Intl.ListFormat(text.language).format(waiting.map(({ title }) => title)))}
        </p>
      )}
      <InlineError error={catalogue.error} onRetry={() => void catalogue.refetch()} />
      <div className="flex flex-wrap gap-1.5">
        {installed.slice(0, MAX_OFFERED).map((client) => (
          <Button
            key={client.id}
            variant={newest === undefined && waiting.length === 0 && client === installed[0] ? "primary" : "secondary"}
            onClick={() => openSheet(client.id)}
          >
            {words.connect(client.title)}
          </Button>
        ))}
        <Button variant={isFirst ? "primary" : "quiet"} onClick={() => openSheet()}>
          {isFirst ? words.choose : words.other}
          <ArrowRight size={13} aria-hidden />
        </Button>
      </div>
    </Step>
  );
}

interface LastClientProps {
  readonly client: ClientActivity;
  readonly catalogue: readonly KnownClient[];
}

/** The client that last sent a request, and its method. */
function LastClient({ client, catalogue }: LastClientProps) {
  const text = useText();
  const now = useNow();
  const title = catalogue.find((known) => isClient(client.name, known))?.title ?? client.name;
  return (
    <p className="text-good-text">
      {text.welcome.connect.connected(title)}{" "}
      <span className="text-ink-faint">{describeLastRequest(client, now, text)}</span>
    </p>
  );
}

/** Captures the sample memory. */
export interface SampleMemory {
  capture(): Promise<void>;
  readonly isBusy: boolean;
}

interface SampleStepProps {
  /** The newest memory; undefined if there is none. */
  readonly newest: Memory | undefined;
  readonly sample: SampleMemory;
}

/** Offers a sample memory and a prompt for an assistant. Done when there is a memory. */
function SampleStep({ newest, sample }: SampleStepProps) {
  const text = useText();
  const words = text.welcome.sample;
  const { navigate } = useNavigation();
  return (
    <Step number={2} title={words.title} done={newest !== undefined}>
      {newest === undefined ? (
        <p className="text-pretty text-ink-soft">{words.text}</p>
      ) : (
        <div className="flex items-center gap-1 rounded-md bg-good-soft py-1 pr-1 pl-3">
          <OneLine className="min-w-0 flex-1">{titleOf(newest.content)}</OneLine>
          <span className="shrink-0 text-sm text-ink-soft">
            {newest.client === null
              ? text.memories.meta.capturedByYou
              : text.memories.meta.capturedBy(clientName(newest.client, text))}
          </span>
          <Button
            size="small"
            variant="quiet"
            onClick={() => navigate({ place: "memories", path: ["all", newest.id] })}
          >
            {words.open}
            <ArrowRight size={13} aria-hidden />
          </Button>
        </div>
      )}
      {(newest === undefined || newest.client === null) && (
        <>
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5 text-ink-soft">
            {newest === undefined && (
              <Button disabled={sample.isBusy} onClick={() => void sample.capture()}>
                {words.write}
              </Button>
            )}
            {newest === undefined ? words.orTell : words.tell}
          </div>
          <p className="flex items-center gap-1 rounded-md bg-sunken py-1 pr-1 pl-3">
            <q className="min-w-0 flex-1" data-selectable>
              {words.prompt}
            </q>
            <CopyButton size="small" variant="quiet" value={words.prompt} />
          </p>
        </>
      )}
    </Step>
  );
}

/** Shows the data folder, the backups and the two most important shortcuts. */
function PlacesStep() {
  const text = useText();
  const words = text.welcome.places;
  const status = useBridgeQuery("app.status", {}).data;
  const openFolder = useBridgeMutation("app.openDataFolder");
  const isDesktop = status?.host === "desktop";
  return (
    <Step number={3} title={words.title} done={null}>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-0.5 leading-6 text-ink-soft">
        <Fact name={words.folder}>
          {status !== undefined && (
            <span className="flex flex-wrap items-center gap-x-1">
              <Code className="min-w-0 break-all text-ink">{status.dataFolder}</Code>
              <CopyButton size="small" variant="quiet" value={status.dataFolder} />
              {isDesktop && (
                <Button size="small" variant="quiet" icon={FolderOpen} onClick={() => openFolder.mutate({})}>
                  {text.common.openFolder}
                </Button>
              )}
            </span>
          )}
          <InlineError error={openFolder.error} />
        </Fact>
        <Fact name={text.common.backups}>{words.backupsText}</Fact>
        <Fact name={isDesktop ? words.tray : text.common.service}>
          {isDesktop ? words.trayText : words.serviceText}
        </Fact>
        <Fact name={words.keys}>
          <KeyHint keys="mod+k" /> {words.palette} <span aria-hidden>·</span> <KeyHint keys="?" /> {words.shortcuts}
        </Fact>
      </dl>
    </Step>
  );
}

interface StepProps {
  readonly number: number;
  readonly title: string;
  /** Null for a step that has nothing to do. */
  readonly done: boolean | null;
  readonly children: ReactNode;
}

/** One step. A check replaces its number when it is done. */
function Step({ number, title, done, children }: StepProps) {
  const text = useText();
  return (
    <li className="grid grid-cols-[24px_minmax(0,1fr)] gap-x-3">
      <span
        aria-hidden
        className={clsx(
          "flex size-6 items-center justify-center rounded-full text-sm font-medium transition-colors forced-colors:border",
          done === true ? "bg-good-soft text-good-text" : "bg-sunken text-ink-soft",
        )}
      >
        {done === true ? <Check size={14} strokeWidth={2.25} /> : number}
      </span>
      <div className="flex min-w-0 flex-col gap-2">
        <h2 className="font-semibold leading-6">
          {title}
          {done === true && <span className="sr-only"> ({text.welcome.done})</span>}
        </h2>
        {children}
      </div>
    </li>
  );
}
