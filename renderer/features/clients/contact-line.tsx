import clsx from "clsx";
import { CheckCircle2, CircleAlert, CircleDashed } from "lucide-react";
import type { RefusalReason } from "../../../electron/core/request-log.ts";
import type { ClientActivity, ClientConfiguration } from "../../../electron/ipc/contract.ts";
import { useNavigation } from "../../navigation/navigation.tsx";
import type { Text } from "../../text/en.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { ContactHelp } from "./contact-help.tsx";
import { ANY_OTHER_ID, type Contact, isClient } from "./first-contact.ts";
import { formatAgo } from "./format-ago.ts";
import { ServingNotice } from "./serving-notice.tsx";
import { useFirstContact } from "./use-first-contact.ts";
import { useNow } from "./use-now.ts";

interface ContactLineProps {
  readonly configuration: ClientConfiguration;
  readonly known: readonly ClientActivity[];
  /** The file to look at when nothing comes; null for commands. */
  readonly path: string | null;
  /** Whether there is another way in to try. */
  readonly otherWay: boolean;
  readonly onInstructions: () => void;
}

const TONES: Readonly<Record<Contact["kind"], string>> = {
  waiting: "bg-sunken text-ink-soft",
  spoke: "bg-good-soft text-good-text",
  refused: "bg-warn-soft text-warn-text",
};
const ICONS = { waiting: CircleDashed, spoke: CheckCircle2, refused: CircleAlert };

/** The proof: waits for the client's first request and says when it came. */
export function ContactLine({ configuration, known, path, otherWay, onInstructions }: ContactLineProps) {
  const text = useText();
  const words = text.clients.contact;
  const { navigate } = useNavigation();
  const now = useNow();
  const contact = useFirstContact(configuration.id, known);
  const title = configuration.id === ANY_OTHER_ID ? words.theClient : configuration.title;
  const seen = known.some((client) => isClient(client.name, configuration.id));
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
          {contact.kind === "waiting" && (seen ? words.waitingAgain : words.waiting)(title)}
          {contact.kind === "refused" && refusedWords(contact.request.refusal?.reason ?? null, words)}
          {contact.kind === "spoke" && <Spoke contact={contact} title={title} />}
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
      {contact.kind !== "spoke" && (
        <ContactHelp clientId={configuration.id} title={title} path={path} otherWay={otherWay} />
      )}
      {contact.kind === "spoke" && (
        <Button size="small" variant="quiet" className="mt-1.5 -ml-2" onClick={onInstructions}>
          {words.instructions}
        </Button>
      )}
    </section>
  );
}

/** Why a request was turned away, and what to do; null: its owner has it turned away. */
function refusedWords(reason: RefusalReason | null, words: Text["clients"]["contact"]): string {
  const { refused } = words;
  if (reason === null) return refused.paused;
  if (reason === "expired" || reason === "revoked") return refused[reason];
  return `${reason === "missing" ? refused.missing : refused.unknown} ${refused.copyAgain}`;
}

interface SpokeProps {
  readonly contact: Extract<Contact, { kind: "spoke" }>;
  readonly title: string;
}

function Spoke({ contact, title }: SpokeProps) {
  const words = useText().clients.contact;
  const { request, expected } = contact;
  const name = expected ? title : (request.client?.name ?? title);
  const called = words.called(name, request.target ?? request.method ?? "");
  return expected ? called : `${called}. ${words.newClient(name)}`;
}
