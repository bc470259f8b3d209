import { KeyRound, Library, type LucideIcon, Plus, ScrollText, ShieldCheck, Unplug } from "lucide-react";
import type { ReactNode } from "react";
import type { RequestSummary } from "../../../electron/core/request-log.ts";
import type { ClientUseDay } from "../../../electron/core/use.ts";
import type { Text } from "../../../electron/text/en.ts";
import { localDay } from "../../../electron/text/local-time.ts";
import type { ClientActivity, ClientGrant } from "../../../electron/window-api/contract.ts";
import { commandsOf } from "../../commands/command.ts";
import { useCommands } from "../../commands/commands.tsx";
import { useBridgeEvent, useBridgeQuery } from "../../data/use-bridge.tsx";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { describeLastRequest } from "../../ui/last-request.ts";
import { HOLLOW_DOT, ListRow, RowList } from "../../ui/list-row.tsx";
import { Place } from "../../ui/place.tsx";
import { useRowSelection } from "../../ui/row-selection.tsx";
import { formatAgo, useNow } from "../../ui/time.tsx";
import { AccessPane } from "./access/access-pane.tsx";
import { daysLeft } from "./access/expiry.ts";
import { NewTokenPane } from "./access/new-token-pane.tsx";
import { accessPath, type ClientEntries, clientEntries, type SeenClient, type UnseenClient } from "./client-entries.ts";
import { ConnectSheet } from "./connect-sheet.tsx";
import { InstructionsPane } from "./instructions-pane.tsx";
import { useCatalogue } from "./use-catalogue.ts";
import { useClients } from "./use-clients.ts";
import { useManyClients } from "./use-many-clients.tsx";
import { RefreshFiles } from "./write/refresh-files.tsx";

/** The clients that use this memory, and a pane to connect or govern one. */
export function ClientsView() {
  const { common, frame, clients: text } = useText();
  const { route, navigate } = useNavigation();
  const clients = useClients();
  const catalogue = useCatalogue();
  const grants = useBridgeQuery("clients.grants", {}, { refetchOnMount: "always" });
  const [opened, name = null, program = null] = route.path;
  const open = (...path: readonly string[]) =>
    navigate({ place: "clients", path }, { replace: opened !== undefined && opened === path[0] });
  const close = () => navigate({ place: "clients" }, { replace: true });
  const command = commandsOf("clients", frame.clients);
  useCommands([
    command("connect", common.connectClient, () => open("connect"), { icon: Plus, keys: ["c"] }),
    command("token", text.tokens.open, () => open("token"), { icon: KeyRound }),
    command("instructions", text.instructions.title, () => open("instructions"), { icon: ScrollText }),
  ]);

  const known = catalogue.data ?? [];
  const entries = clientEntries(clients.data ?? [], grants.data ?? [], known);
  const isLoaded = clients.data !== undefined && grants.data !== undefined && !catalogue.isPending;
  const connectButton = (
    <Button variant="primary" icon={Plus} onClick={() => open("connect")}>
      {common.connectClient}
    </Button>
  );
  const panes: Readonly<Record<string, () => ReactNode>> = {
    connect: () => (
      <ConnectSheet
        pickedId={name}
        onPick={(id) => open("connect", id)}
        onInstructions={() => open("instructions")}
        onClose={close}
      />
    ),
    access: () => (
      <AccessPane
        key={`${name} ${program}`}
        subject={name ?? ""}
        title={
          [...entries.connected, ...entries.seenBefore].find(({ client }) => client.name === program)?.title ??
          program ??
          known.find(({ id }) => id === name)?.title ??
          name ??
          ""
        }
        isKnown={known.some(({ id }) => id === name)}
        hasHooks={known.some(({ id, hasHooks }) => id === name && hasHooks)}
        onClose={close}
      />
    ),
    token: () => <NewTokenPane onOpenAccess={(subject) => open("access", subject)} onClose={close} />,
    instructions: () => <InstructionsPane onClose={close} />,
  };
  return (
    <Place
      id="clients"
      title={frame.clients}
      paneWidth={520}
      query={{
        data: isLoaded ? entries : undefined,
        error: clients.error ?? grants.error,
        refetch: () => Promise.all([clients.refetch(), grants.refetch()]),
      }}
      isEmpty={({ connected, seenBefore, unseen }) => connected.length + seenBefore.length + unseen.length === 0}
      empty={{
        icon: Unplug,
        title: text.empty.title,
        text: text.empty.text,
        actions: opened === "connect" ? undefined : connectButton,
      }}
      tools={
        <>
          <ToolButton icon={ScrollText} title={text.instructions.open} onClick={() => open("instructions")} />
          <ToolButton icon={KeyRound} title={text.tokens.open} onClick={() => open("token")} />
        </>
      }
      actions={opened !== "connect" && connectButton}
      notices={
        <>
          <RefreshFiles
            except={opened === "access" ? name : null}
            className="max-h-3/5 shrink-0 overflow-y-auto border-b border-line"
          />
          <RefusedLine />
        </>
      }
      pane={opened === undefined ? null : (panes[opened]?.() ?? null)}
    >
      {(loaded) => <ClientList entries={loaded} />}
    </Place>
  );
}

