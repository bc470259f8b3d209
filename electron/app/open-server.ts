import type { IncomingMessage, ServerResponse } from "node:http";
import { type Caller, OWNER_GRANT } from "../core/caller.ts";
import type { TokenRow } from "../core/tokens.ts";
import type { GivenRecorder } from "../core/use.ts";
import { toFileError } from "../core/util/file-error.ts";
import type { ProjectName } from "../http/request-identity.ts";
import { HttpServer } from "../http/server.ts";
import type { CatalogSource } from "../mcp/catalog-entries.ts";
import { McpEndpoint } from "../mcp/endpoint.ts";
import { HookAnswers } from "../mcp/hooks/hook-answers.ts";
import { SessionStore } from "../mcp/session-store.ts";
import { removeEndpoint, writeEndpoint } from "../platform/endpoint-file.ts";
import { localSocketFile, removeStaleSockets } from "../platform/local-socket.ts";
import { processStart } from "../platform/process-state.ts";
import { isListenerOfAnother, proveServer } from "../platform/server-proof.ts";
import { type ErrorBody, RecollectError } from "../text/errors.ts";
import type { OpenSession } from "../window-api/clients.ts";
import type { AppContext } from "./context.ts";
import type { Auth } from "./open-auth.ts";
import type { Data } from "./open-data.ts";
import type { ProjectHosts } from "./project-hosts.ts";
import { createServing, type ListeningServer, type Serving } from "./serving.ts";

/** Handles a request whose path is its own; resolves to false for any other path. */
export type Routes = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

export interface Server {
  readonly serving: Serving;
  /** The MCP address, `http://127.0.0.1:{port}/mcp`. */
  url(): string;
  /** Returns the final name of a project that the owner's folders have. */
  projectName(name: string, host: string | null): string;
  /** Adds routes behind the guard. Call before the server starts. */
  addRoutes(routes: Routes): void;
  /** The client of each open session and stream; null while it has not identified itself. */
  connected(): readonly OpenSession[];
  /** Whether a tool declares that it changes nothing. */
  isReadOnlyTool(name: string): boolean;
  /** Starts to listen. A port that is in use is reported by {@link Serving}, not thrown. */
  start(port: number): Promise<void>;
}

/** Prepares the HTTP server with MCP, REST and `/health`. It listens once `start` is called. */
export function openServer(
  context: AppContext,
  data: Data,
  auth: Auth,
  projects: ProjectHosts,
  sources: readonly CatalogSource[],
  pointElsewhere: (caller: Caller, query: string) => Promise<string | null>,
  recorder: GivenRecorder,
): Server {
  const { options, clock, events, logger, shutdown } = context;
  const { files, version } = options;
  const projectName: ProjectName = (name, host, grant) => projects.nameOf(name, host, grant);
  // A move to another port keeps the messages that the sessions have received.
  const hooks = new HookAnswers(data.service, clock, recorder);
  const routes: Routes[] = [];
  const handleRoutes: Routes = async (request, response) => {
    for (const handle of routes) if (await handle(request, response)) return true;
    return false;
  };
  // A move to another port replaces the endpoint.
  const current: { mcp: McpEndpoint | null } = { mcp: null };

  const listen = async (port: number): Promise<ListeningServer> => {
    const mcp = new McpEndpoint({
      service: data.service,
      events,
      version,
      clock,
      logger,
      sources,
      pointElsewhere,
      recorder,
      sessions: new SessionStore({ file: files.sessions, clock, logger }),
    });
    const server = new HttpServer({
      port,
      socketFile: (chosen) => localSocketFile(files.folder, chosen, options.platform),
      version,
      authenticate: auth.authenticate,
      mcp,
      hooks,
      prove: (nonce, port) => proveServer(auth.ownerToken, port, nonce),
      projectName,
      recorder: data.requests,
      clock,
      logger,
      interface: handleRoutes,
    });
    const listening = await server.listen();
    const stops = connectTokens(context, auth, mcp);
    current.mcp = mcp;
    return {
      port: listening.port,
      socket: listening.socket,
      setServing: (isServing) => server.setServing(isServing),
      requestsInProgress: () => server.requestsInProgress(),
      close() {
        for (const stop of stops) stop();
        return server.close();
      },
    };
  };

  const serving = createServing({
    listen,
    onListening({ port, socket }) {
      try {
        const { ownerToken: token } = auth;
        const { pid } = process;
        writeEndpoint(files.endpoint, {
          url: urlOf(port),
          port,
          ...(socket === null ? {} : { socket }),
          pid,
          processStart: processStart(pid),
          token,
          version,
        });
      } catch (error) {
        throw toFileError(error);
      }
    },
    events,
    logger,
  });

  return {
    serving,
    url: () => urlOf(serving.port()),
    projectName: (name, host) => projectName(name, host, OWNER_GRANT),
    addRoutes: (added) => void routes.push(added),
    connected: () => [
      ...(current.mcp?.sessions() ?? []),
      ...(current.mcp?.streams() ?? []).map((client) => ({ client })),
    ],
    isReadOnlyTool: (name) =>
      current.mcp?.catalog.entries().tools.get(name)?.definition.annotations?.readOnlyHint === true,
    async start(port) {
      removeStaleSockets(files.folder);
      await serving.start(port);
      await reportForeignServer(context, auth, port, serving.failure());
      shutdown.add("server", () => serving.stop());
      shutdown.add("endpoint file", () => removeEndpoint(files.endpoint, process.pid));
    },
  };
}

/** How long another program on the port may take to say that it is an application of the same owner. */
const IDENTIFY_TIMEOUT_MS = 1000;

/**
 * Raises an alert if another program had the port at the start: clients that connect over HTTP cannot verify a server,
 * so they may have sent their tokens to it.
 */
async function reportForeignServer(
  { standingAlerts, clock }: AppContext,
  { tokens }: Auth,
  port: number,
  failure: ErrorBody | null,
): Promise<void> {
  if (failure?.details?.reason !== "port_taken") return;
  const isKnown = standingAlerts.list().some(({ details }) => {
    return details?.reason === "port_was_foreign" && details.port === port;
  });
  const isConcerned = ({ lastUsedAt, revokedAt }: TokenRow) => lastUsedAt !== null && revokedAt === null;
  if (isKnown || !(await tokens.list()).some(isConcerned) || (await isOwnApplication(port))) return;
  const { holder } = failure.details as { holder: { name: string; pid: number } | null };
  const at = new Date(clock.now()).toISOString();
  standingAlerts.add(new RecollectError("port_was_foreign", { port, holder, at }));
}

/** Whether the program on a port is an application of this user, on another data folder for example. */
async function isOwnApplication(port: number): Promise<boolean> {
  if (isListenerOfAnother(port)) return false;
  try {
    const response = await fetch(`http://127.0.0.1:${port}/health`, {
      signal: AbortSignal.timeout(IDENTIFY_TIMEOUT_MS),
    });
    return ((await response.json()) as { readonly name?: unknown }).name === "recollect";
  } catch {
    return false;
  }
}

/** Applies changes of a token to its live sessions. Returns what ends that. */
function connectTokens({ events }: AppContext, { tokens }: Auth, mcp: McpEndpoint): readonly (() => void)[] {
  return [
    tokens.onEnded((id) => void mcp.disconnect(id)),
    tokens.onEnded(() => events.emit("clients.changed", null)),
    tokens.onChanged(({ id, grant, pausedAt }) => void mcp.setGrant(id, grant, pausedAt !== null)),
  ];
}

function urlOf(port: number): string {
  return `http://127.0.0.1:${port}/mcp`;
}
