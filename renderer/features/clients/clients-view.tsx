import { KeyRound, type LucideIcon, Plus, ScrollText, Unplug } from "lucide-react";
import type { ReactNode } from "react";
import type { RequestSummary } from "../../../electron/core/request-log.ts";
import { useCommands } from "../../commands/commands.tsx";
import { useBridgeEvent } from "../../data/use-bridge-event.ts";
import { useBridgeQuery } from "../../data/use-bridge-query.ts";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Place } from "../../ui/place.tsx";
import { useNow } from "../../ui/relative-time.tsx";
import { formatAgo } from "../../ui/time.ts";
import { AccessPane } from "./access/access-pane.tsx";
import { NewTokenPane } from "./access/new-token-pane.tsx";
import { clientEntries } from "./client-entries.ts";
import { ClientList } from "./client-list.tsx";
import { ConnectSheet } from "./connect-sheet.tsx";
import { InstructionsPane } from "./instructions-pane.tsx";
import { useClients } from "./use-clients.ts";
import { RefreshFiles } from "./write/refresh-files.tsx";

/** The clients that use this memory, and a pane to connect or govern one. */
export function ClientsView() {
  const { common, frame, clients: text } = useText();
  const { route, navigate } = useNavigation();
  const clients = useClients();
  const catalogue = useBridgeQuery("connections.catalogue", {}, { refetchOnMount: "always" });
  const grants = useBridgeQuery("clients.grants", {}, { refetchOnMount: "always" });
  const [opened, name = null] = route.path;
  const open = (...path: readonly string[]) =>
    navigate({ place: "clients", path }, { replace: opened !== undefined && opened === path[0] });
  const close = () => navigate({ place: "clients" }, { replace: true });
  const command = (pane: string, title: string, icon: LucideIcon) => ({
    id: `clients.${pane}`,
    title,
    group: frame.clients,
    icon,
    run: () => open(pane),
  });
  useCommands([
    { ...command("connect", common.connectClient, Plus), keys: ["c"] },
    command("token", text.tokens.open, KeyRound),
    command("instructions", text.instructions.title, ScrollText),
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
        key={name}
        subject={name ?? ""}
        title={known.find(({ id }) => id === name)?.title ?? name ?? ""}
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
