import clsx from "clsx";
import { CheckCircle2, CircleAlert, CircleDashed } from "lucide-react";
import { useEffect, useState } from "react";
import { isClient } from "../../../electron/core/client-name.ts";
import type { RefusalReason, RequestSummary } from "../../../electron/core/request-log.ts";
import type { Text } from "../../../electron/text/en.ts";
import type { ClientActivity, KnownClient } from "../../../electron/window-api/contract.ts";
import { useBridgeEvent, useBridgeMutation, useBridgeQuery } from "../../data/use-bridge.tsx";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { useNoteText } from "../../ui/note-text.ts";
import { formatAgo, useNow } from "../../ui/time.tsx";

/** Help opens after this time: a client that was restarted has connected by then. */
const HELP_DELAY_MS = 20_000;

interface ContactLineProps {
  readonly client: KnownClient;
  /** The clients that have made requests. */
  readonly seen: readonly ClientActivity[];
  /** The file to check if the client does not connect; null for a command. */
  readonly path: string | null;
  /** Whether the other transport may be tried. */
  readonly otherTransport: boolean;
  readonly onInstructions: () => void;
}

const TONES: Readonly<Record<Contact["kind"], string>> = {
  waiting: "bg-sunken text-ink-soft",
  connected: "bg-good-soft text-good-text",
  refused: "bg-warn-soft text-warn-text",
};
const ICONS = { waiting: CircleDashed, connected: CheckCircle2, refused: CircleAlert };

/** Waits for the client's first request and shows it. */
export function ContactLine({ client, seen, path, otherTransport, onInstructions }: ContactLineProps) {
  const text = useText();
  const words = text.clients.contact;
  const { navigate } = useNavigation();
  const now = useNow();
  const contact = useContact(client, seen);
  const title = client.isGeneric ? words.theClient : client.title;
  const wasSeen = seen.some(({ name }) => isClient(name, client));
  const Icon = ICONS[contact.kind];
  return (
    <section aria-label={text.clients.sheet.proof} className="mt-5">
      <ServingNotice />
      <div
        className={clsx(
          "flex min-h-10 items-center gap-2.5 rounded-md px-3 py-2 transition-colors",
          TONES[contact.kind],
        )}
      >
        <Icon size={16} className={clsx("shrink-0", contact.kind === "waiting" && "animate-pulse")} aria-hidden />
        <p role="status" className="min-w-0 flex-1">
          {contact.kind === "waiting" && (wasSeen ? words.waitingAgain : words.waiting)(title)}
          {contact.kind === "refused" && refusedText(contact.request.refusal?.reason ?? null, text)}
          {contact.kind === "connected" && connectedText(contact, title, text)}
        </p>
        {contact.kind !== "waiting" && (
          <>
            <time className="shrink-0 text-sm" dateTime={contact.request.at}>
              {formatAgo(contact.request.at, now, text)}
            </time>
            <Button
              size="small"
              variant="quiet"
              onClick={() => navigate({ place: "activity", path: [String(contact.request.id)] })}
            >
              {words.seeActivity}
            </Button>
          </>
        )}
      </div>
      {contact.kind === "connected" ? (
        <Button size="small" variant="quiet" className="mt-1.5 -ml-2" onClick={onInstructions}>
          {words.instructions}
        </Button>
      ) : (
        <ContactHelp client={client} title={title} path={path} otherTransport={otherTransport} />
      )}
    </section>
  );
}

/** Follows the requests from now on. A client that is in `seen` now is not new. */
function useContact(client: KnownClient, seen: readonly ClientActivity[]): Contact {
  const [knownNames] = useState(() => new Set(seen.map(({ name }) => name)));
  const [contact, setContact] = useState<Contact>({ kind: "waiting" });
  useBridgeEvent("requests.recorded", (requests) =>
    setContact((current) => contactAfter(current, requests, client, knownNames)),
  );
  return contact;
}

/** The reason for a refused request and its remedy. @param reason null if the client is paused */
function refusedText(reason: RefusalReason | null, text: Text): string {
  const { refused } = text.clients.contact;
  if (reason === null) return refused.paused;
  if (reason === "expired" || reason === "revoked") return refused[reason];
  return text.common.sentences(reason === "missing" ? refused.missing : refused.unknown, refused.copyAgain);
}

function connectedText(contact: Extract<Contact, { kind: "connected" }>, title: string, text: Text): string {
  const words = text.clients.contact;
  const { request, expected } = contact;
  const name = expected ? title : (request.client?.name ?? title);
  const tool = request.target;
  // Messages of the protocol, such as the first one, say nothing to a person.
  if (tool === null) return expected ? words.connected(name) : words.connectedNew(name);
  return expected ? words.called(name, tool) : words.calledByNewClient(name, tool);
}

