import { accessSync, constants, mkdirSync } from "node:fs";
import path from "node:path";
import { ulid } from "ulid";
import { createAppStatus } from "./app-status.ts";
import { CATALOGUE } from "./clients/connect/catalogue.ts";
import type { ShimCommand } from "./clients/connect/client.ts";
import { configurationsFor, dataFolderVariables, withDataFolder } from "./clients/connect/configurations.ts";
import { buildExtension } from "./clients/extension/bundle.ts";
import { createConnections } from "./clients/install/connections.ts";
import { createInstructions } from "./clients/instructions/instructions.ts";
import { createStandingTokens } from "./clients/standing-tokens.ts";
import { createTokens } from "./clients/tokens.ts";
import { OWNER } from "./core/caller.ts";
import type { ClientConfiguration } from "./core/client-configuration.ts";
import { RecollectError } from "./core/errors.ts";
import { createEvents, type Events } from "./core/events.ts";
import type { LanguageChoice } from "./core/language.ts";
import type { Memory } from "./core/memory.ts";
import type { Clock, Logger } from "./core/ports.ts";
import { bearerAuthentication } from "./http/guard.ts";
import { createInterfaceRoutes, type InterfaceRoutes } from "./http/interface/routes.ts";
import { createInterfaceSessions } from "./http/interface/sessions.ts";
import { createOwnerRoutes } from "./http/owner-routes.ts";
import { createHttpServer } from "./http/server.ts";
import type { HostActions } from "./ipc/app.ts";
import { type ClientDependencies, listClients } from "./ipc/clients.ts";
import type { AppStatus, Settings } from "./ipc/contract.ts";
import { createDispatch, type Dispatch } from "./ipc/dispatch.ts";
import { createEventFeed, type EventFeed } from "./ipc/event-feed.ts";
import { createMethodHandlers } from "./ipc/handlers.ts";
import type { LoginItem } from "./ipc/settings.ts";
import { createMcpEndpoint, type McpEndpoint } from "./mcp/endpoint.ts";
import { openKeptSessions } from "./mcp/kept-sessions.ts";
import { openData } from "./open-data.ts";
import { writePrivateFile } from "./platform/atomic-file.ts";
import { scheduleBackups } from "./platform/backup-schedule.ts";
import { openSettings } from "./platform/config.ts";
import { removeEndpoint, writeEndpoint } from "./platform/endpoint-file.ts";
import { releaseMemoryWhenQuiet } from "./platform/idle-memory.ts";
import { openLog } from "./platform/logging.ts";
import type { DataFiles } from "./platform/paths.ts";
import { keepFilesPrivate } from "./platform/private-files.ts";
import type { ResourcePaths } from "./platform/resources.ts";
import { createKeptSecrets } from "./platform/secrets/kept-secrets.ts";
import type { Keychain } from "./platform/secrets/keychain.ts";
import { createShutdown, type Shutdown } from "./platform/shutdown.ts";
import { createSigningKey } from "./platform/signing-key.ts";
import { createReplay } from "./requests/replay/replay.ts";
import { createServing, type ListeningServer } from "./serving.ts";
import type { DamageChoice } from "./store/damage.ts";
import { acquireOwnership } from "./store/ownership.ts";
import { toFileError, toStorageError } from "./store/storage-error.ts";

/** How long each part may take to stop, in milliseconds. */
const STOP_LIMIT_MS = 5000;

export interface ApplicationOptions {
  readonly host: AppStatus["host"];
  readonly files: DataFiles;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly version: string;
  readonly resources: ResourcePaths;
  /** How a client starts the stdio shim. */
  readonly shim: ShimCommand;
  /** Program and arguments that start this application without a window; null where nobody can tell. */
  readonly startCommand: readonly string[] | null;
  readonly actions: HostActions;
  readonly loginItem: LoginItem | null;
  /** Null: secrets are kept in files. */
  readonly keychain: Keychain | null;
  /** What to do with a damaged database; `ask` throws an error that says so and touches nothing. */
  readonly ifDamaged: DamageChoice;
}

