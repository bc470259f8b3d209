import { accessSync, constants, existsSync, lstatSync, mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { ulid } from "ulid";
import type { AppContext, ApplicationOptions } from "./app/context.ts";
import { type DataVersion, openDataVersion } from "./app/data-version.ts";
import { followPlacesInConversations, followPlacesInSettings, followPlacesInViews } from "./app/follow-places.ts";
import { type Auth, openAuth } from "./app/open-auth.ts";
import { openClientMemories } from "./app/open-client-memories.ts";
import { openConversations } from "./app/open-conversations.ts";
import { openData } from "./app/open-data.ts";
import { openMap } from "./app/open-map.ts";
import { openRemoteDomains } from "./app/open-remote-domains.ts";
import { openServer } from "./app/open-server.ts";
import { openServers, type ServersAccess } from "./app/open-servers.ts";
import { openSpaces } from "./app/open-spaces.ts";
import { openUpdates } from "./app/open-updates.ts";
import { openUse } from "./app/open-use.ts";
import { openWindowApi, type WindowApi } from "./app/open-window-api.ts";
import { openProjects } from "./app/project-naming.ts";
import { StandingAlerts } from "./app/standing-alerts.ts";
import { followPlacesInGrants } from "./auth/follow-places.ts";
import { OWNER } from "./core/caller.ts";
import { createEvents, type Events } from "./core/events.ts";
import type { Memory } from "./core/memory.ts";
import type { Clock, Logger } from "./core/ports.ts";
import { toFileError } from "./core/util/file-error.ts";
import { removeTemporaryFiles } from "./platform/atomic-file.ts";
import { openSettings } from "./platform/config.ts";
import { refuseForeignEntries } from "./platform/folder-trust.ts";
import { releaseMemoryWhenIdle } from "./platform/idle-memory.ts";
import { openLog } from "./platform/logging.ts";
import { makeFilesPrivate } from "./platform/private-files.ts";
import { setProxies } from "./platform/proxy.ts";
import type { RecordContext } from "./platform/record-file.ts";
import { createShutdown, type Shutdown } from "./platform/shutdown.ts";
import { Secrets } from "./secrets/secrets.ts";
import { createSkillSource } from "./skills/skill-source.ts";
import { returnFreeMemory } from "./sqlite/return-free-memory.ts";
import { toStorageError } from "./sqlite/storage-error.ts";
import type { Recovery } from "./store/lifecycle/damage.ts";
import { acquireOwnership } from "./store/lifecycle/ownership.ts";
import { RecollectError } from "./text/errors.ts";
import type { LanguageChoice } from "./text/language.ts";
import type { Settings } from "./window-api/contract.ts";

/** How long each part may take to stop. */
const STOP_TIMEOUT_MS = 5000;

export type { ApplicationOptions } from "./app/context.ts";

export interface Application extends WindowApi {
  readonly events: Events;
  readonly logger: Logger;
  /** How a damaged database was replaced at this start; null if it was not damaged. */
  readonly recovery: Recovery | null;
  /** The backup that replaced the memories of a newer version at this start; null if none did. */
  readonly wentBackTo: string | null;
  theme(): Settings["theme"];
  language(): LanguageChoice;
  /** The combination of keys that opens the quick window; null if it is off. */
  quickKeys(): string | null;
  /** The newest first. */
  recentMemories(limit: number): Promise<readonly Memory[]>;
  /** How many memories wait for the owner's review. */
  waitingProposals(): Promise<number>;
  /** How many tools of other servers wait for the owner's approval. */
  toolsToApprove(): number;
  setServing(serving: boolean): Promise<void>;
  /** The version that was downloaded and waits for a restart; null if there is none. */
  readyUpdate(): string | null;
  /** Restarts with the update as soon as no client waits for a response. @throws conflict if there is none */
  restartToUpdate(): void;
  /** Raises an alert, which the next start shows too. Call it also once the application has stopped. */
  reportUpdateFailure(error: unknown): void;
  /** Stops every part in reverse order, each within a time limit. A second call does nothing more. */
  stop(): Promise<void>;
}

/**
 * Starts the application: data, authentication, server, window API. A port that is in use is reported by the status.
 * @returns null if another process owns the data folder
 * @throws permission_denied for a data folder with another user's files; storage for a folder that is not writable, a
 *   damaged database, or one of a newer version
 */
export async function startApplication(options: ApplicationOptions): Promise<Application | null> {
  const { files } = options;
  makeDataFolder(files.folder);
  refuseForeignEntries(files.folder);
  makeFilesPrivate(files, options.platform);
  const ownership = acquireOwnership(files.ownerLock);
  if (ownership === null) return null;
  const release = (error: unknown) => {
    ownership.release();
    throw toFileError(toStorageError(error));
  };
  const dataVersion = await openDataVersion({
    files,
    version: options.version,
    ifNewer: options.ifNewer ?? "refuse",
    now: Date.now(),
  }).catch(release);
  removeTemporaryFiles(files.folder);
  const log = await openLog({ file: path.join(files.logs, "recollect"), level: "info" }).catch(release);
  if (dataVersion.wentBackTo !== null) log.logger.warn("The data went back to an older version.", { ...dataVersion });
  const shutdown = createShutdown(log.logger, STOP_TIMEOUT_MS);
  shutdown.add("ownership", () => ownership.release());
  shutdown.add("log", () => log.close());
  try {
    const context = createContext(options, log.logger, shutdown, dataVersion);
    for (const file of dataVersion.missing)
      context.standingAlerts.add(new RecollectError("database_missing", { file }));
    setProxies(options.env, log.logger);
    return await compose(context);
  } catch (error) {
    log.logger.error("The start failed", { error });
    await shutdown.run();
    throw toFileError(toStorageError(error));
  }
}

/** Starts the programs of other servers that clients probably call, before one connects. */
async function startLikelyServers({ tokens }: Auth, { opened, source }: ServersAccess): Promise<void> {
  if (opened() === null) return;
  for (const grant of await tokens.usableGrants()) source.clientConnected?.(grant);
}

/** The table of contents: every part of the application, in the order in which it starts. */
async function compose(context: AppContext): Promise<Application> {
  const { events, logger, settings, shutdown } = context;
  const projects = openProjects(context);
  const data = await openData(context, projects.naming);
  const remoteDomains = await openRemoteDomains(context, data);
  const auth = await openAuth(context, data.store.tokens);
  const servers = await openServers(context, data, () => server.serving.port());
  if (context.options.expectsClients) await startLikelyServers(auth, servers);
  const use = openUse(context, data);
  const conversations = await openConversations(context, data, (name, host) => server.projectName(name, host), use);
  const skills = createSkillSource({ folder: context.options.resources.skills, logger });
  const sources = [conversations.source, skills, servers.source];
  const server = openServer(context, data, auth, projects.hosts, sources, conversations.mention, use);
  const clientMemories = await openClientMemories(context, data, server.projectName);
  data.followPlaces(
    followPlacesInGrants(auth.tokens, projects.naming),
    followPlacesInSettings(settings),
    followPlacesInConversations(settings),
    followPlacesInViews(settings),
    conversations.places,
  );
  const spaces = await openSpaces(context, data);
  const updates = await openUpdates(context, server);
  const map = openMap(context, data);
  const onDemand = { use, map, servers, spaces, conversations, clientMemories, remoteDomains, updates };
  const windowApi = openWindowApi(context, { data, naming: projects.naming, auth, server, ...onDemand });
  shutdown.add("idle memory", releaseMemoryWhenIdle({ events, release: data.releaseMemory, returnFreeMemory, logger }));
  await server.start(settings.port());
  // Stopped before the server: otherwise an update that waits for clients would be installed.
  shutdown.add("updates", updates.close);
  // Read the key before a client needs it, so that a locked keychain is reported early.
  auth.signingKey.get().catch(() => undefined);
  return {
    ...windowApi,
    events,
    logger,
    recovery: data.store.recovery,
    wentBackTo: context.dataVersion.wentBackTo,
    theme: () => settings.current().theme,
    language: () => settings.current().language,
    quickKeys: () => settings.current().quickKeys ?? null,
    recentMemories: async (limit) => (await data.service.list(OWNER, { limit })).items,
    toolsToApprove: () => (servers.opened()?.list() ?? []).reduce((sum, { tools }) => sum + tools.waiting, 0),
    waitingProposals: async () => (await data.service.inbox.counts(OWNER)).waiting,
    setServing: server.serving.setServing,
    readyUpdate: () => {
      const status = updates.opened()?.status();
      return status?.state === "ready" ? (status.release?.version ?? null) : null;
    },
    restartToUpdate: () => void updates.opened()?.install("now"),
    reportUpdateFailure(error) {
      const problem = error instanceof Error ? error.message : String(error);
      context.standingAlerts.add(new RecollectError("update_not_installed", { problem }));
    },
    stop: () => shutdown.run(),
  };
}

function createContext(
  options: ApplicationOptions,
  logger: Logger,
  shutdown: Shutdown,
  dataVersion: DataVersion,
): AppContext {
  const { files, env } = options;
  const clock: Clock = { now: () => Date.now() };
  const events = createEvents((error) => logger.error("An event listener failed", { error }));
  const onStatusChange = () => events.emit("status.changed", null);
  const standingAlerts = new StandingAlerts({
    file: files.alerts,
    newId: ulid,
    clock,
    logger,
    onChange: onStatusChange,
  });
  const records: RecordContext = { clock, logger, report: (error) => standingAlerts.add(error) };
  const settings = openSettings({ ...records, file: files.settings, env });
  const secrets = new Secrets({
    ...records,
    folder: files.folder,
    placesFile: files.secrets,
    keychain: options.keychain,
    newId: ulid,
    onChange: onStatusChange,
  });
  shutdown.add("keychain", () => options.keychain?.close());
  return { options, clock, events, logger, records, settings, secrets, standingAlerts, dataVersion, shutdown };
}

/** @throws storage if the folder cannot be made or written */
function makeDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
  } catch (cause) {
    throw new RecollectError(
      isReadOnly(folder) ? "folder_read_only" : folderProblem(folder),
      { path: folder },
      { cause },
    );
  }
}

/** Whether a folder, or the nearest one above it that exists, is on a read-only file system. */
function isReadOnly(folder: string): boolean {
  const parent = path.dirname(folder);
  if (!existsSync(folder) && parent !== folder) return isReadOnly(parent);
  try {
    accessSync(folder, constants.W_OK);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EROFS";
  }
}

function folderProblem(folder: string): "folder_link_broken" | "folder_is_file" | "folder_not_writable" {
  try {
    const isLink = lstatSync(folder).isSymbolicLink();
    const target = statSync(folder, { throwIfNoEntry: false });
    if (isLink && target === undefined) return "folder_link_broken";
    return target?.isDirectory() === false ? "folder_is_file" : "folder_not_writable";
  } catch {
    return "folder_not_writable";
  }
}
