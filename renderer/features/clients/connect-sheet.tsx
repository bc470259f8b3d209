import { Check, ExternalLink, KeyRound, Package, ShieldAlert } from "lucide-react";
import { Fragment, useId, useState } from "react";
import type {
  ClientActivity,
  ClientConfiguration,
  ConfigurationSnippet,
  ExtensionBundle,
  KnownClient,
} from "../../../electron/window-api/contract.ts";
import { useBridge, useBridgeMutation, useBridgeQuery } from "../../data/use-bridge.tsx";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { SegmentedRow } from "../../ui/choice.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { useNoteText } from "../../ui/note-text.ts";
import { Pane } from "../../ui/pane.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { InlineError, Loaded } from "../../ui/states.tsx";
import { MoveOffer } from "../servers/moving/move-offer.tsx";
import { ContactLine } from "./contact-line.tsx";
import { PluginSection } from "./plugin-section.tsx";
import { SnippetBlock } from "./snippet-block.tsx";
import { type CatalogueClient, useCatalogue } from "./use-catalogue.ts";
import { ScopeChoice } from "./write/scope-choice.tsx";
import { WriteFile } from "./write/write-file.tsx";

interface ConnectSheetProps {
  /** The id of a client; null for the first that is installed. */
  readonly pickedId: string | null;
  readonly onPick: (id: string) => void;
  readonly onInstructions: () => void;
  readonly onClose: () => void;
}

/** Connects a client: choose it, write its file or copy the configuration, and wait for its first request. */
export function ConnectSheet({ pickedId, onPick, onInstructions, onClose }: ConnectSheetProps) {
  const { common } = useText();
  const text = useText().clients.sheet;
  const configurations = useBridgeQuery("clients.configurations", {});
  const known = useCatalogue();
  const seen = useBridgeQuery("clients.list", {});
  const clients = known.data?.map((each) => (each.isGeneric ? { ...each, title: text.anyOther } : each));
  const client =
    clients?.find(({ id }) => id === pickedId) ?? clients?.find(({ installed }) => installed) ?? clients?.[0];
  const configuration = configurations.data?.find(({ id }) => id === client?.id);
  const loadable = {
    data: clients === undefined || configurations.data === undefined || seen.isPending ? undefined : clients,
    error: configurations.error ?? known.error,
    refetch: () => Promise.all([configurations.refetch(), known.refetch()]),
  };
  return (
    <Pane title={common.connectClient} onClose={onClose}>
      <Loaded query={loadable} shape="lines" rows={6}>
        {(all) =>
          client === undefined || configuration === undefined ? (
            <p className="text-ink-soft">{text.none}</p>
          ) : (
            <>
              <ClientPicker clients={all} pickedId={client.id} onPick={onPick} />
              <ConnectSteps
                key={client.id}
                client={client}
                configuration={configuration}
                seen={seen.data ?? []}
                onInstructions={onInstructions}
              />
            </>
          )
        }
      </Loaded>
    </Pane>
  );
}

interface ClientPickerProps {
  readonly clients: readonly CatalogueClient[];
  readonly pickedId: string;
  readonly onPick: (id: string) => void;
}

