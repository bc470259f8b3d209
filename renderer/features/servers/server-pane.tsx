import { ExternalLink, LogIn, LogOut, Play, RotateCw, Server, Square, Trash2 } from "lucide-react";
import { markHidden } from "../../../electron/core/hidden-characters.ts";
import type { ListedServer, ServerSignIn, ServerSummary } from "../../../electron/core/servers.ts";
import type { Text } from "../../../electron/text/en.ts";
import { errorText } from "../../../electron/text/error-text.ts";
import { commandsOf } from "../../commands/command.ts";
import { useCommands } from "../../commands/commands.tsx";
import { useBridgeQuery } from "../../data/use-bridge.tsx";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Button, TextButton } from "../../ui/button.tsx";
import { Fact, MissingPane, Pane, PaneTabs } from "../../ui/pane.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { RelativeTime, useSeconds } from "../../ui/time.tsx";
import { formatDuration } from "../activity/log/format.ts";
import { CallChart } from "../activity/rates/call-chart.tsx";
import { ServerLog } from "./server-log.tsx";
import { ServerSetup } from "./server-setup.tsx";
import { ToolList } from "./tools/tool-list.tsx";
import { ToolPane } from "./tools/tool-pane.tsx";
import { useServerActions, useSignIn } from "./use-servers.ts";

const PARTS = ["tools", "log", "setup"] as const;
type Part = (typeof PARTS)[number];

interface ServerPaneProps {
  /** Null if the address contains an unknown id. */
  readonly server: ListedServer | null;
  /** The address after the id: a tab, and for `tools` the name of a tool. */
  readonly path: readonly string[];
}

/** A server with its state and tabs, or one of its tools. */
export function ServerPane({ server, path }: ServerPaneProps) {
  const text = useText().servers;
  const { navigate } = useNavigation();
  const close = () => navigate({ place: "servers" }, { replace: true });
  if (server === null) return <MissingPane icon={Server} words={text.gone} onClose={close} />;
  const [part, tool] = path;
  if (part === "tools" && tool !== undefined) return <ToolPane key={tool} server={server} name={tool} />;
  return <OpenServer server={server} part={PARTS.find((name) => name === part) ?? "tools"} onClose={close} />;
}

interface OpenServerProps {
  readonly server: ListedServer;
  readonly part: Part;
  readonly onClose: () => void;
}

function OpenServer({ server, part, onClose }: OpenServerProps) {
  const text = useText();
  const words = text.servers;
  const { navigate } = useNavigation();
  const actions = useServerActions(server);
  const { id, name, state, problem } = server;
  const isUp = state === "running" || state === "starting";
  const start = isUp ? words.restart : words.start;
  const needsSignIn = state === "sign-in";
  const command = commandsOf("servers", text.frame.servers);
  useCommands([
    command("restart", `${start}: ${name}`, actions.restart, { icon: RotateCw, keys: ["r"], enabled: !needsSignIn }),
    command("stop", `${text.common.stop}: ${name}`, actions.stop, { icon: Square, keys: ["s"], enabled: isUp }),
    command("remove", `${text.common.remove}: ${name}`, actions.remove, { icon: Trash2, keys: ["backspace"] }),
  ]);
  const contents = {
    tools: <ToolList server={server} />,
    log: <ServerLog id={id} />,
    setup: <ServerSetup server={server} />,
  };
  return (
    <Pane title={name} onClose={onClose}>
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="min-w-0 flex-1 basis-40">
          {stateSentence(server, text)}
        </p>
        {!needsSignIn && (
          <>
            <Button icon={isUp ? RotateCw : Play} disabled={actions.isBusy} onClick={actions.restart}>
              {start}
            </Button>
            <Button icon={Square} disabled={!isUp || actions.isBusy} onClick={actions.stop}>
              {text.common.stop}
            </Button>
          </>
        )}
        <Button variant="quiet" icon={Trash2} disabled={actions.isBusy} onClick={actions.remove}>
          {text.common.remove}
        </Button>
      </div>
      {problem !== null && state !== "starting" && <ErrorState error={problem} inline className="mt-3" />}
      <SignInPart server={server} />
      <Facts server={server} />
      <ServerCalls name={server.name} />
      <PaneTabs
        label={words.detail.parts}
        value={part}
        parts={PARTS.map((one) => ({ value: one, label: words.detail[one], content: contents[one] }))}
        onChange={(next) => navigate({ place: "servers", path: [id, next] }, { replace: true })}
      />
    </Pane>
  );
}

function stateSentence({ state, transport }: ServerSummary, text: Text): string {
  return [text.servers.state[state], text.servers.reached[transport.kind]].join(" · ");
}

function figuresOf({ calls, errors, p50 }: ListedServer["today"], text: Text["servers"]): readonly string[] {
  const median = p50 === null ? [] : [text.p50(formatDuration(p50))];
  return [text.calls(calls), ...median, ...(errors === 0 ? [] : [text.errors(errors)])];
}

/** The calls and errors of the last day by hour; nothing if there are none. */
function ServerCalls({ name }: { readonly name: string }) {
  const text = useText().activity.callChart;
  const rates = useBridgeQuery("requests.rates", { minutes: 1440, stepMinutes: 60, server: name });
  return <CallChart title={text.serverCalls} steps={rates.data?.minutes ?? []} />;
}

