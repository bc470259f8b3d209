import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { ulid } from "ulid";
import { dataFolderVariables, withDataFolder } from "../connect/client.ts";
import { Connections } from "../connect/install/connections.ts";
import { createThreadedPlanner } from "../connect/install/threaded-planner.ts";
import { Instructions } from "../connect/instructions/instructions.ts";
import { Plugins } from "../connect/plugins/plugins.ts";
import { CLIENTS, titleOfClient } from "../connect/registry.ts";
import { configurationsFor } from "../connect/snippets.ts";
import { OWNER } from "../core/caller.ts";
import type { ClientConfiguration } from "../core/client-configuration.ts";
import type { MapService } from "../core/map.ts";
import { networkVariables } from "../core/network-variables.ts";
import type { ProjectNaming } from "../core/project-name.ts";
import type { UseService } from "../core/use.ts";
import type { ImportSource } from "../import/import-item.ts";
import { mayBeOwnDatabase, ownDatabaseSource } from "../import/own-database.ts";
import { openThreadedSource } from "../import/threaded-source.ts";
import { canReplay, createReplay } from "../requests/replay.ts";
import { MODEL_PRESETS } from "../search/embedding/model-presets.ts";
import { createLanguageThread } from "../search/language-thread.ts";
import { MovedServers } from "../server-moves/moved-servers.ts";
import { ServerMoves } from "../server-moves/server-moves.ts";
import { RecollectError } from "../text/errors.ts";
import { createInterfaceRoutes } from "../window-api/browser/routes.ts";
import { BrowserSessions } from "../window-api/browser/sessions.ts";
import { type ClientDependencies, listClients } from "../window-api/clients.ts";
import { createCommandRoute } from "../window-api/command-route.ts";
import type { AppStatus } from "../window-api/contract.ts";
import { createDispatch, type Dispatch } from "../window-api/dispatch.ts";
import { createEventFeed, type EventFeed } from "../window-api/event-feed.ts";
import { createMethodHandlers } from "../window-api/handlers.ts";
import { createOwnerMethodRoutes } from "../window-api/owner-methods.ts";
import { type AppState, createAppStatus } from "./app-status.ts";
import type { AppContext } from "./context.ts";
import { createModelOffer } from "./model-offer.ts";
import type { Auth } from "./open-auth.ts";
import type { ClientMemoriesAccess } from "./open-client-memories.ts";
import type { ConversationsAccess } from "./open-conversations.ts";
import type { Data } from "./open-data.ts";
import type { RemoteDomainsAccess } from "./open-remote-domains.ts";
import type { Server } from "./open-server.ts";
import type { ServersAccess } from "./open-servers.ts";
import type { SpacesAccess } from "./open-spaces.ts";
import type { UpdatesAccess } from "./open-updates.ts";

/** The API of the window, in Electron or in a browser. */
export interface WindowApi {
  readonly dispatch: Dispatch;
  readonly feed: EventFeed;
  status(): Promise<AppStatus>;
  /** The status without the number of connected clients, so that no thread is started. */
  state(): AppState;
  configurations(): Promise<readonly ClientConfiguration[]>;
  /** Returns a link to the interface that works once. Only a headless host serves the interface. */
  newInterfaceLink(): string;
}

/** The parts of the application that the window uses. */
interface WindowParts {
  readonly data: Data;
  /** What the names of projects depend on. */
  readonly naming: ProjectNaming;
  readonly auth: Auth;
  readonly server: Server;
  readonly servers: ServersAccess;
  readonly spaces: SpacesAccess;
  readonly conversations: ConversationsAccess;
  readonly clientMemories: ClientMemoriesAccess;
  readonly remoteDomains: RemoteDomainsAccess;
  readonly updates: UpdatesAccess;
  readonly use: UseService;
  readonly map: MapService;
}