/** The supported clients: installed clients first, with a check mark if they are connected. */
function ClientPicker({ clients, pickedId, onPick }: ClientPickerProps) {
  const text = useText().clients.sheet;
  const name = useId();
  const installed = clients.filter((client) => client.installed);
  const groups = [
    { title: text.installed, clients: installed },
    { title: installed.length === 0 ? text.pick : text.others, clients: clients.filter((client) => !client.installed) },
  ].filter((group) => group.clients.length > 0);
  return (
    <div className="space-y-3">
      {groups.map((group) => (
        <fieldset key={group.title} className="flex flex-wrap gap-1.5">
          <legend className="mb-1.5 text-sm text-ink-faint">{group.title}</legend>
          {group.clients.map((client) => (
            <label
              key={client.id}
              className="relative flex items-center gap-1 rounded-md px-2.5 py-1 text-ink-soft shadow-[inset_0_0_0_1px_var(--line-strong)] transition-colors hover:bg-hover has-checked:bg-accent-soft has-checked:text-accent-text has-checked:shadow-[inset_0_0_0_1px_var(--accent)] has-focus-visible:outline-2 has-focus-visible:outline-accent forced-colors:border forced-colors:has-checked:outline-2"
            >
              <input
                type="radio"
                name={name}
                checked={client.id === pickedId}
                onChange={() => onPick(client.id)}
                className="absolute inset-0 opacity-0"
              />
              {client.title}
              {client.isConnected && (
                <>
                  <Check size={13} className="text-good-text" aria-hidden />
                  <span className="sr-only">{text.isConnected}</span>
                </>
              )}
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  );
}

interface ConnectStepsProps {
  readonly client: CatalogueClient;
  readonly configuration: ClientConfiguration;
  /** The clients that have made requests. */
  readonly seen: readonly ClientActivity[];
  readonly onInstructions: () => void;
}

/** The steps for one client: choose the transport, write the file or copy the configuration, wait for a request. */
function ConnectSteps({ client, configuration, seen, onInstructions }: ConnectStepsProps) {
  const text = useText().clients;
  const { navigate } = useNavigation();
  const transports = client.transports;
  const [chosen, setChosen] = useState(transports[0] ?? "stdio");
  const [scope, setScope] = useState<"user" | "project">("user");
  const [project, setProject] = useState("");
  const snippets = configuration.snippets.filter((snippet) => snippet.transport === chosen);
  const path = snippets.find((snippet) => snippet.path !== null)?.path ?? null;
  const canWrite = client.writes[scope].includes(chosen);
  const hasPlugin = client.plugin !== null && client.plugin !== "absent";
  const [showsFile, setShowsFile] = useState(!hasPlugin);
  const contact = (
    <ContactLine
      client={client}
      seen={seen}
      path={hasPlugin && !showsFile ? null : path}
      otherTransport={transports.length > 1 && chosen === "http"}
      onInstructions={onInstructions}
    />
  );
  if (!showsFile) {
    return (
      <>
        <GrantNotice clientId={client.id} title={client.title} />
        <PluginSection client={client} />
        <Button size="small" variant="quiet" className="mt-3 -ml-2" onClick={() => setShowsFile(true)}>
          {text.plugin.byFileInstead}
        </Button>
        {contact}
      </>
    );
  }
  return (
    <>
      <GrantNotice clientId={client.id} title={client.title} />
      {hasPlugin && <p className="mt-4 text-warn-text">{text.plugin.fileToo}</p>}
      {transports.length > 1 && (
        <div className="mt-4">
          <SegmentedRow
            label={text.sheet.transport}
            options={transports.map((value) => ({ value, label: text.transport[value] }))}
            value={chosen}
            onChange={setChosen}
          />
        </div>
      )}
      {client.writes.project.length > 0 && (
        <ScopeChoice scope={scope} project={project} onScope={setScope} onProject={setProject} />
      )}
      {canWrite ? (
        <WriteFile
          key={`${chosen} ${scope}`}
          client={client}
          transport={chosen}
          scope={scope}
          project={scope === "project" ? project.trim() : null}
        />
      ) : (
        scope === "project" && <p className="mt-4 text-ink-soft">{text.write.projectTakesStdio(client.title)}</p>
      )}
      {scope === "user" && <LinkButton client={client} />}
      {client.hasExtension && <ExtensionButton />}
      {scope === "user" && <PluginSection client={client} />}
      {scope === "user" && canWrite && (
        <Disclosure summary={text.sheet.byHand} className="mt-4">
          <SnippetList snippets={snippets} client={configuration.title} best={false} />
        </Disclosure>
      )}
      {scope === "user" && !canWrite && <SnippetList snippets={snippets} client={configuration.title} best />}
      {client.isGeneric && (
        <Button
          size="small"
          variant="quiet"
          icon={KeyRound}
          className="mt-3 -ml-2"
          onClick={() => navigate({ place: "clients", path: ["token"] })}
        >
          {text.sheet.ownToken}
        </Button>
      )}
      <MoveOffer clientId={client.id} />
      {contact}
    </>
  );
}

interface SnippetListProps {
  readonly snippets: readonly ConfigurationSnippet[];
  readonly client: string;
  /** Whether copying is the recommended step. */
  readonly best: boolean;
}

function SnippetList({ snippets, client, best }: SnippetListProps) {
  const text = useText().clients.sheet;
  const noteText = useNoteText();
  return snippets.map((snippet, index) => (
    <Fragment key={`${snippet.kind} ${snippet.text}`}>
      {index > 0 && <p className="mt-4 text-sm text-ink-faint">{text.or}</p>}
      <SnippetBlock
        snippet={snippet}
        instructions={noteText(...snippet.instructions)}
        client={client}
        best={best && index === 0}
      />
    </Fragment>
  ));
}

/** Warns if the client's requests are refused whatever its file contains. */
function GrantNotice({ clientId, title }: { readonly clientId: string; readonly title: string }) {
  const text = useText().clients;
  const { navigate } = useNavigation();
  const grants = useBridgeQuery("clients.grants", {});
  const grant = grants.data?.find(({ subject }) => subject === clientId);
  if (grant === undefined || grant.state === "active") return null;
  return (
    <div className="mt-4 flex items-center gap-2.5 rounded-md bg-warn-soft px-3 py-2 text-warn-text">
      <ShieldAlert size={16} className="shrink-0" aria-hidden />
      <p className="min-w-0 flex-1">{text.access.state[grant.state]}</p>
      <Button size="small" onClick={() => navigate({ place: "clients", path: ["access", clientId] })}>
        {text.access.open(title)}
      </Button>
    </div>
  );
}

/** Opens the client's link: the application does so on a desktop, and the browser otherwise. */
function LinkButton({ client }: { readonly client: KnownClient }) {
  const text = useText().clients.write;
  const { host } = useBridge();
  const open = useBridgeMutation("connections.openLink");
  const { deepLink } = client;
  if (deepLink === null) return null;
  const follow = () => {
    if (host === "desktop") open.mutate({ clientId: client.id });
    else window.location.assign(deepLink);
  };
  return (
    <div className="mt-3">
      <Button icon={ExternalLink} onClick={follow}>
        {text.openIn(client.title)}
      </Button>
      <span className="ml-2 text-sm text-ink-faint">{text.linkHint}</span>
      <InlineError error={open.error} className="mt-2" />
    </div>
  );
}

/** Saves the bundle that the client installs on a double click. */
function ExtensionButton() {
  const text = useText().clients.extension;
  const bundle = useBridgeMutation("connections.extension", {
    onSuccess: ({ name, content }: ExtensionBundle) => saveFile(new Blob([decodeBase64(content)]), name),
  });
  return (
    <div className="mt-3">
      <Button icon={Package} disabled={bundle.isPending} onClick={() => bundle.mutate({})}>
        {text.save}
      </Button>
      <p role="status" className="mt-1.5 text-sm text-ink-faint">
        {bundle.isSuccess ? text.saved : text.hint}
      </p>
      <InlineError error={bundle.error} className="mt-2" />
    </div>
  );
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
