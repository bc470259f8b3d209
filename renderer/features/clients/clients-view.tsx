import { KeyRound, Plus, ScrollText, Unplug } from "lucide-react";
import type { ReactNode } from "react";
import type { RequestSummary } from "../../../electron/core/request-log.ts";
import { useCommands } from "../../commands/commands.tsx";
import { useBridgeEvent } from "../../data/use-bridge-event.ts";
import { useBridgeQuery } from "../../data/use-bridge-query.ts";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SidePane } from "../../ui/panes.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { AccessPane } from "./access/access-pane.tsx";
import { NewTokenPane } from "./access/new-token-pane.tsx";
import { formatAgo, useNow } from "./ago.ts";
import { clientEntries } from "./client-entries.ts";
import { ClientList } from "./client-list.tsx";
import { ConnectSheet } from "./connect-sheet.tsx";
import { InstructionsPane } from "./instructions-pane.tsx";
import { useClients } from "./use-clients.ts";
import { RefreshFiles } from "./write/refresh-files.tsx";

/** The clients that use this memory, and a pane to connect or govern one. */
export function ClientsView() {
  const text = useText().clients;
  const { route, navigate } = useNavigation();
  const clients = useClients();
  const catalogue = useBridgeQuery("connections.catalogue", {}, { refetchOnMount: "always" });
  const grants = useBridgeQuery("clients.grants", {}, { refetchOnMount: "always" });
  const [opened, name = null] = route.path;
  const open = (...path: readonly string[]) =>
    navigate({ place: "clients", path }, { replace: opened !== undefined && opened === path[0] });
  const close = () => navigate({ place: "clients" }, { replace: true });
  useCommands([
    {
      id: "clients.connect",
      title: text.connect,
      group: text.title,
      keys: ["c"],
      icon: Plus,
      run: () => open("connect"),
    },
    { id: "clients.token", title: text.tokens.open, group: text.title, icon: KeyRound, run: () => open("token") },
    {
      id: "clients.instructions",
      title: text.instructions.title,
      group: text.title,
      icon: ScrollText,
      run: () => open("instructions"),
    },
  ]);

  const known = catalogue.data ?? [];
  const entries = clientEntries(clients.data ?? [], grants.data ?? [], known);
  const isEmpty = [entries.connected, entries.seenBefore, entries.unseen].every((group) => group.length === 0);
  const connectButton = (
    <Button variant="primary" icon={Plus} onClick={() => open("connect")}>
      {text.connect}
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
    <section aria-label={text.title} className="flex h-full min-h-0">
      <SidePane
        id="clients"
        initial={520}
        min={380}
        max={900}
        main={
          <>
            <header className="drag-region @container flex h-11 shrink-0 items-center gap-2 border-b border-line pr-3 pl-4">
              <h1 className="min-w-0 flex-1 truncate font-medium">{text.title}</h1>
              <Button
                variant="quiet"
                icon={ScrollText}
                title={text.instructions.open}
                onClick={() => open("instructions")}
              >
                <span className="@max-[500px]:sr-only">{text.instructions.open}</span>
              </Button>
              <Button variant="quiet" icon={KeyRound} title={text.tokens.open} onClick={() => open("token")}>
                <span className="@max-[500px]:sr-only">{text.tokens.open}</span>
              </Button>
              {opened !== "connect" && !isEmpty && connectButton}
            </header>
            <RefreshFiles
              except={opened === "access" ? name : null}
              className="max-h-3/5 shrink-0 overflow-y-auto border-b border-line"
            />
            <RefusedLine />
            {clients.data === undefined || grants.data === undefined || catalogue.isPending ? (
              clients.isError || grants.isError ? (
                <ErrorState
                  error={clients.error ?? grants.error}
                  onRetry={() => void Promise.all([clients.refetch(), grants.refetch()])}
                />
              ) : (
                <Skeleton rows={4} />
              )
            ) : isEmpty ? (
              <EmptyState
                icon={Unplug}
                title={text.empty.title}
                text={text.empty.text}
                actions={opened === "connect" ? undefined : connectButton}
              />
            ) : (
              <ClientList entries={entries} />
            )}
          </>
        }
        pane={opened === undefined ? null : (panes[opened]?.() ?? null)}
      />
    </section>
  );
}

/** The largest page of the request log. A row may stand for many refused requests. */
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