export interface Application {
  readonly dispatch: Dispatch;
  readonly feed: EventFeed;
  readonly events: Events;
  readonly logger: Logger;
  status(): Promise<AppStatus>;
  theme(): Settings["theme"];
  language(): LanguageChoice;
  /** The newest first. */
  recentMemories(limit: number): Promise<readonly Memory[]>;
  setServing(serving: boolean): Promise<void>;
  configurations(): Promise<readonly ClientConfiguration[]>;
  /** The address of a new link to the interface, which works once. Only a headless host serves one. */
  newInterfaceLink(): string;
  /** Stops everything in reverse, each part within a limit. Again: nothing more happens. */
  stop(): Promise<void>;
}

/**
 * The composition root: makes every part, hands each what it needs, and serves. A port that is taken is told by the
 * status, not thrown.
 * @returns null where another process owns the data folder
 * @throws storage for a folder that cannot be written, a damaged database, or one of a newer version
 */
export async function startApplication(options: ApplicationOptions): Promise<Application | null> {
  const { files } = options;
  makeDataFolder(files.folder);
  keepFilesPrivate(files, options.platform);
  const ownership = acquireOwnership(files.ownerLock);
  if (ownership === null) return null;
  const log = await openLog({ file: path.join(files.logs, "recollect"), level: "info" }).catch((error: unknown) => {
    ownership.release();
    throw toFileError(error);
  });
  const shutdown = createShutdown(log.logger, STOP_LIMIT_MS);
  shutdown.add("ownership", () => ownership.release());
  shutdown.add("log", () => log.close());
  try {
    return await compose(options, log.logger, shutdown);
  } catch (error) {
    log.logger.error("The start failed", { error });
    await shutdown.run();
    throw toFileError(toStorageError(error));
  }
}

