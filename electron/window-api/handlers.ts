import type { Backups } from "../backups/backups.ts";
import type { Plugins } from "../connect/plugins/plugins.ts";
import { OWNER } from "../core/caller.ts";
import type { ClientMemoryService, ClientMemorySettings, ClientMemoryStatus } from "../core/client-memories.ts";
import type { Events } from "../core/events.ts";
import type { InboxService } from "../core/inbox.ts";
import type { MemoryService } from "../core/memory-service.ts";
import type { RequestLogReader } from "../core/ports.ts";
import { projectKey } from "../core/project-name.ts";
import type { RemoteDomainService } from "../core/remote-domains.ts";
import type { ChangeLog } from "../core/replication/change-log.ts";
import type { RequestDetail, RequestSummary, ServerFigures } from "../core/request-log.ts";
import type { ServerService } from "../core/servers.ts";
import type { SpaceService } from "../core/spaces.ts";
import type { UpdateService } from "../core/updates.ts";
import type { GivenRecorder, UseService } from "../core/use.ts";
import type { OnDemand } from "../core/util/on-demand.ts";
import type { ServerMoves } from "../server-moves/server-moves.ts";
import { RecollectError } from "../text/errors.ts";
import { type ActivityDependencies, createActivityHandlers } from "./activity.ts";
import {
  type AppDependencies,
  createAppHandlers,
  createBrowserSessionHandlers,
  createSecretHandlers,
  type SecretDependencies,
} from "./app.ts";
import type { BrowserSessions } from "./browser/sessions.ts";
import { type ClientDependencies, createClientHandlers } from "./clients.ts";
import {
  type ConnectionDependencies,
  createConnectionHandlers,
  createInstructionHandlers,
  type InstructionDependencies,
} from "./connections.ts";
import type { AreaHandlers, MethodHandlers } from "./contract.ts";
import {
  type ConversationDependencies,
  createConversationHandlers,
  createSuggestionHandlers,
} from "./conversations.ts";
import type { GrantDependencies } from "./grants.ts";
import { createImportHandlers, type ImportDependencies } from "./imports.ts";
import { createMapHandlers, type MapDependencies } from "./map.ts";
import { createIndexHandlers, createMemoryHandlers, type MemoryDependencies } from "./memories.ts";
import { createModelHandlers, type ModelDependencies } from "./model.ts";
import { createSettingsHandlers, createViewHandlers, type SettingsDependencies } from "./settings.ts";

export interface HandlerDependencies {
  readonly app: AppDependencies;
  readonly activity: ActivityDependencies;
  readonly browserSessions: BrowserSessions;
  readonly map: MapDependencies["map"];
  readonly memories: MemoryDependencies;
  readonly imports: ImportDependencies;
  readonly backups: BackupDependencies;
  readonly model: ModelDependencies;
  readonly requests: RequestDependencies;
  readonly clients: ClientDependencies & GrantDependencies;
  readonly connections: ConnectionDependencies;
  readonly instructions: InstructionDependencies;
  readonly plugins: PluginDependencies;
  readonly secrets: SecretDependencies;
  readonly servers: ServerDependencies;
  readonly clientMemories: ClientMemoryDependencies;
  readonly conversations: ConversationDependencies;
  readonly remoteDomains: RemoteDomainDependencies;
  readonly settings: SettingsDependencies;
  readonly spaces: SpaceDependencies;
  readonly updates: UpdateDependencies;
  readonly use: UseDependencies;
}

/** Returns a handler for every method of the contract. Electron IPC and HTTP call the same handlers. */
export function createMethodHandlers(dependencies: HandlerDependencies): MethodHandlers {
  return {
    ...createAppHandlers(dependencies.app),
    ...createActivityHandlers(dependencies.activity),
    ...createBrowserSessionHandlers(dependencies.browserSessions),
    ...createSecretHandlers(dependencies.secrets),
    ...createSettingsHandlers(dependencies.settings),
    ...createViewHandlers(dependencies.settings),
    ...createMemoryHandlers(dependencies.memories),
    ...createMapHandlers({ map: dependencies.map, memories: dependencies.memories.memories }),
    ...createInboxHandlers(dependencies.memories.memories.inbox),
    ...createIndexHandlers(dependencies.memories),
    ...createImportHandlers(dependencies.imports),
    ...createBackupHandlers(dependencies.backups),
    ...createModelHandlers(dependencies.model),
    ...createRequestHandlers(dependencies.requests),
    ...createClientHandlers(dependencies.clients),
    ...createConnectionHandlers(dependencies.connections),
    ...createInstructionHandlers(dependencies.instructions),
    ...createPluginHandlers(dependencies.plugins),
    ...createServerHandlers(dependencies.servers),
    ...createSpaceHandlers(dependencies.spaces),
    ...createClientMemoryHandlers(dependencies.clientMemories),
    ...createConversationHandlers(dependencies.conversations),
    ...createSuggestionHandlers(dependencies.conversations),
    ...createRemoteDomainHandlers(dependencies.remoteDomains),
    ...createUpdateHandlers(dependencies.updates),
    ...createUseHandlers(dependencies.use),
  };
}

