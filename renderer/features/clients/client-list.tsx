import { KeyRound, ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import type { Text } from "../../../electron/text/en.ts";
import type { ClientActivity, ClientGrant } from "../../../electron/window-api/contract.ts";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { HOLLOW_DOT, ListRow, RowList } from "../../ui/list-row.tsx";
import { useNow } from "../../ui/relative-time.tsx";
import { formatAgo } from "../../ui/time.ts";
import { daysLeft } from "./access/expiry.ts";
import type { ClientEntries, SeenClient, UnseenClient } from "./client-entries.ts";

/** An expiry is shown this many days before it: two weeks include a weekend on which nobody renews. */
const EXPIRY_NOTICE_DAYS = 14;

/** The clients that are connected, were connected, or have access. A row opens its requests, or how to connect it. */
export function ClientList({ entries }: { readonly entries: ClientEntries }) {
  const text = useText().clients;
  const now = useNow();
  return (
    <RowList>
      <Group title={text.connectedNow}>{entries.connected.map((entry) => seenRow(entry, now))}</Group>
      <Group title={text.seenBefore}>{entries.seenBefore.map((entry) => seenRow(entry, now))}</Group>
      <Group title={text.notSeen}>
        {entries.unseen.map((entry) => (
          <UnseenRow key={entry.subject} entry={entry} now={now} />
        ))}
      </Group>
    </RowList>
  );
}

function seenRow(entry: SeenClient, now: number) {
  return <SeenRow key={`${entry.client.name} ${entry.client.version}`} entry={entry} now={now} />;
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

interface SeenRowProps {
  readonly entry: SeenClient;
  readonly now: number;
}

/** A client that has made requests: its state, and today's figures. */
function SeenRow({ entry, now }: SeenRowProps) {
  const text = useText();
  const words = text.clients;
  const { navigate } = useNavigation();
  const { client, title } = entry;
  return (
    <ListRow
      name={title}
      detail={title === client.name ? client.version : `${client.name} ${client.version}`}
      dot={client.connected ? "bg-good" : "bg-line-strong"}
      title={words.seeRequests(title)}
      figures={<Today client={client} now={now} />}
      actions={<AccessButton subject={client.subject ?? client.name} title={title} />}
      onOpen={() => navigate({ place: "activity", query: { client: client.name } })}
    >
      <span className="block text-ink-soft">{stateOf(entry, now, text)}</span>
    </ListRow>
  );
}

/** "connected · 2026-07-28 · HTTP · last: search_memories 12 s ago" */
function stateOf({ client, grant, tokenName }: SeenClient, now: number, text: Text): string {
  const words = text.clients;
  const ago = formatAgo(client.lastSeenAt, now, text);
  return [
    ...limitsOf(grant, now, text),
    client.connected ? words.connected : null,
    tokenName === null ? null : words.withToken(tokenName),
    client.project === null ? null : words.project(client.project),
    client.protocolVersion,
    words.transport[client.transport],
    client.sessions > 1 ? words.sessions(client.sessions) : null,
    client.lastMethod === null ? words.lastSeen(ago) : words.last(client.lastMethod, ago),
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

/** The day in the machine's time zone, as the log writes it: `2026-11-21`. */
function localDay(time: number): string {
  return new Date(time).toLocaleDateString("sv");
}

interface UnseenRowProps {
  readonly entry: UnseenClient;
  readonly now: number;
}

/** A client that has access and has not connected, with the reason for the row and its limits. */
function UnseenRow({ entry, now }: UnseenRowProps) {
  const text = useText();
  const words = text.clients;
  const { navigate } = useNavigation();
  const { subject, title, grant, isKnown, inFile } = entry;
  const lastUsedAt = grant?.lastUsedAt ?? null;
  const state = [
    lastUsedAt === null ? words.neverConnected : words.tokenUsed(formatAgo(lastUsedAt, now, text)),
    ...limitsOf(grant, now, text),
    inFile ? words.inFile : null,
  ].filter((part) => part !== null);
  return (
    <ListRow
      name={
        <>
          {title}
          {!isKnown && <KeyRound size={13} className="ml-1.5 inline text-ink-faint" aria-label={words.ownToken} />}
        </>
      }
      dot={HOLLOW_DOT}
      actions={<AccessButton subject={subject} title={title} />}
      onOpen={() => navigate({ place: "clients", path: [isKnown ? "connect" : "access", subject] })}
    >
      <span className="block text-ink-soft">{state.join(" · ")}</span>
    </ListRow>
  );
}

function AccessButton({ subject, title }: { readonly subject: string; readonly title: string }) {
  const text = useText().clients.access;
  const { navigate } = useNavigation();
  const open = () => navigate({ place: "clients", path: ["access", subject] });
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
