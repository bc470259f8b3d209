import { Plus, Unplug } from "lucide-react";
import { useCommands } from "../../commands/commands.tsx";
import { useBridgeQuery } from "../../data/use-bridge-query.ts";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SidePane } from "../../ui/side-pane.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { AccessPane } from "./access/access-pane.tsx";
import { ClientList } from "./client-list.tsx";
import { ConnectSheet } from "./connect-sheet.tsx";
import { RefusedLine } from "./refused-line.tsx";
import { useClients } from "./use-clients.ts";
import { RefreshBanner } from "./write/refresh-banner.tsx";

/** Who uses this memory, and how one more comes to use it. */
export function ClientsView() {
  const text = useText().clients;
  const { route, navigate } = useNavigation();
  const clients = useClients();
  const configurations = useBridgeQuery("clients.configurations", {});
  const grants = useBridgeQuery("clients.grants", {}, { refetchOnMount: "always" });
  const governed = route.path[0] === "access" ? (route.path[1] ?? null) : null;
  const connecting = route.path[0] === "connect";
  const openSheet = (id?: string) =>
    navigate({ place: "clients", path: id === undefined ? ["connect"] : ["connect", id] }, { replace: connecting });
  useCommands([
    { id: "clients.connect", title: text.connect, group: text.title, keys: ["c"], icon: Plus, run: () => openSheet() },
  ]);

  const list = clients.data;
  const connectButton = (
    <Button variant="primary" icon={Plus} onClick={() => openSheet()}>
      {text.connect}
    </Button>
  );
  return (
    <section aria-label={text.title} className="flex h-full min-h-0">
      <SidePane
        id="clients"
        initial={520}
        min={380}
        max={900}
        main={
          <>
            <header className="drag-region flex h-11 shrink-0 items-center gap-2 border-b border-line pr-3 pl-4">
              <h1 className="flex-1 font-medium">{text.title}</h1>
              {!connecting && list !== undefined && list.length > 0 && connectButton}
            </header>
            <RefreshBanner />
            <RefusedLine />
            {list === undefined ? (
              clients.isError ? (
                <ErrorState error={clients.error} onRetry={() => void clients.refetch()} />
              ) : (
                <Skeleton rows={4} />
              )
            ) : list.length === 0 ? (
              <EmptyState
                icon={Unplug}
                title={text.empty.title}
                text={text.empty.text}
                actions={connecting ? undefined : connectButton}
              />
            ) : (
              <ClientList clients={list} configurations={configurations.data ?? []} grants={grants.data ?? []} />
            )}
          </>
        }
        pane={
          connecting ? (
            <ConnectSheet
              pickedId={route.path[1] ?? null}
              onPick={openSheet}
              onClose={() => navigate({ place: "clients" }, { replace: true })}
            />
          ) : governed !== null ? (
            <AccessPane
              key={governed}
              subject={governed}
              title={configurations.data?.find(({ id }) => id === governed)?.title ?? governed}
              onClose={() => navigate({ place: "clients" }, { replace: true })}
            />
          ) : null
        }
      />
    </section>
  );
}