interface ContactHelpProps {
  readonly client: KnownClient;
  readonly title: string;
  readonly path: string | null;
  readonly otherTransport: boolean;
}

/** Troubleshooting steps while no request arrives. They open after a long wait. */
function ContactHelp({ client, title, path, otherTransport }: ContactHelpProps) {
  const words = useText().clients.contact;
  const noteText = useNoteText();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOpen(true), HELP_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  const steps = [
    client.help === null ? words.help.restart(title) : noteText(client.help),
    words.help.approve(title),
    ...(path === null ? [] : [words.help.path(path)]),
    words.help.ask,
    ...(otherTransport ? [words.help.stdio] : []),
  ];
  return (
    <Disclosure summary={words.helpTitle} open={isOpen} onToggle={setOpen} className="mt-3 text-sm text-ink-soft">
      <ol className="mt-1 list-decimal space-y-1 pl-5">
        {steps.map((step) => (
          <li key={step} className="break-words">
            {step}
          </li>
        ))}
      </ol>
    </Disclosure>
  );
}

/** The reason why no request can arrive while the application does not serve. */
function ServingNotice() {
  const { common } = useText();
  const words = useText().clients.contact;
  const status = useBridgeQuery("app.status", {});
  const resume = useBridgeMutation("app.setServing", { onSuccess: () => void status.refetch() });
  const serving = status.data?.serving ?? "serving";
  if (serving === "serving") return null;
  return (
    <div role="alert" className="mb-2 flex items-center gap-2 rounded-md bg-warn-soft px-3 py-2 text-warn-text">
      <span className="flex-1">{serving === "paused" ? words.paused : words.failed}</span>
      {serving === "paused" && (
        <Button size="small" onClick={() => resume.mutate({ serving: true })}>
          {common.resumeServing}
        </Button>
      )}
    </div>
  );
}

/** The state while the window waits for a client that was just connected. */
export type Contact =
  | { readonly kind: "waiting" }
  /** The client (`expected`) or an unknown client made a request. */
  | { readonly kind: "connected"; readonly expected: boolean; readonly request: RequestSummary }
  /** A request was refused, most often for an unknown or revoked token. */
  | { readonly kind: "refused"; readonly request: RequestSummary };

/** The part of a client that identifies its requests. */
export type ExpectedClient = Pick<KnownClient, "id" | "wireNames" | "isGeneric">;

/**
 * Updates the contact by a batch of recorded requests. A served request replaces a refused one, the expected client's
 * request another client's, and the first call the handshake.
 *
 * @param knownNames the names of the clients seen before the wait started
 */
export function contactAfter(
  contact: Contact,
  requests: readonly RequestSummary[],
  client: ExpectedClient,
  knownNames: ReadonlySet<string>,
): Contact {
  let next = contact;
  for (const request of requests) {
    if (request.direction === "sent" || isForeignPage(request)) continue;
    const name = request.client?.name;
    if (request.httpStatus === 401 || request.httpStatus === 403) {
      if (next.kind !== "connected" && mayBeFrom(request, client)) next = { kind: "refused", request };
    } else if (name !== undefined) {
      // The token identifies the client even if it uses another name.
      const expected = request.subject === client.id || isClient(name, client);
      const connected: Contact = { kind: "connected", expected, request };
      if ((expected || !knownNames.has(name)) && rankOf(connected) >= rankOf(next)) next = connected;
    }
  }
  return next;
}

/** Whether a request was refused because of its origin or host, which is a web page and not a client. */
function isForeignPage({ refusal }: RequestSummary): boolean {
  return refusal?.reason === "host" || refusal?.reason === "origin";
}

/** Whether a refused request may be from the client. */
function mayBeFrom({ refusal, subject }: RequestSummary, client: ExpectedClient): boolean {
  if (client.isGeneric) return true;
  const claimed = refusal === null ? subject : refusal.claimed;
  if (claimed === null || claimed === client.id || isClient(claimed, client)) return true;
  // The subject of an issued token is certain. Without one, `claimed` is only the name that the program sent.
  return refusal !== null && (refusal.reason === "missing" || refusal.reason === "invalid");
}

/** The rank of a contact: the expected client before others, then a tool call, another request, a notification. */
function rankOf(contact: Contact): number {
  if (contact.kind !== "connected") return 0;
  const { method, messageId } = contact.request;
  return (contact.expected ? 3 : 0) + (method === "tools/call" ? 2 : messageId === null ? 0 : 1);
}