async function compose(options: ApplicationOptions, logger: Logger, shutdown: Shutdown): Promise<Application> {
  const { files, host, env, platform, home, version, shim, actions, loginItem } = options;
  const clock: Clock = { now: () => Date.now() };
  const startedAt = new Date(clock.now()).toISOString();
  const events = createEvents((error) => logger.error("A listener failed", { error }));
  const settings = openSettings({ file: files.settings, env, clock, logger });
  const secrets = createKeptSecrets({
    folder: files.folder,
    placesFile: files.secrets,
    keychain: options.keychain,
    newId: ulid,
    logger,
    onChange: () => events.emit("status.changed", null),
  });
  shutdown.add("keychain", () => options.keychain?.close());
  const { store, requests, memories, model, indexer, damage } = await openData({
    ...options,
    secrets,
    settings,
    clock,
    events,
    logger,
    shutdown,
  });
  shutdown.add(
    "backups",
    scheduleBackups(() => store.backup(), logger),
  );

  const signingKey = createSigningKey(secrets);
  const tokens = createTokens({ store: store.tokens, key: signingKey.get, clock, newId: ulid });
  shutdown.add("tokens", () => tokens.close());
  const ownerToken = await tokens.issueOwner();
  const tokenFor = createStandingTokens(tokens);
  const authenticate = bearerAuthentication(tokens.verify);
  const feed = createEventFeed(events);
  shutdown.add("events", () => feed.close());
  shutdown.add("idle memory", releaseMemoryWhenQuiet(events, logger));

  const isOwner = async (authorization: string | undefined) =>
    authenticate(authorization).then(
      (token) => token.owner,
      () => false,
    );
  const ownerRoutes = createOwnerRoutes({ service: memories, isOwner });
  let mcp: McpEndpoint | null = null;
  let routes: InterfaceRoutes | null = null;
  const listen = async (port: number): Promise<ListeningServer> => {
    const sessions = openKeptSessions({
      file: files.sessions,
      write: writePrivateFile,
      now: clock.now,
      onFailure: (error) => logger.warn("The clients' sessions could not be kept", { error }),
    });
    const endpoint = createMcpEndpoint({ service: memories, events, version, clock, logger, sessions });
    const server = createHttpServer({
      port,
      version,
      authenticate,
      mcp: endpoint,
      recorder: requests,
      clock,
      logger,
      interface: async (request, response) =>
        (await ownerRoutes(request, response)) || ((await routes?.handle(request, response)) ?? false),
    });
    const listening = await server.listen();
    const stops = [
      tokens.onEnded((id) => void endpoint.disconnect(id)),
      tokens.onEnded(() => events.emit("clients.changed", null)),
      tokens.onChanged(({ id, grant, pausedAt }) => void endpoint.setGrant(id, grant, pausedAt !== null)),
    ];
    mcp = endpoint;
    return {
      port: listening.port,
      setServing: server.setServing,
      close: () => {
        for (const stop of stops) stop();
        return server.close();
      },
    };
  };
  const serving = createServing({
    listen,
    onListening(port) {
      try {
        writeEndpoint(files.endpoint, { url: urlOf(port), port, pid: process.pid, token: ownerToken, version });
      } catch (error) {
        throw toFileError(error);
      }
    },
    events,
    logger,
  });

  const located = withDataFolder(shim, env);
  const instructions = createInstructions({ platform, home, env, shim: located, clock, newId: ulid });
  const extension = () =>
    buildExtension({ ...options.resources, env: dataFolderVariables(env), startCommand: options.startCommand });
  const connections = createConnections({
    platform,
    home,
    env,
    url: () => urlOf(serving.port()),
    tokenFor,
    shim: located,
    registryFile: files.connections,
    writePrivateFile,
    clock,
    newId: ulid,
  });
  const replay = createReplay({
    target: () => ({ url: urlOf(serving.port()), token: ownerToken }),
    isReading: (tool) => mcp?.catalog.tools().get(tool)?.definition.annotations?.readOnlyHint === true,
    events,
    newId: ulid,
    version,
  });
  const clients: ClientDependencies = {
    // Who is connected is known without the log too.
    logged: () => requests.clientActivity().catch(() => []),
    connected: () => [...(mcp?.sessions() ?? []), ...(mcp?.streams() ?? []).map((client) => ({ client }))],
    configurations: () => configurationsFor({ url: urlOf(serving.port()), tokenFor, shim, platform, home, env }),
    now: clock.now,
  };
  const status = createAppStatus({
    version,
    host,
    platform,
    startedAt,
    dataFolder: files.folder,
    serving,
    url: () => urlOf(serving.port()),
    clientsConnected: async () => (await listClients(clients)).filter((client) => client.connected).length,
    damage,
    secrets: secrets.status,
    requestLog: requests.problem,
  });
  const handlers = createMethodHandlers({
    app: { host: actions, status, setServing: serving.setServing },
    indexes: { memories, logger },
    imports: { memories, machine: { env, platform, home }, events, clock },
    model: { model, indexer },
    requests: { requests, replay },
    clients: { ...clients, tokens, events, clientIds: CATALOGUE.map(({ id }) => id) },
    connections: { connections, extension, openDeepLink: actions.openDeepLink, events },
    instructions: { instructions },
    secrets: { secrets, signingKey, onKeyChanged: () => events.emit("clients.changed", null) },
    settings: {
      settings,
      loginItem,
      dataFolder: files.folder,
      events,
      servedPort: serving.port,
      // A browser's page would lose the server it came from.
      movePort: host === "desktop" ? serving.move : null,
    },
  });
  const dispatch = createDispatch({ handlers, logger });

  const sessions = createInterfaceSessions();
  const linkTo = (key: string) => `http://127.0.0.1:${serving.port()}/?key=${key}`;
  if (host === "headless") {
    routes = createInterfaceRoutes({ dispatch, feed, sessions, folder: options.resources.window, isOwner, linkTo });
  }

  await serving.start(settings.port());
  // Before a client asks for it, and so that its owner soon knows of a keychain that does not open.
  signingKey.get().catch(() => undefined);
  shutdown.add("server", () => serving.stop());
  shutdown.add("interface", () => routes?.close());
  shutdown.add("endpoint file", () => removeEndpoint(files.endpoint, process.pid));

  return {
    dispatch,
    feed,
    events,
    logger,
    status,
    theme: () => settings.current().theme,
    language: () => settings.current().language,
    recentMemories: async (limit) => (await memories.list(OWNER, { limit })).items,
    setServing: serving.setServing,
    configurations: clients.configurations,
    newInterfaceLink: () => linkTo(sessions.newKey()),
    stop: () => shutdown.run(),
  };
}

/** @throws storage where the folder cannot be made or written */
function makeDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new RecollectError("storage", `The data folder ${folder} cannot be written.`, {
      hint: "Give it to your user, or choose another with RECOLLECT_DATA_DIR.",
      details: { reason: "not_writable", path: folder },
      cause: error,
    });
  }
}

function urlOf(port: number): string {
  return `http://127.0.0.1:${port}/mcp`;
}
