import clsx from "clsx";
import { Ellipsis, LogIn, Play, RotateCw, Square, Trash2 } from "lucide-react";
import type { ListedServer, ServerState, ServerSummary } from "../../../electron/core/servers.ts";
import type { Text } from "../../../electron/text/en.ts";
import { errorText } from "../../../electron/text/error-text.ts";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { moveFocus } from "../../ui/move-focus.ts";
import { formatDuration } from "../activity/log/format.ts";
import { useServerActions, useSignIn } from "./use-servers.ts";

interface ServerListProps {
  readonly servers: readonly ListedServer[];
  /** The id of the open server, or null. */
  readonly openId: string | null;
}

/** One row per server. A row opens the server. */
export function ServerList({ servers, openId }: ServerListProps) {
  const { frame } = useText();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows move between the buttons inside
    <div className="min-h-0 flex-1 overflow-y-auto" onKeyDown={moveFocus}>
      <ul aria-label={frame.servers}>
        {servers.map((server) => (
          <ServerRow key={server.id} server={server} isOpen={server.id === openId} />
        ))}
      </ul>
    </div>
  );
}

interface ServerRowProps {
  readonly server: ListedServer;
  readonly isOpen: boolean;
}

function ServerRow({ server, isOpen }: ServerRowProps) {
  const text = useText();
  const words = text.servers;
  const { navigate } = useNavigation();
  const actions = useServerActions(server);
  const signIn = useSignIn(server);
  const { id, name, state, problem, identity, tools, transport } = server;
  const isUp = state === "running" || state === "starting";
  const known = identity === null ? [] : [words.tools(tools.approved)];
  const open = () => navigate({ place: "servers", path: [id] });
  return (
    <li className={clsx("flex items-center border-b border-line pr-2", isOpen && "bg-pressed")}>
      <button
        type="button"
        data-row
        aria-current={isOpen ? "true" : undefined}
        title={words.open(name)}
        onClick={open}
        className="focus-inset flex min-w-0 flex-1 items-start gap-3 px-4 py-2.5 text-left hover:bg-hover"
      >
        <StateDot state={state} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className="shrink-0 font-medium">{name}</span>
            <span className="min-w-0 truncate text-sm text-ink-faint">{placeOf(transport)}</span>
          </span>
          <span className="block text-ink-soft">
            {[stateOf(server, words), words.transport[transport.kind], ...known].join(" · ")}
            {tools.waiting > 0 && (
              <>
                {" · "}
                <span className="font-medium text-warn-text">{words.waiting(tools.waiting)}</span>
              </>
            )}
          </span>
          {problem !== null && !isUp && <Problem problem={problem} text={text} />}
        </span>
        <Figures today={server.today} />
      </button>
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
      <Menu
        trigger={<IconButton label={words.more(name)} icon={Ellipsis} size="small" />}
        entries={[
          { label: text.common.stop, icon: Square, disabled: !isUp || actions.isBusy, onSelect: actions.stop },
          { label: text.common.remove, icon: Trash2, danger: true, disabled: actions.isBusy, onSelect: actions.remove },
        ]}
      />
    </li>
  );
}

const COLOURS: Readonly<Record<ServerState, string>> = {
  running: "bg-good",
  stopped: "shadow-[inset_0_0_0_1px_var(--line-strong)]",
  starting: "bg-accent animate-pulse",
  waiting: "bg-warn",
  failed: "bg-bad",
  "sign-in": "bg-warn",
};

/** The state as a dot, next to its text. */
function StateDot({ state }: { readonly state: ServerState }) {
  return <span className={clsx("mt-1.5 size-2 shrink-0 rounded-full", COLOURS[state])} aria-hidden />;
}

function stateOf({ state, signIn }: ServerSummary, words: Text["servers"]): string {
  return signIn?.state === "waiting" ? words.signIn.waiting : words.state[state];
}

/** The reason why a server does not run, and the remedy. */
function Problem({ problem, text }: { readonly problem: NonNullable<ServerSummary["problem"]>; readonly text: Text }) {
  const { message, hint } = errorText(problem, text);
  return (
    <span className="block text-bad-text wrap-anywhere">
      {hint === undefined ? message : text.common.sentences(message, hint)}
    </span>
  );
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

/** The command line or the address. */
function placeOf(transport: ServerSummary["transport"]): string {
  return transport.kind === "stdio" ? [transport.command, ...transport.args].join(" ") : transport.url;
}
