import { accessSync, constants, mkdirSync } from "node:fs";
import path from "node:path";
import { ulid } from "ulid";
import type { AppContext, ApplicationOptions } from "./app/context.ts";
import { openAuth } from "./app/open-auth.ts";
import { openData } from "./app/open-data.ts";
import { openServer } from "./app/open-server.ts";
import { openServers } from "./app/open-servers.ts";
import { openWindowApi, type WindowApi } from "./app/open-window-api.ts";
import { StandingAlerts } from "./app/standing-alerts.ts";
import { OWNER } from "./core/caller.ts";
import { RecollectError } from "./core/errors.ts";
import { createEvents, type Events } from "./core/events.ts";
import type { Memory } from "./core/memory.ts";
import type { Clock, Logger } from "./core/ports.ts";
import type { LanguageChoice } from "./core/preferences.ts";
import { toFileError } from "./core/util/file-error.ts";
import { removeTemporaryFiles, writePrivateFile } from "./platform/atomic-file.ts";
import { openSettings } from "./platform/config.ts";
import { refuseForeignEntries } from "./platform/folder-trust.ts";
import { releaseMemoryWhenIdle } from "./platform/idle-memory.ts";
import { openLog } from "./platform/logging.ts";
import { makeFilesPrivate } from "./platform/private-files.ts";
import { createShutdown, type Shutdown } from "./platform/shutdown.ts";
import { Secrets } from "./secrets/secrets.ts";
import { returnFreeMemory } from "./sqlite/return-free-memory.ts";
import type { Recovery } from "./store/lifecycle/damage.ts";
import { acquireOwnership } from "./store/lifecycle/ownership.ts";
import { toStorageError } from "./store/storage-error.ts";
import type { Settings } from "./window-api/contract.ts";

/** How long each part may take to stop. */
const STOP_TIMEOUT_MS = 5000;

export type { ApplicationOptions } from "./app/context.ts";

export interface Application extends WindowApi {
  readonly events: Events;
  readonly logger: Logger;
  /** How a damaged database was replaced at this start; null if it was not damaged. */
  readonly recovery: Recovery | null;
  theme(): Settings["theme"];
  language(): LanguageChoice;
  /** The newest first. */
  recentMemories(limit: number): Promise<readonly Memory[]>;
  /** How many memories wait for the owner's review. */
  waitingProposals(): Promise<number>;
  /** How many tools of other servers wait for the owner's approval. */
  toolsToApprove(): number;
  setServing(serving: boolean): Promise<void>;
  /** Stops every part in reverse order, each within a time limit. A second call does nothing more. */
  stop(): Promise<void>;
}

/**
 * Starts the application: data, authentication, server, window API. A port that is in use is reported by the status.
 * @returns null where another process owns the data folder
 * @throws permission_denied for a data folder with another user's files; storage for a folder that is not writable, a damaged database, or one of a newer version
 */
export async function startApplication(options: ApplicationOptions): Promise<Application | null> {
  const { files } = options;
  makeDataFolder(files.folder);
  refuseForeignEntries(files.folder);
  makeFilesPrivate(files, options.platform);
  const ownership = acquireOwnership(files.ownerLock);
  if (ownership === null) return null;
  removeTemporaryFiles(files.folder);
  const log = await openLog({ file: path.join(files.logs, "recollect"), level: "info" }).catch((error: unknown) => {
    ownership.release();
    throw toFileError(error);
  });
  const shutdown = createShutdown(log.logger, STOP_TIMEOUT_MS);
  shutdown.add("ownership", () => ownership.release());
  shutdown.add("log", () => log.close());
  try {
    return await compose(createContext(options, log.logger, shutdown));
  } catch (error) {
    log.logger.error("The start failed", { error });
    await shutdown.run();
    throw toFileError(toStorageError(error));
  }
}

/** The table of contents: every part of the application, in the order in which it starts. */
async function compose(context: AppContext): Promise<Application> {
  const { events, logger, settings, shutdown } = context;
  const data = await openData(context);
  const auth = await openAuth(context, data.store.tokens);
  const servers = await openServers(context, data, () => server.serving.port());
  const server = openServer(context, data, auth, [servers.source]);
  const windowApi = openWindowApi(context, data, auth, server, servers);
  const release = () => data.store.releaseMemory();
  shutdown.add("idle memory", releaseMemoryWhenIdle({ events, release, returnFreeMemory, logger }));
  await server.start(settings.port());
  // Read the key before a client needs it, so that a locked keychain is reported early.
  auth.signingKey.get().catch(() => undefined);
  return {
    ...windowApi,
    events,
    logger,
    recovery: data.store.recovery,
    theme: () => settings.current().theme,
    language: () => settings.current().language,
    recentMemories: async (limit) => (await data.service.list(OWNER, { limit })).items,
    toolsToApprove: () => (servers.opened()?.list() ?? []).reduce((sum, { tools }) => sum + tools.waiting, 0),
    waitingProposals: async () => (await data.service.inbox.counts(OWNER)).waiting,
    setServing: server.serving.setServing,
    stop: () => shutdown.run(),
  };
}

function createContext(options: ApplicationOptions, logger: Logger, shutdown: Shutdown): AppContext {
  const { files, env } = options;
  const clock: Clock = { now: () => Date.now() };
  const events = createEvents((error) => logger.error("An event listener failed", { error }));
  const settings = openSettings({ file: files.settings, env, clock, logger });
  const secrets = new Secrets({
    folder: files.folder,
    placesFile: files.secrets,
    keychain: options.keychain,
    newId: ulid,
    clock,
    logger,
    onChange: () => events.emit("status.changed", null),
  });
  shutdown.add("keychain", () => options.keychain?.close());
  const standingAlerts = new StandingAlerts({
    file: files.alerts,
    write: writePrivateFile,
    newId: ulid,
    logger,
    onChange: () => events.emit("status.changed", null),
  });
  return { options, clock, events, logger, settings, secrets, standingAlerts, shutdown };
}

/** @throws storage where the folder cannot be made or written */
function makeDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
  } catch (cause) {
    throw new RecollectError("storage", "folder_not_writable", { path: folder }, { cause });
  }
}
