import { useQueryClient } from "@tanstack/react-query";
import { ArrowRightLeft, Ellipsis, LogIn, Play, Plus, RotateCw, Server, Square, Trash2 } from "lucide-react";
import type { ListedServer, ServerState, ServerSummary } from "../../../electron/core/servers.ts";
import type { Text } from "../../../electron/text/en.ts";
import { useCommands } from "../../commands/commands.tsx";
import { useBridge, useBridgeQuery } from "../../data/use-bridge.tsx";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { HOLLOW_DOT, ListRow, RowList } from "../../ui/list-row.tsx";
import { Menu, type MenuEntry } from "../../ui/menu.tsx";
import { Place } from "../../ui/place.tsx";
import { useRowSelection } from "../../ui/row-selection.tsx";
import { errorSentence } from "../../ui/states.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useUndo } from "../../ui/undo.tsx";
import { formatDuration } from "../activity/log/format.ts";
import { AddServerDialog } from "./adding/add-server-dialog.tsx";
import { MoveServersDialog } from "./moving/move-dialog.tsx";
import { ServerPane } from "./server-pane.tsx";
import { useServerActions, useServers, useSignIn } from "./use-servers.ts";

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
  const network = useBridgeQuery("servers.networkVariables", {});
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
  const entriesOf = useManyServers();
  const rows = useRowSelection("servers", all?.map(({ id }) => id) ?? [], (ids) =>
    entriesOf((all ?? []).filter(({ id }) => ids.includes(id))),
  );
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
        ) : opened === ADD && all !== undefined && !network.isPending ? (
          <AddServerDialog
            taken={all.map(({ name }) => name)}
            networkVariables={network.data ?? []}
            onAdded={({ id }) => navigate({ place: "servers", path: [id] }, { replace: true })}
            onMove={canMove ? move : null}
            onClose={close}
          />
        ) : null
      }
    >
      {(loaded) => (
        <RowList label={frame.servers} selection={rows}>
          {loaded.map((server) => (
            <ServerRow key={server.id} server={server} isOpen={server.id === openId} />
          ))}
        </RowList>
      )}
    </Place>
  );
}

/** A row opens the server. */
function ServerRow({ server, isOpen }: { readonly server: ListedServer; readonly isOpen: boolean }) {
  const text = useText();
  const words = text.servers;
  const { navigate } = useNavigation();
  const actions = useServerActions(server);
  const signIn = useSignIn(server);
  const { id, name, state, problem, identity, tools, transport } = server;
  const isUp = state === "running" || state === "starting";
  const known = identity === null ? [] : [words.tools(tools.approved)];
  const open = () => navigate({ place: "servers", path: [id] });
  const more: readonly MenuEntry[] = [
    { label: text.common.stop, icon: Square, disabled: !isUp || actions.isBusy, onSelect: actions.stop },
    { label: text.common.remove, icon: Trash2, danger: true, disabled: actions.isBusy, onSelect: actions.remove },
  ];
  return (
    <ListRow
      itemKey={id}
      name={name}
      detail={transport.kind === "stdio" ? [transport.command, ...transport.args].join(" ") : transport.url}
      dot={COLOURS[state]}
      title={words.open(name)}
      isOpen={isOpen}
      figures={<Figures today={server.today} />}
      actions={
        <>
          {state === "sign-in" ? (
            <IconButton
              label={`${words.signIn.start}: ${name}`}
              icon={LogIn}
              size="small"
              disabled={signIn.isBusy}
              onClick={() => {
                open();
                signIn.start();
              }}
            />
          ) : (
            <IconButton
              label={`${isUp ? words.restart : words.start}: ${name}`}
              icon={isUp ? RotateCw : Play}
              size="small"
              disabled={actions.isBusy}
              onClick={actions.restart}
            />
          )}
          <Menu trigger={<IconButton label={words.more(name)} icon={Ellipsis} size="small" />} entries={more} />
        </>
      }
      menu={[
        {
          label: isUp ? words.restart : words.start,
          icon: isUp ? RotateCw : Play,
          disabled: actions.isBusy || state === "sign-in",
          onSelect: actions.restart,
        },
        ...more,
      ]}
      onOpen={open}
    >
      <span className="block text-ink-soft">
        {[stateOf(server, words), words.reached[transport.kind], ...known].join(" · ")}
        {tools.waiting > 0 && (
          <>
            {" · "}
            <span className="font-medium text-warn-text">{words.waiting(tools.waiting)}</span>
          </>
        )}
      </span>
      {problem !== null && !isUp && (
        <span className="block text-bad-text wrap-anywhere">{errorSentence(problem, text)}</span>
      )}
    </ListRow>
  );
}

