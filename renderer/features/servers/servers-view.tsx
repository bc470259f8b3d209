import { ArrowRightLeft, Plus, Server } from "lucide-react";
import { useCommands } from "../../commands/commands.tsx";
import { useBridgeQuery } from "../../data/use-bridge-query.ts";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SidePane } from "../../ui/panes.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { AddServerDialog } from "./adding/add-server-dialog.tsx";
import { MoveServersDialog } from "./moving/move-dialog.tsx";
import { ServerList } from "./server-list.tsx";
import { ServerPane } from "./server-pane.tsx";
import { useServers } from "./use-servers.ts";

/** The address of the dialog that adds a server. Ids of servers are longer. */
export const ADD = "add";
/** The address of the dialog that moves servers from a client. */
const MOVE = "move";

/** Other MCP servers that Recollect passes on to its clients, and a pane with the open one. */
export function ServersView() {
  const text = useText().servers;
  const { route, navigate } = useNavigation();
  const servers = useServers();
  const [opened = null] = route.path;
  const openId = opened === ADD || opened === MOVE ? null : opened;
  const sources = useBridgeQuery("servers.sources", {}, { refetchOnMount: "always" });
  const canMove = (sources.data ?? []).some(({ scope, movable }) => scope === "user" && movable > 0);
  const move = () => navigate({ place: "servers", path: [MOVE] });
  const close = () => navigate({ place: "servers" }, { replace: true });
  const add = () => navigate({ place: "servers", path: [ADD] });
  useCommands([{ id: "servers.add.here", title: text.add, group: text.title, keys: ["a"], hidden: true, run: add }]);
  const addButton = (
    <Button variant="primary" icon={Plus} keys="a" onClick={add}>
      {text.add}
    </Button>
  );
  const emptyActions = (
    <>
      {addButton}
      {canMove && (
        <Button icon={ArrowRightLeft} onClick={move}>
          {text.moving.open}
        </Button>
      )}
    </>
  );
  const all = servers.data;
  const isEmpty = all?.length === 0;
  return (
    <section aria-label={text.title} className="flex h-full min-h-0">
      <SidePane
        id="servers"
        initial={560}
        min={400}
        max={900}
        main={
          <>
            <header className="drag-region flex h-11 shrink-0 items-center gap-2 border-b border-line pr-3 pl-4">
              <h1 className="min-w-0 flex-1 truncate font-medium">{text.title}</h1>
              {all !== undefined && !isEmpty && addButton}
            </header>
            {all === undefined ? (
              servers.isError ? (
                <ErrorState error={servers.error} onRetry={() => void servers.refetch()} />
              ) : (
                <Skeleton rows={4} />
              )
            ) : isEmpty ? (
              <EmptyState icon={Server} title={text.empty.title} text={text.empty.text} actions={emptyActions} />
            ) : (
              <ServerList servers={all} openId={openId} />
            )}
          </>
        }
        pane={
          openId === null || all === undefined ? null : (
            <ServerPane key={openId} server={all.find(({ id }) => id === openId) ?? null} path={route.path.slice(1)} />
          )
        }
      />
      {opened === ADD && all !== undefined && (
        <AddServerDialog
          taken={all.map(({ name }) => name)}
          onAdded={({ id }) => navigate({ place: "servers", path: [id] }, { replace: true })}
          onMove={canMove ? move : null}
          onClose={close}
        />
      )}
      {opened === MOVE && <MoveServersDialog clientId={null} onClose={close} />}
    </section>
  );
}