interface ToolButtonProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly onClick: () => void;
}

/** A button in the header; in a narrow pane only its icon. */
function ToolButton({ icon, title, onClick }: ToolButtonProps) {
  return (
    <Button variant="quiet" icon={icon} title={title} onClick={onClick}>
      <span className="@max-[500px]:sr-only">{title}</span>
    </Button>
  );
}

/** The largest page of the request log. A row may represent many refused requests. */
const MAX_REFUSED_ROWS = 500;

/** Whether a request was refused for its token, and not for its host or origin. */
function hasBadToken({ refusal }: RequestSummary): boolean {
  return refusal !== null && refusal.reason !== "host" && refusal.reason !== "origin";
}

/** The number of requests without a valid token today, as a link to them; nothing if there are none. */
function RefusedLine() {
  const words = useText();
  const now = useNow();
  const { navigate } = useNavigation();
  const refused = useBridgeQuery(
    "requests.list",
    { refused: true, limit: MAX_REFUSED_ROWS },
    { refetchOnMount: "always" },
  );
  useBridgeEvent("requests.recorded", (rows) => {
    if (rows.some(hasBadToken)) void refused.refetch();
  });
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const today = refused.data?.items.filter((row) => Date.parse(row.at) >= midnight && hasBadToken(row)) ?? [];
  const requests = today.reduce((sum, { refusal }) => sum + (refusal?.requests ?? 0), 0);
  const [last] = today;
  if (last === undefined) return null;
  return (
    <button
      type="button"
      className="focus-inset flex w-full items-center gap-2 border-b border-line px-4 py-2 text-left text-sm text-ink-soft hover:bg-hover"
      onClick={() => navigate({ place: "activity", query: { refused: "yes" } })}
    >
      <KeyRound size={14} className="shrink-0 text-bad-text" aria-hidden />
      {words.clients.refused(requests, formatAgo(last.at, now, words))}
    </button>
  );
}

/** An expiry is shown this many days before it: two weeks include a weekend on which nobody renews. */
const EXPIRY_NOTICE_DAYS = 14;

/** The clients that are connected, were connected, or have access. A row opens its requests, or how to connect it. */
function ClientList({ entries }: { readonly entries: ClientEntries }) {
  const text = useText().clients;
  const now = useNow();
  const { entriesOf, dialog } = useManyClients();
  const { connected, seenBefore, unseen } = entries;
  const all = [
    ...[...connected, ...seenBefore].map((entry) => ({ key: keyOfSeen(entry), grant: entry.grant })),
    ...unseen.map((entry) => ({ key: keyOfUnseen(entry), grant: entry.grant })),
  ];
  const rows = useRowSelection(
    "clients",
    all.map(({ key }) => key),
    (keys) => {
      const grants = all.filter(({ key }) => keys.includes(key)).flatMap(({ grant }) => grant ?? []);
      // Several programs may use one token.
      return entriesOf([...new Set(grants)]);
    },
  );
  return (
    <RowList selection={rows}>
      {dialog}
      <Group title={text.connectedNow}>{entries.connected.map((entry) => seenRow(entry, now))}</Group>
      <Group title={text.seenBefore}>{entries.seenBefore.map((entry) => seenRow(entry, now))}</Group>
      <Group title={text.notSeen}>
        {entries.unseen.map((entry) => (
          <UnseenRow key={keyOfUnseen(entry)} entry={entry} now={now} />
        ))}
      </Group>
    </RowList>
  );
}

