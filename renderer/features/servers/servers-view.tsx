import { ArrowRightLeft, Plus, Server } from "lucide-react";
import { useCommands } from "../../commands/commands.tsx";
import { useBridgeQuery } from "../../data/use-bridge-query.ts";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Place } from "../../ui/place.tsx";
import { AddServerDialog } from "./adding/add-server-dialog.tsx";
import { MoveServersDialog } from "./moving/move-dialog.tsx";
import { ServerList } from "./server-list.tsx";
import { ServerPane } from "./server-pane.tsx";
import { useServers } from "./use-servers.ts";

/** The address of the dialog that adds a server. Server ids are longer. */
export const ADD = "add";
/** The address of the dialog that moves servers from a client. */
const MOVE = "move";

/** The MCP servers whose tools Recollect offers to its clients, and a pane with the open server. */
export function ServersView() {
  const { common, frame, servers: text } = useText();
  const { route, navigate } = useNavigation();
  const servers = useServers();
  const [opened = null] = route.path;
  const openId = opened === ADD || opened === MOVE ? null : opened;
  const sources = useBridgeQuery("servers.sources", {}, { refetchOnMount: "always" });
  const canMove = (sources.data ?? []).some(({ scope, movable }) => scope === "user" && movable > 0);
  const move = () => navigate({ place: "servers", path: [MOVE] });
  const close = () => navigate({ place: "servers" }, { replace: true });
  const add = () => navigate({ place: "servers", path: [ADD] });
  useCommands([
    { id: "servers.add.here", title: common.addServer, group: frame.servers, keys: ["a"], hidden: true, run: add },
  ]);
  const addButton = (
    <Button variant="primary" icon={Plus} keys="a" onClick={add}>
      {common.addServer}
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
  return (
    <Place
      id="servers"
      title={frame.servers}
      query={servers}
      isEmpty={({ length }) => length === 0}
      empty={{ icon: Server, title: text.empty.title, text: text.empty.text, actions: emptyActions }}
      actions={addButton}
      pane={
        openId === null || all === undefined ? null : (
          <ServerPane key={openId} server={all.find(({ id }) => id === openId) ?? null} path={route.path.slice(1)} />
        )
      }
      dialog={
        opened === MOVE ? (
          <MoveServersDialog clientId={null} onClose={close} />
        ) : opened === ADD && all !== undefined ? (
          <AddServerDialog
            taken={all.map(({ name }) => name)}
            onAdded={({ id }) => navigate({ place: "servers", path: [id] }, { replace: true })}
            onMove={canMove ? move : null}
            onClose={close}
          />
        ) : null
      }
    >
      {(loaded) => <ServerList servers={loaded} openId={openId} />}
    </Place>
  );
}