/** The inbox for the window. The caller is the owner. */
function createInboxHandlers(inbox: InboxService): AreaHandlers<"inbox"> {
  return {
    "inbox.counts": () => inbox.counts(OWNER),
    "inbox.list": ({ state, limit, cursor }) => inbox.list(OWNER, state, limit, cursor),
    "inbox.similar": ({ id }) => inbox.similar(OWNER, id),
    "inbox.keep": ({ id, ...changes }) => inbox.keep(OWNER, id, changes),
    "inbox.reject": ({ id }) => inbox.reject(OWNER, id),
    "inbox.reopen": ({ id }) => inbox.reopen(OWNER, id),
  };
}

type UpdateDependencies = Pick<OnDemand<UpdateService>, "open">;

function createUpdateHandlers({ open }: UpdateDependencies): AreaHandlers<"updates"> {
  return {
    "updates.status": async () => (await open()).status(),
    "updates.setAgreed": async ({ agreed }) => (await open()).setAgreed(agreed),
    "updates.check": async () => (await open()).check(),
    "updates.download": async () => (await open()).download(),
    "updates.install": async ({ when }) => (await open()).install(when),
    "updates.postpone": async () => (await open()).postpone(),
  };
}

interface BackupDependencies {
  readonly backups: Backups;
}

function createBackupHandlers({ backups }: BackupDependencies): AreaHandlers<"backups"> {
  const list = () => ({ backups: backups.list(), secondFolder: backups.secondFolder() });
  return {
    "backups.list": async () => list(),
    "backups.make": () => backups.make("manual"),
    "backups.verify": ({ name }) => backups.verify(name),
    "backups.compare": ({ name, query = "" }) => backups.compare(name, query),
    "backups.restore": ({ name, ids }) => backups.restore(name, ids),
    "backups.writeReadable": () => backups.writeReadable(),
    "backups.setSecondFolder": ({ folder }) => backups.setSecondFolder(folder).then(list),
  };
}

interface PluginDependencies {
  readonly plugins: Plugins;
  readonly events: Pick<Events, "emit">;
}

/** Plans and applies clients' plugins. The window names a client or a plan, never a file or a command. */
function createPluginHandlers({ plugins, events }: PluginDependencies): AreaHandlers<"plugins"> {
  return {
    "plugins.list": () => plugins.list(),
    "plugins.plan": ({ clientId, action }) => plugins.plan(clientId, action),
    "plugins.applyPlan": async ({ planId }) => {
      try {
        return await plugins.apply(planId);
      } finally {
        events.emit("clients.changed", null);
      }
    },
  };
}

interface RemoteDomainDependencies extends OnDemand<RemoteDomainService> {
  /** Returns the domain that a spelling of a project's name means. @throws invalid_argument */
  domainOf(given: string): Promise<string>;
}

/** Domains that stay in a database, for the window and the command line. */
function createRemoteDomainHandlers(dependencies: RemoteDomainDependencies): AreaHandlers<"remoteDomains"> {
  const { opened, open, domainOf } = dependencies;
  /** The name in the database keeps its letter case: other machines may have it already. */
  const nameToAdd = async (given: string): Promise<string> => {
    const name = await domainOf(given);
    return projectKey(name) === projectKey(given.trim()) ? given : name;
  };
  const existing = (domain: string): RemoteDomainService => {
    const remote = opened();
    if (remote !== null) return remote;
    throw new RecollectError("remote_unknown", { domain }, { field: "domain" });
  };
  return {
    "remoteDomains.list": async () => (await opened()?.list()) ?? [],
    "remoteDomains.add": async (given) => (await open()).add({ ...given, domain: await nameToAdd(given.domain) }),
    "remoteDomains.remove": async ({ domain }) => existing(domain).remove(await domainOf(domain)),
    "remoteDomains.restore": async ({ domain }) => existing(domain).restore(domain),
    "remoteDomains.setAccess": async ({ domain, access }) => existing(domain).setAccess(await domainOf(domain), access),
    "remoteDomains.status": async ({ domain }) => existing(domain).status(await domainOf(domain)),
  };
}

