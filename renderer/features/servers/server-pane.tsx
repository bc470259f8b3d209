import { Play, RotateCw, Server, Square, Trash2 } from "lucide-react";
import { markHidden } from "../../../electron/core/hidden-characters.ts";
import type { ListedServer, ServerSummary } from "../../../electron/core/servers.ts";
import type { Text } from "../../../electron/text/en.ts";
import { BridgeError } from "../../bridge.ts";
import { useCommands } from "../../commands/commands.tsx";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Fact } from "../../ui/fact.tsx";
import { MissingPane, Pane } from "../../ui/pane.tsx";
import { PaneTabs } from "../../ui/pane-tabs.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { formatDuration } from "../activity/log/format.ts";
import { ServerClients } from "./server-clients.tsx";
import { ServerLog } from "./server-log.tsx";
import { ServerSetup } from "./server-setup.tsx";
import { SignInPart } from "./server-sign-in.tsx";
import { ToolPane } from "./tools/tool-pane.tsx";
import { ToolsPart } from "./tools/tools-part.tsx";
import { useServerActions } from "./use-servers.ts";

const PARTS = ["tools", "log", "setup"] as const;
type Part = (typeof PARTS)[number];

interface ServerPaneProps {
  /** Null: there is none with the id of the address. */
  readonly server: ListedServer | null;
  /** The part of the address after the id: a part of the server, and for `tools` a tool. */
  readonly path: readonly string[];
}

/** One server: its state and parts, or one of its tools. */
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
  useCommands([
    {
      id: "servers.restart",
      title: `${start}: ${name}`,
      group: words.title,
      icon: RotateCw,
      keys: ["r"],
      enabled: !needsSignIn,
      run: actions.restart,
    },
    {
      id: "servers.stop",
      title: `${words.stop}: ${name}`,
      group: words.title,
      icon: Square,
      keys: ["s"],
      enabled: isUp,
      run: actions.stop,
    },
    {
      id: "servers.remove",
      title: `${words.remove}: ${name}`,
      group: words.title,
      icon: Trash2,
      keys: ["backspace"],
      run: actions.remove,
    },
  ]);
  const contents = {
    tools: <ToolsPart server={server} />,
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
              {words.stop}
            </Button>
          </>
        )}
        <Button variant="quiet" icon={Trash2} disabled={actions.isBusy} onClick={actions.remove}>
          {words.remove}
        </Button>
      </div>
      {problem !== null && !isUp && (
        <div className="mt-3">
          <ErrorState error={new BridgeError(problem)} inline />
        </div>
      )}
      <SignInPart server={server} />
      <Facts server={server} />
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
  return [text.servers.state[state], text.servers.transport[transport.kind]].join(" · ");
}

function figuresOf({ calls, errors, p50 }: ListedServer["today"], text: Text["servers"]): readonly string[] {
  const median = p50 === null ? [] : [text.p50(formatDuration(p50))];
  return [text.calls(calls), ...median, ...(errors === 0 ? [] : [text.errors(errors)])];
}

/** What the server says of itself, its calls, and who may use it. */
function Facts({ server }: { readonly server: ListedServer }) {
  const text = useText().servers;
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
      {protocolVersion !== null && <Fact name={words.protocol}>{protocolVersion}</Fact>}
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
        <button
          type="button"
          className="text-accent-text hover:underline"
          onClick={() => navigate({ place: "activity", query: { server: name } })}
        >
          {words.activity}
        </button>
      </Fact>
      <Fact name={words.clients}>
        <ServerClients id={server.id} />
      </Fact>
    </dl>
  );
}