/** Different from the keys of the other group: a program may have the name of a token. */
const keyOfSeen = ({ client }: SeenClient) => `seen ${client.name} ${client.version} ${client.subject}`;
const keyOfUnseen = ({ subject }: UnseenClient) => `unseen ${subject}`;

function seenRow(entry: SeenClient, now: number) {
  return <SeenRow key={keyOfSeen(entry)} entry={entry} now={now} />;
}

function Group({ title, children }: { readonly title: string; readonly children: readonly ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className="px-4 pt-4 pb-1 text-sm text-ink-faint">{title}</h2>
      <ul className="border-t border-line">{children}</ul>
    </section>
  );
}

/** A client that has made requests: its state, and today's figures. */
function SeenRow({ entry, now }: { readonly entry: SeenClient; readonly now: number }) {
  const text = useText();
  const words = text.clients;
  const { navigate } = useNavigation();
  const { client, title } = entry;
  return (
    <ListRow
      itemKey={keyOfSeen(entry)}
      name={title}
      detail={title === client.name ? client.version : `${client.name} ${client.version}`}
      dot={client.connected ? "bg-good" : "bg-line-strong"}
      title={words.seeRequests(title)}
      figures={<Today client={client} now={now} />}
      actions={<AccessButton path={accessPath(client)} title={title} />}
      menu={[
        {
          label: words.access.title(title),
          icon: ShieldCheck,
          onSelect: () => navigate({ place: "clients", path: accessPath(client) }),
        },
        {
          label: text.frame.memories,
          icon: Library,
          onSelect: () => navigate({ place: "memories", path: ["all"], query: { client: client.name } }),
        },
      ]}
      onOpen={() => navigate({ place: "activity", query: { client: client.name } })}
    >
      <span className="block text-ink-soft">{stateOf(entry, now, text)}</span>
      <UseShare subject={client.subject ?? client.name} />
    </ListRow>
  );
}

/** "connected · in acme/shop · last: search memories 12 s ago" */
function stateOf({ client, grant, tokenName }: SeenClient, now: number, text: Text): string {
  const words = text.clients;
  return [
    ...limitsOf(grant, now, text),
    client.connected ? words.connected : null,
    tokenName === null ? null : words.withToken(tokenName),
    client.project === null ? null : words.project(client.project),
    client.sessions > 1 ? words.sessions(client.sessions) : null,
    describeLastRequest(client, now, text),
  ]
    .filter((part) => part !== null)
    .join(" · ");
}

function Today({ client, now }: { readonly client: ClientActivity; readonly now: number }) {
  const text = useText().clients.today;
  const today = client.tokenDays.find(({ day }) => day === localDay(now));
  const tokens = (today?.tokensIn ?? 0) + (today?.tokensOut ?? 0);
  if (client.requestsToday === 0) {
    return <span className="shrink-0 text-sm text-ink-faint">{text.quiet}</span>;
  }
  return (
    <span className="shrink-0 text-right text-sm text-ink-soft">
      <span className="block">{text.requests(client.requestsToday)}</span>
      <span className="block text-ink-faint">
        {client.capturesToday > 0 && text.captures(client.capturesToday)}
        {client.capturesToday > 0 && client.errorsToday > 0 && " · "}
        {client.errorsToday > 0 && <span className="font-medium text-bad-text">{text.errors(client.errorsToday)}</span>}
      </span>
      {tokens > 0 && <span className="block text-ink-faint tabular-nums">{text.tokens(tokens)}</span>}
    </span>
  );
}