interface ClientMemoryDependencies extends OnDemand<ClientMemoryService> {
  settings(): ClientMemorySettings;
}

const CLIENT_MEMORIES_OFF: ClientMemoryStatus = { state: "off", sources: [], problems: [], scannedAt: null };

/** Clients' own memories for the window and the command line. */
function createClientMemoryHandlers(dependencies: ClientMemoryDependencies): AreaHandlers<"clientMemories"> {
  const { settings, opened, open } = dependencies;
  return {
    "clientMemories.survey": async () => (await open()).survey(),
    "clientMemories.settings": async () => settings(),
    "clientMemories.updateSettings": async ({ clients, files }) =>
      (await open()).updateSettings({
        ...(clients === undefined ? {} : { clients }),
        ...(files === undefined ? {} : { files }),
      }),
    "clientMemories.status": async () => (await opened()?.status()) ?? CLIENT_MEMORIES_OFF,
    "clientMemories.entries": async () => (await opened()?.entries()) ?? [],
    "clientMemories.scan": async () => (await open()).scan(),
  };
}

interface RequestDependencies {
  readonly requests: Omit<RequestLogReader, "activity" | "clientActivity" | "serverFigures">;
  /** Whether a recorded message can be repeated. */
  canReplay(detail: RequestDetail): boolean;
  /** Sends a recorded message again and returns its new row. */
  replay(detail: RequestDetail, writingConfirmed: boolean): Promise<RequestSummary>;
}

const DEFAULT_LIMIT = 100;

function createRequestHandlers({ requests, canReplay, replay }: RequestDependencies): AreaHandlers<"requests"> {
  const get = async (id: number): Promise<RequestDetail> => {
    const detail = await requests.get(id);
    if (detail !== null) return detail;
    throw new RecollectError("request_gone", {});
  };

  return {
    "requests.list": ({ limit, cursor, beforeId, ...filter }) =>
      requests.list(filter, limit ?? DEFAULT_LIMIT, cursor ?? null, beforeId ?? null),
    "requests.get": async ({ id }) => {
      const detail = await get(id);
      return { ...detail, canReplay: canReplay(detail) };
    },
    "requests.setPinned": ({ ids, pinned }) => requests.setPinned(ids, pinned),
    "requests.export": ({ cursor, ...selection }) => requests.exportPart(selection, cursor ?? null),
    "requests.replay": async ({ id, writingConfirmed }) => replay(await get(id), writingConfirmed),
    "requests.clear": () => requests.clear().then(() => null),
    "requests.rates": (span) => requests.rates(span),
  };
}

interface ServerDependencies extends OnDemand<ServerService> {
  readonly moves: ServerMoves;
  /** The names of the network variables in the application's environment. */
  networkVariables(): readonly string[];
  /** The figures of servers by the request log, in the order of their names. */
  figures(names: readonly string[]): Promise<readonly ServerFigures[]>;
}

const NO_CALLS: ServerFigures = { calls: 0, errors: 0, p50: null };

/** Other MCP servers for the window and the command line. */
function createServerHandlers(dependencies: ServerDependencies): AreaHandlers<"servers"> {
  const { moves, opened, open, figures, networkVariables } = dependencies;
  const existing = (id: string): ServerService => {
    const servers = opened();
    if (servers !== null) return servers;
    throw new RecollectError("server_unknown", { id }, { field: "id" });
  };
  return {
    async "servers.list"() {
      const all = opened()?.list() ?? [];
      if (all.length === 0) return [];
      // The list of servers does not depend on the request log.
      const today = await figures(all.map(({ name }) => name)).catch(() => []);
      return all.map((server, index) => ({ ...server, today: today[index] ?? NO_CALLS }));
    },
    "servers.add": async (server, signal) => (await open()).add(server, signal),
    "servers.addingLog": async ({ name }) => opened()?.addingLog(name) ?? [],
    "servers.networkVariables": async () => networkVariables(),
    "servers.remove": async ({ id }) => existing(id).remove(id),
    "servers.restore": async ({ id }) => existing(id).restore(id),
    "servers.setSecrets": async ({ id, values }) => existing(id).setSecrets(id, values),
    "servers.restart": async ({ id }) => existing(id).restart(id),
    "servers.stop": async ({ id }) => existing(id).stop(id),
    "servers.signIn": async ({ id }) => existing(id).signIn(id),
    "servers.finishSignIn": async ({ id }) => existing(id).finishSignIn(id),
    "servers.cancelSignIn": async ({ id }) => existing(id).cancelSignIn(id),
    "servers.signOut": async ({ id }) => existing(id).signOut(id),
    "servers.tools": async ({ id }) => existing(id).tools(id),
    "servers.approve": async ({ id, names }) => existing(id).approve(id, names),
    "servers.setEnabled": async ({ id, names, enabled }) => existing(id).setEnabled(id, names, enabled),
    "servers.setMemoryHints": async ({ id, enabled }) => existing(id).setMemoryHints(id, enabled),
    "servers.log": async ({ id }) => existing(id).log(id),
    "servers.sources": () => moves.sources(),
    "servers.planMove": (choice) => moves.planMove(choice),
    "servers.move": ({ planId }, signal) => moves.move(planId, signal),
    "servers.planReturn": (choice) => moves.planReturn(choice),
    "servers.return": ({ planId }) => moves.return(planId),
    "servers.call": async ({ id, tool, arguments: args }, signal) => existing(id).call(id, tool, args, signal),
  };
}