/** Composes the window API; on a headless host the server serves it to a browser. */
export function openWindowApi(context: AppContext, parts: WindowParts): WindowApi {
  const { options, clock, events, logger, shutdown } = context;
  const feed = createEventFeed(events);
  shutdown.add("events", () => feed.close());
  const sessions = new BrowserSessions({
    clock,
    newId: ulid,
    onChange: () => events.emit("status.changed", null),
  });
  const clients = knownClients(context, parts);
  const { status, state } = openStatus(context, parts, clients);
  const handlers = openHandlers(context, parts, { clients, sessions, status });
  const call = createDispatch({ handlers, logger });
  const dispatch: Dispatch = (method, ...rest) => {
    // Not the state of the application, which an open window reads every few seconds.
    if (method.startsWith("memories.")) events.emit("window.used", null);
    return call(method, ...rest);
  };
  const { auth, server } = parts;
  // In the fragment, which a browser sends to no server and in no Referer.
  const linkTo = (key: string) => `http://127.0.0.1:${server.serving.port()}/#key=${key}`;
  server.addRoutes(createOwnerMethodRoutes({ dispatch, isOwner: auth.isOwner }));
  const { projectName } = server;
  const { files, platform, resources } = options;
  const application = { dispatch, projectName, files, platform, entry: resources.shim };
  server.addRoutes(createCommandRoute({ application, run: options.runCommand, isOwner: auth.isOwner }));
  if (options.host === "headless") {
    const routes = createInterfaceRoutes({
      dispatch,
      feed,
      sessions,
      folder: options.resources.window,
      isOwner: auth.isOwner,
      linkTo,
      onTokenIssued: ({ subject, session }) => {
        const at = new Date(clock.now()).toISOString();
        context.standingAlerts.add(new RecollectError("token_issued", { subject, session, at }));
      },
    });
    server.addRoutes(routes.handle);
    shutdown.add("interface", () => routes.close());
  }
  return {
    dispatch,
    feed,
    status,
    state,
    configurations: clients.configurations,
    newInterfaceLink: () => linkTo(sessions.newKey()),
  };
}

/** Opens a source of an import. @throws as `openThreadedSource` */
async function openImport(file: string, { options, logger }: AppContext, { store }: Data): Promise<ImportSource> {
  try {
    return await openThreadedSource(file, { workerUrl: pathToFileURL(options.resources.importWorker), logger });
  } catch (error) {
    if (!mayBeOwnDatabase(error) || (await isSameFile(file, options.files.memories))) throw error;
    const readable = await store.readReadable(file).catch(() => null);
    if (readable === null) throw error;
    return ownDatabaseSource(readable);
  }
}

async function isSameFile(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map((file) => stat(file).catch(() => null)));
  return first != null && first.ino === second?.ino && first.dev === second.dev;
}

function knownClients({ options, clock }: AppContext, { data, auth, server }: WindowParts): ClientDependencies {
  const { shim, platform, home, env } = options;
  return {
    // The list of connected clients does not depend on the request log.
    logged: () => data.requests.clientActivity().catch(() => []),
    connected: server.connected,
    configurations: () => configurationsFor({ url: server.url(), tokenFor: auth.tokenFor, shim, platform, home, env }),
    now: clock.now,
  };
}

function openStatus(
  { options, clock, secrets, standingAlerts }: AppContext,
  { data, auth, server, updates }: WindowParts,
  clients: ClientDependencies,
): ReturnType<typeof createAppStatus> {
  const { version, host, platform, files } = options;
  return createAppStatus({
    version,
    host,
    platform,
    startedAt: new Date(clock.now()).toISOString(),
    dataFolder: files.folder,
    serving: server.serving,
    url: server.url,
    clientsConnected: async () => (await listClients(clients)).filter((client) => client.connected).length,
    storage: data.storageAlerts,
    secrets: () => secrets.status(),
    signingKey: () => auth.signingKey.failure(),
    requestLog: data.requests.problem,
    newVersion: () => updates.opened()?.status().release?.version ?? null,
    standing: () => standingAlerts.list(),
  });
}

/** Opens the parts that write clients' files. */
function openClientFiles({ options, logger, records, shutdown }: AppContext, { auth, server }: WindowParts) {
  const { files, platform, home, env, version, resources } = options;
  const shared = {
    ...records,
    platform,
    home,
    env,
    shim: withDataFolder(options.shim, env),
    backupFolder: files.replacedFiles,
    newId: ulid,
  };
  const planner = createThreadedPlanner({ workerUrl: pathToFileURL(resources.connectWorker), logger });
  shutdown.add("clients' files", () => planner.close());
  const connections = new Connections({
    ...shared,
    url: server.url,
    tokenFor: auth.tokenFor,
    registryFile: files.connections,
    planner,
  });
  const instructions = new Instructions(shared);
  /** Loaded on demand, because it contains a parser of YAML. */
  const skills = async () => {
    const { readSkills } = await import("../skills/read-skills.ts");
    return readSkills(resources.skills);
  };
  const plugins = new Plugins({ ...shared, connections, instructions, version, skills, folder: files.plugins });
  // Installed plugins find this installation, even after it was moved. A full disk does not prevent the start.
  try {
    if (existsSync(files.plugins)) plugins.writeStartFile();
  } catch (error) {
    logger.warn("The file by which plugins find this installation could not be written.", { error });
  }
  return { connections, instructions, plugins, skills };
}