/** The server's own description, its calls, and the clients that may use it. */
function Facts({ server }: { readonly server: ListedServer }) {
  const { common, frame, servers: text } = useText();
  const words = text.detail;
  const { navigate } = useNavigation();
  const { name, identity, protocolVersion, pid, startedAt, prompts, resources, today } = server;
  const offers = [prompts > 0 ? words.prompts(prompts) : null, resources > 0 ? words.resources(resources) : null]
    .filter((part) => part !== null)
    .join(" · ");
  return (
    <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5">
      {identity !== null && (
        <Fact name={words.identity}>
          <span className="wrap-anywhere" data-selectable>
            {markHidden(`${identity.name} ${identity.version}`)}
          </span>
        </Fact>
      )}
      {protocolVersion !== null && <Fact name={common.protocol}>{protocolVersion}</Fact>}
      {pid !== null && <Fact name={words.process}>{pid}</Fact>}
      {startedAt !== null && (
        <Fact name={words.started}>
          <RelativeTime at={startedAt} form="long" />
        </Fact>
      )}
      {offers !== "" && <Fact name={words.offers}>{offers}</Fact>}
      <Fact name={words.calls}>
        <span className="text-ink" title={text.figuresHint}>
          {today.calls === 0 ? text.noCalls : figuresOf(today, text).join(" · ")}
        </span>{" "}
        <TextButton onClick={() => navigate({ place: "activity", query: { server: name } })}>
          {words.activity}
        </TextButton>
      </Fact>
      <Fact name={frame.clients}>
        <ServerClients id={server.id} />
      </Fact>
    </dl>
  );
}

/** The clients that may use a server, as links to their permissions. */
function ServerClients({ id }: { readonly id: string }) {
  const text = useText().servers;
  const { navigate } = useNavigation();
  const grants = useBridgeQuery("clients.grants", {}, { refetchOnMount: "always" });
  const catalogue = useBridgeQuery("connections.catalogue", {});
  if (grants.data === undefined) return null;
  const clients = grants.data.flatMap(({ subject, state, servers }) => {
    const tools = servers.find(({ server }) => server === id)?.tools;
    return tools === undefined || state === "revoked" ? [] : [{ subject, tools }];
  });
  if (clients.length === 0) {
    return (
      <span>
        {text.detail.noClient}{" "}
        <TextButton onClick={() => navigate({ place: "clients" })}>{text.detail.allow}</TextButton>
      </span>
    );
  }
  return (
    <ul className="flex flex-wrap gap-x-3">
      {clients.map(({ subject, tools }) => (
        <li key={subject}>
          <TextButton onClick={() => navigate({ place: "clients", path: ["access", subject] })}>
            {catalogue.data?.find((known) => known.id === subject)?.title ?? subject}
          </TextButton>{" "}
          <span className="text-ink-faint">
            {typeof tools === "string" ? text.access.level[tools] : text.access.level.tools(tools.length)}
          </span>
        </li>
      ))}
    </ul>
  );
}

type SignInActions = ReturnType<typeof useSignIn>;

/** The reasons for a sign-in. Their hints are for clients; here the button is the remedy. */
const NEEDS = new Set<unknown>(["server_sign_in_needed", "server_sign_in_expired", "server_sign_in_scope"]);

/** The owner's sign-in at a server: a button to start it, the wait for the browser, or a button to sign out. */
function SignInPart({ server }: { readonly server: ServerSummary }) {
  const words = useText().servers.signIn;
  const actions = useSignIn(server);
  const { signIn } = server;
  if (signIn === null) return null;
  return (
    <section aria-label={words.title} className="mt-3 rounded-md bg-sunken px-3 py-2.5 forced-colors:border">
      {signIn.state === "needed" && <Needed signIn={signIn} actions={actions} />}
      {signIn.state === "waiting" && <Waiting actions={actions} />}
      {signIn.state === "done" && (
        <div className="flex items-center gap-2">
          <p className="min-w-0 flex-1">{words.done}</p>
          <Button size="small" icon={LogOut} disabled={actions.isBusy} onClick={actions.signOut}>
            {words.out}
          </Button>
        </div>
      )}
    </section>
  );
}

function Needed({ signIn: { problem }, actions }: { readonly signIn: ServerSignIn; readonly actions: SignInActions }) {
  const text = useText();
  const words = text.servers.signIn;
  const isNeed = problem === null || NEEDS.has(problem.details?.reason);
  return (
    <>
      <p className="font-medium">{problem === null || !isNeed ? words.needed : errorText(problem, text).message}</p>
      <p className="mt-0.5 text-ink-soft">{words.neededText}</p>
      {!isNeed && <ErrorState error={problem} inline className="mt-2" />}
      <Button variant="primary" icon={LogIn} className="mt-2.5" disabled={actions.isBusy} onClick={actions.start}>
        {actions.isBusy ? words.opening : words.start}
      </Button>
    </>
  );
}

function Waiting({ actions }: { readonly actions: SignInActions }) {
  const text = useText();
  const words = text.servers.signIn;
  const seconds = useSeconds();
  return (
    <>
      <p role="status" className="font-medium">
        {words.waiting}
      </p>
      <div className="mt-2">
        <ProgressBar label={words.waiting} valueText={words.seconds(seconds)} />
      </div>
      <div className="mt-2.5 flex flex-wrap gap-2">
        <Button icon={ExternalLink} disabled={actions.isBusy} onClick={actions.start}>
          {words.open}
        </Button>
        <Button disabled={actions.isBusy} onClick={actions.cancel}>
          {text.common.cancel}
        </Button>
      </div>
    </>
  );
}