/** A client that has access and has not connected, with the reason for the row and its limits. */
function UnseenRow({ entry, now }: { readonly entry: UnseenClient; readonly now: number }) {
  const text = useText();
  const words = text.clients;
  const { navigate } = useNavigation();
  const { subject, title, grant, isKnown, connectedBy } = entry;
  const lastUsedAt = grant?.lastUsedAt ?? null;
  const state = [
    lastUsedAt === null ? words.neverConnected : words.tokenUsed(formatAgo(lastUsedAt, now, text)),
    ...limitsOf(grant, now, text),
    connectedBy === null ? null : words.connectedBy[connectedBy],
  ].filter((part) => part !== null);
  return (
    <ListRow
      itemKey={keyOfUnseen(entry)}
      name={
        <>
          {title}
          {!isKnown && <KeyRound size={13} className="ml-1.5 inline text-ink-faint" aria-label={words.ownToken} />}
        </>
      }
      dot={HOLLOW_DOT}
      menu={[
        {
          label: words.access.title(title),
          icon: ShieldCheck,
          onSelect: () => navigate({ place: "clients", path: ["access", subject] }),
        },
      ]}
      actions={<AccessButton path={["access", subject]} title={title} />}
      onOpen={() => navigate({ place: "clients", path: [isKnown ? "connect" : "access", subject] })}
    >
      <span className="block text-ink-soft">{state.join(" · ")}</span>
    </ListRow>
  );
}

function AccessButton({ path, title }: { readonly path: readonly string[]; readonly title: string }) {
  const text = useText().clients.access;
  const { navigate } = useNavigation();
  const open = () => navigate({ place: "clients", path });
  return <IconButton label={text.open(title)} icon={ShieldCheck} size="small" onClick={open} />;
}

/** The limits of a grant, with null for each limit that it does not have. */
function limitsOf(grant: ClientGrant | undefined, now: number, text: Text): readonly (string | null)[] {
  if (grant === undefined) return [];
  const words = text.clients.access.short;
  const days = grant.state === "revoked" ? null : daysLeft(grant.expiresAt, now);
  return [
    grant.state === "active" ? null : words[grant.state],
    days !== null && days <= EXPIRY_NOTICE_DAYS ? words.endsIn(days) : null,
    grant.access === "write" ? null : words[grant.access],
    grant.domains === null && grant.namespaces === null ? null : words.limited,
    grant.injection ? null : words.noInjection,
  ];
}

const NONE: readonly ClientUseDay[] = [];
/** The height of a bar of 100 %, in pixels. */
const HEIGHT = 14;

/** The share of the memories given to a client that its answers used, in total and by day; nothing if it is not known. */
function UseShare({ subject }: { readonly subject: string }) {
  const words = useText().use;
  const { data = NONE } = useBridgeQuery("use.byClient", {}, { refetchOnMount: "always" });
  const days = data
    .filter((day) => day.subject === subject && day.given > day.unknown)
    .map(({ day, given, used, unknown }) => ({ day, used, known: given - unknown }));
  if (days.length === 0) return null;
  const sum = (value: (day: (typeof days)[number]) => number) => days.reduce((total, day) => total + value(day), 0);
  const title = words.clientTitle(days.map(({ day, used, known }) => words.day(day, used, known)));
  return (
    <span className="flex items-end gap-2 text-sm text-ink-faint" title={title}>
      <span className="flex items-end gap-px" aria-hidden>
        {days.map(({ day, used, known }) => (
          <span
            key={day}
            className="w-1 rounded-[1px] bg-accent"
            style={{ height: `${Math.max(1, Math.round((HEIGHT * used) / known))}px` }}
          />
        ))}
      </span>
      {words.client(
        sum(({ used }) => used),
        sum(({ known }) => known),
      )}
    </span>
  );
}