interface HandlerParts {
  readonly clients: ClientDependencies;
  readonly sessions: BrowserSessions;
  readonly status: () => Promise<AppStatus>;
}

function openHandlers(context: AppContext, parts: WindowParts, { clients, sessions, status }: HandlerParts) {
  const { options, clock, events, logger, records, settings, secrets, standingAlerts, shutdown } = context;
  const { files, host, env, platform, home, version, actions, loginItem, quick } = options;
  const { data, auth, server, servers, spaces, conversations, clientMemories, remoteDomains, updates } = parts;
  const { service, requests, model, indexer } = data;
  const { serving, url } = server;
  const { connections, instructions, plugins, skills } = openClientFiles(context, parts);
  const languages = createLanguageThread({ workerUrl: pathToFileURL(options.resources.languageWorker), logger });
  shutdown.add("languages", () => languages.close());
  return createMethodHandlers({
    app: {
      host: actions,
      quick,
      status,
      setServing: serving.setServing,
      projectName: server.projectName,
      dismissAlert: (id) => standingAlerts.dismiss(id),
    },
    activity: { requests, memories: service, clock, clientTitle: titleOfClient },
    browserSessions: sessions,
    map: parts.map,
    memories: { memories: service, logger },
    imports: {
      memories: service,
      machine: { env, platform, home },
      openSource: (file) => openImport(file, context, data),
      naming: parts.naming,
      events,
      clock,
    },
    backups: { backups: data.backups },
    model: {
      model,
      presets: MODEL_PRESETS,
      offer: createModelOffer({
        memories: service,
        identify: (texts) => languages.call("identifyLanguages", texts),
        isBundled: () => model.status().source.kind === "bundled",
      }),
      indexer,
    },
    requests: {
      requests,
      canReplay,
      replay: createReplay({
        target: () => ({ url: url(), token: auth.ownerToken }),
        isReading: server.isReadOnlyTool,
        events,
        newId: ulid,
        version,
      }),
    },
    clients: {
      ...clients,
      tokens: auth.tokens,
      events,
      clientIds: CLIENTS.map(({ id }) => id),
      checkServers: servers.checkGrants,
      domainOf: (given) => service.domainOf(OWNER, given),
    },
    connections: {
      connections,
      extension: async () => {
        const { buildExtension } = await import("../connect/extension.ts");
        const { resources, startCommand } = options;
        return buildExtension({ ...resources, env: dataFolderVariables(env), startCommand });
      },
      openDeepLink: actions.openDeepLink,
      tokens: auth.tokens,
      logged: clients.logged,
      onTokensRenewed: (renewal) => {
        standingAlerts.resolve("port_was_foreign");
        standingAlerts.add(new RecollectError("tokens_renewed", renewal));
      },
      events,
    },
    instructions: {
      instructions,
      async skills() {
        const found = await skills();
        return found.map(({ name, description, files }) => ({ name, description, content: files["SKILL.md"] ?? "" }));
      },
    },
    plugins: { plugins, events },
    use: { use: parts.use, memories: service },
    secrets: {
      secrets,
      signingKey: auth.signingKey,
      onKeyChanged: () => events.emit("clients.changed", null),
    },
    servers: {
      ...servers,
      figures: (names) => requests.serverFigures(names),
      networkVariables: () => networkVariables(env),
      moves: new ServerMoves({
        connections,
        moved: new MovedServers({ ...records, file: files.movedServers, secrets, newId: ulid }),
        opened: servers.opened,
        open: servers.open,
        tokens: auth.tokens,
        events,
        machine: { platform, home, env },
        logger,
        newId: ulid,
      }),
    },
    spaces: { ...spaces, conflicts: data.spaces },
    conversations,
    clientMemories,
    remoteDomains: { ...remoteDomains, domainOf: (given) => service.domainOf(OWNER, given) },
    updates,
    settings: {
      settings,
      loginItem,
      quick,
      dataFolder: files.folder,
      events,
      servedPort: serving.port,
      // A page in a browser would lose the server that it was loaded from.
      movePort: host === "desktop" ? serving.move : null,
    },
  });
}
