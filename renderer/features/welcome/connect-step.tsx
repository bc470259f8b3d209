import { ArrowRight } from "lucide-react";
import type { CatalogueClient, ClientActivity } from "../../../electron/ipc/contract.ts";
import { useBridgeQuery } from "../../data/use-bridge-query.ts";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { isClient } from "../clients/first-contact.ts";
import { formatAgo } from "../clients/format-ago.ts";
import { useClients } from "../clients/use-clients.ts";
import { useNow } from "../clients/use-now.ts";
import { Step } from "./step.tsx";

/** Installed clients that are offered at once; the sheet has them all. */
const MOST_OFFERED = 4;

/** Connecting a client: those on this computer first; done when one has really spoken. */
export function ConnectStep() {
  const text = useText();
  const words = text.welcome.connect;
  const { navigate } = useNavigation();
  const catalogue = useBridgeQuery("connections.catalogue", {}, { refetchOnMount: "always" });
  const seen = useClients().data ?? [];
  const [newest] = seen.toSorted((one, other) => other.lastSeenAt.localeCompare(one.lastSeenAt));
  const hasSpoken = (id: string) => seen.some(({ name }) => isClient(name, id));
  const installed = (catalogue.data ?? []).filter((client) => client.installed && !hasSpoken(client.id));
  const isFirst = !catalogue.isPending && installed.length === 0 && newest === undefined;
  const openSheet = (id?: string) =>
    navigate({ place: "clients", path: id === undefined ? ["connect"] : ["connect", id] });
  return (
    <Step number={1} title={words.title} done={newest !== undefined}>
      {newest === undefined ? (
        <p className="text-pretty text-ink-soft">{installed.length > 0 ? words.text : words.textNone}</p>
      ) : (
        <SpokeLine client={newest} catalogue={catalogue.data ?? []} />
      )}
      {catalogue.isError && <ErrorState inline error={catalogue.error} onRetry={() => void catalogue.refetch()} />}
      <div className="flex flex-wrap gap-1.5">
        {installed.slice(0, MOST_OFFERED).map((client) => (
          <Button
            key={client.id}
            variant={newest === undefined && client === installed[0] ? "primary" : "secondary"}
            onClick={() => openSheet(client.id)}
          >
            {client.state === "connected" ? words.isSetUp(client.title) : words.connect(client.title)}
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

interface SpokeLineProps {
  readonly client: ClientActivity;
  readonly catalogue: readonly CatalogueClient[];
}

/** Who spoke last, and what it asked for. */
function SpokeLine({ client, catalogue }: SpokeLineProps) {
  const text = useText();
  const now = useNow();
  const title = catalogue.find(({ id }) => isClient(client.name, id))?.title ?? client.name;
  const ago = formatAgo(client.lastSeenAt, now, text);
  return (
    <p className="text-good-text">
      {text.welcome.connect.spoke(title)}{" "}
      <span className="text-ink-faint">
        {client.lastMethod === null ? text.clients.lastSeen(ago) : text.clients.last(client.lastMethod, ago)}
      </span>
    </p>
  );
}
