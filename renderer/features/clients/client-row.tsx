import clsx from "clsx";
import { ShieldCheck } from "lucide-react";
import type { ClientActivity, ClientGrant } from "../../../electron/ipc/contract.ts";
import type { Text } from "../../text/en.ts";
import { useText } from "../../text/use-text.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { formatAgo } from "./format-ago.ts";
import { limitsOf } from "./grant-words.ts";

interface ClientRowProps {
  readonly client: ClientActivity;
  /** What its token allows; undefined where it has none of its own. */
  readonly grant: ClientGrant | undefined;
  /** The client's name as people know it; the name on the wire where the catalogue has none. */
  readonly title: string;
  /** The owner's name for the token it came with; null where that tells nothing new. */
  readonly tokenName: string | null;
  readonly now: number;
  readonly onOpen: () => void;
  readonly onOpenAccess: () => void;
}

/** One client: its state in words, where it works and what it did today. */
export function ClientRow({ client, grant, title, tokenName, now, onOpen, onOpenAccess }: ClientRowProps) {
  const text = useText();
  const words = text.clients;
  return (
    <li className="flex items-center border-b border-line pr-2">
      <button
        type="button"
        onClick={onOpen}
        title={words.seeRequests(title)}
        className="focus-inset flex min-w-0 flex-1 items-start gap-3 px-4 py-2.5 text-left hover:bg-hover"
      >
        <span
          className={clsx("mt-1.5 size-2 shrink-0 rounded-full", client.connected ? "bg-good" : "bg-line-strong")}
          aria-hidden
        />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className="truncate font-medium">{title}</span>
            <span className="truncate text-sm text-ink-faint">
              {title === client.name ? client.version : `${client.name} ${client.version}`}
            </span>
          </span>
          <span className="block text-ink-soft">{stateOf(client, grant, tokenName, now, text)}</span>
        </span>
        <Today client={client} />
      </button>
      <IconButton label={words.access.open(title)} icon={ShieldCheck} size="small" onClick={onOpenAccess} />
    </li>
  );
}

/** "connected · 2026-07-28 · HTTP · last: search_memories 12 s ago" */
function stateOf(
  client: ClientActivity,
  grant: ClientGrant | undefined,
  tokenName: string | null,
  now: number,
  text: Text,
): string {
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

function Today({ client }: { readonly client: ClientActivity }) {
  const text = useText().clients.today;
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
    </span>
  );
}