interface SpaceDependencies extends OnDemand<SpaceService> {
  /** Conflicts are in the store, and do not need the code that synchronises. */
  readonly conflicts: Pick<ChangeLog, "conflicts" | "provenance" | "resolve">;
}

/** Spaces for the window and the command line. */
function createSpaceHandlers({ conflicts, opened, open }: SpaceDependencies): AreaHandlers<"spaces"> {
  const existing = (id: string): SpaceService => {
    const spaces = opened();
    if (spaces !== null) return spaces;
    throw new RecollectError("space_unknown", { id }, { field: "id" });
  };
  return {
    "spaces.list": async () => (await opened()?.list()) ?? [],
    "spaces.create": async (draft, signal) => (await open()).create(draft, signal),
    "spaces.newPassphrase": async () => ({ passphrase: (await open()).newPassphrase() }),
    "spaces.previewJoin": async (request, signal) => (await open()).previewJoin(request, signal),
    "spaces.join": async (request, signal) => (await open()).join(request, signal),
    async "spaces.leave"({ id, memories }) {
      return { unsent: await existing(id).leave(id, memories) };
    },
    "spaces.addDomains": async ({ id, domains, confirmUserDomain }) =>
      existing(id).addDomains(id, domains, confirmUserDomain),
    "spaces.sync": async ({ id }) => existing(id).sync(id),
    "spaces.pause": async ({ id }) => existing(id).pause(id),
    "spaces.resume": async ({ id }) => existing(id).resume(id),
    "spaces.setAccess": async ({ id, ...access }) => existing(id).setAccess(id, access),
    "spaces.invite": async ({ id, ...request }) => existing(id).invite(id, request),
    "spaces.members": async ({ id }) => existing(id).members(id),
    "spaces.setMemberRole": async ({ id, login, role }) => existing(id).setMemberRole(id, login, role),
    "spaces.removeMember": async ({ id, login }) => existing(id).removeMember(id, login),
    "spaces.devices": async ({ id }) => existing(id).devices(id),
    "spaces.renameDevice": async ({ id, name }) => existing(id).renameDevice(id, name),
    "spaces.revokeDevice": async ({ id, device }) => existing(id).revokeDevice(id, device),
    "spaces.changePassphrase": async ({ id, passphrase }) => existing(id).changePassphrase(id, passphrase),
    "spaces.conflicts": ({ limit, cursor }) => conflicts.conflicts(OWNER, limit, cursor),
    "spaces.provenance": ({ memory }) => conflicts.provenance(OWNER, memory),
    "spaces.resolve": ({ space, ...decision }) => conflicts.resolve(OWNER, space, decision),
  };
}

interface UseDependencies {
  readonly use: Omit<UseService, keyof GivenRecorder>;
  readonly memories: Pick<MemoryService, "get">;
}

/** Which memories clients got and used, for the owner. */
function createUseHandlers({ use, memories }: UseDependencies): AreaHandlers<"use"> {
  return {
    "use.ofMemory": ({ id }) => use.ofMemory(id),
    "use.byClient": () => use.byClient(),
    "use.neverUsed": async () => {
      const ids = await use.neverUsed();
      // A memory can be deleted in the meantime.
      const found = await Promise.all(ids.map((id) => memories.get(OWNER, id).catch(() => null)));
      const present = found.filter((memory) => memory !== null);
      return await Promise.all(present.map(async (memory) => ({ memory, use: await use.ofMemory(memory.id) })));
    },
    "use.between": ({ subject, from, to }) => use.between(subject, Date.parse(from), Date.parse(to)),
  };
}