const COLOURS: Readonly<Record<ServerState, string>> = {
  running: "bg-good",
  stopped: HOLLOW_DOT,
  starting: "bg-accent animate-pulse",
  waiting: "bg-warn",
  failed: "bg-bad",
  "sign-in": "bg-warn",
};

function stateOf({ state, signIn }: ServerSummary, words: Text["servers"]): string {
  return signIn?.state === "waiting" ? words.signIn.waiting : words.state[state];
}

function Figures({ today: { calls, errors, p50 } }: Pick<ListedServer, "today">) {
  const text = useText().servers;
  if (calls === 0) return <span className="shrink-0 text-sm text-ink-faint">{text.noCalls}</span>;
  return (
    <span className="shrink-0 text-right text-sm text-ink-soft" title={text.figuresHint}>
      <span className="block">{text.calls(calls)}</span>
      <span className="block text-ink-faint">
        {p50 !== null && text.p50(formatDuration(p50))}
        {p50 !== null && errors > 0 && " · "}
        {errors > 0 && <span className="font-medium text-bad-text">{text.errors(errors)}</span>}
      </span>
    </span>
  );
}

/** The actions for several servers. Removing them is undone in one step; a failure of one does not stop the others. */
function useManyServers(): (servers: readonly ListedServer[]) => readonly MenuEntry[] {
  const bridge = useBridge();
  const client = useQueryClient();
  const text = useText();
  const toast = useToast();
  const undo = useUndo();
  /** Resolves to the ids of the servers that changed. */
  const forEach = async (
    method: "servers.restart" | "servers.stop" | "servers.remove" | "servers.restore",
    ids: readonly string[],
  ): Promise<readonly string[]> => {
    const results = await Promise.allSettled(ids.map((id) => bridge.invoke(method, { id })));
    const failed = results.find((result) => result.status === "rejected");
    if (failed !== undefined) toast.fail(failed.reason);
    await client.invalidateQueries({ queryKey: ["servers.list"] });
    return ids.filter((_, index) => results[index]?.status === "fulfilled");
  };
  const remove = async (ids: readonly string[]) => {
    const removed = await forEach("servers.remove", ids);
    if (removed.length === 0) return;
    undo.offer(text.servers.removedMany(removed.length), () => forEach("servers.restore", removed));
  };
  return (servers) => {
    const idsOf = (part: readonly ListedServer[]) => part.map(({ id }) => id);
    const isUp = ({ state }: ListedServer) => state === "running" || state === "starting";
    const up = servers.filter(isUp);
    const down = servers.filter((server) => !isUp(server) && server.state !== "sign-in");
    return [
      {
        label: text.servers.start,
        icon: Play,
        disabled: down.length === 0,
        onSelect: () => void forEach("servers.restart", idsOf(down)),
      },
      {
        label: text.common.stop,
        icon: Square,
        disabled: up.length === 0,
        onSelect: () => void forEach("servers.stop", idsOf(up)),
      },
      {
        label: text.common.remove,
        icon: Trash2,
        danger: true,
        onSelect: () => void undo.track(() => remove(idsOf(servers))),
      },
    ];
  };
}
