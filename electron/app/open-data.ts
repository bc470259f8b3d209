import { randomFillSync } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { hostname } from "node:os";
import { pathToFileURL } from "node:url";
import { monotonicFactory } from "ulid";
import { Backups } from "../backups/backups.ts";
import { NO_FORMER_NAMES } from "../core/former-names.ts";
import type { PlaceFollower } from "../core/places.ts";
import type { ProjectNaming } from "../core/project-name.ts";
import type { Indexer } from "../core/search-engine.ts";
import type { SecretStore } from "../core/secret-store.ts";
import { createMonotonicClock } from "../core/util/monotonic-clock.ts";
import { writePrivateFile } from "../platform/atomic-file.ts";
import { DiskSpace } from "../platform/disk-space.ts";
import { openRequestLog, type RequestLog } from "../requests/request-log.ts";
import { createEmbedder } from "../search/embedding/embedder.ts";
import { ModelChoice } from "../search/embedding/model-choice.ts";
import { scheduleBackups } from "../store/lifecycle/backups.ts";
import type { Recovery } from "../store/lifecycle/damage.ts";
import { openDamageNote, scheduleFullCheck } from "../store/lifecycle/full-check.ts";
import { RecollectError } from "../text/errors.ts";
import { modelSource } from "../window-api/contract/model.ts";
import type { AppContext, ApplicationOptions } from "./context.ts";
import { createMemoryCore, type MemoryCore, openStore } from "./memory-core.ts";

/** How long the alert about a repair is shown. Nothing remains to be done about it. */
const REPAIR_SHOWN_MS = 60 * 60_000;

/** Everything that the application stores, and the services over it. */
export interface Data extends MemoryCore {
  readonly requests: RequestLog;
  readonly backups: Backups;
  readonly model: ModelChoice;
  readonly indexer: Indexer;
  /** Returns the damage of the memories' database that was met; null if it is sound. */
  damage(): string | null;
  /** Adds parts of the application that name domains and namespaces. */
  followPlaces(...followers: readonly PlaceFollower[]): void;
  /** Returns what the owner should know about the storage: damage, or a repair. */
  storageAlerts(): readonly RecollectError[];
}

/** The part of the context that data needs. */
export type DataContext = Omit<AppContext, "options" | "records" | "secrets" | "standingAlerts" | "dataVersion"> & {
  readonly options: Pick<ApplicationOptions, "files" | "resources" | "env" | "ifDamaged" | "version">;
  readonly dataVersion: Pick<AppContext["dataVersion"], "isFirstStart" | "confirm">;
  readonly secrets: SecretStore;
};

/**
 * Opens the memories with their search, and the request log.
 * @param naming what the names of projects depend on; default: their spelling only
 * @throws storage
 */
export async function openData(context: DataContext, naming?: ProjectNaming): Promise<Data> {
  const { options, clock, events, logger, settings, shutdown } = context;
  const { files, resources } = options;
  // SQLite removes this file when the last connection closes the database.
  const stoppedUncleanly = existsSync(`${files.memories}-wal`);
  const damage = openDamageNote(files.damageFound, writePrivateFile, logger);
  let repair: { readonly alert: RecollectError; readonly at: number } | null = null;
  const onRepaired = ({ setAside }: Recovery) => {
    damage.clear();
    repair = { alert: new RecollectError("indexes_rebuilt", { setAside }), at: clock.now() };
    events.emit("status.changed", null);
  };
  const salvageAlert = (found: Pick<Recovery, "salvaged" | "setAside"> | null) =>
    found === null || found.salvaged === null
      ? null
      : {
          alert: new RecollectError("damage_restored", { ...found.salvaged, setAside: found.setAside }),
          at: clock.now(),
        };
  let refuseWhileFull = (): void => undefined;
  const disk = new DiskSpace({
    folder: files.folder,
    reserve: files.reserve,
    logger,
    onChange() {
      refuseWhileFull();
      events.emit("status.changed", null);
    },
  });
  shutdown.add("disk space", () => disk.close());
  const store = await openStore({
    path: files.memories,
    backupFolder: files.backups,
    aggregateWorker: pathToFileURL(resources.aggregateWorker),
    maintenanceWorker: pathToFileURL(resources.maintenanceWorker),
    clock,
    logger,
    ifDamaged: options.ifDamaged,
    newVersion: context.dataVersion.isFirstStart ? options.version : null,
    suspected: damage.finding() !== null,
    onDamage(finding) {
      damage.note(finding);
      events.emit("status.changed", null);
    },
    onRepaired,
    onRestored(found) {
      damage.clear();
      repair = salvageAlert(found);
      events.emit("status.changed", null);
    },
    onWriteError: (error) => disk.report(error),
  });
  refuseWhileFull = () =>
    store.setRefusal(disk.refusesWrites() ? new RecollectError("disk_full", { finding: "full" }) : null);
  refuseWhileFull();
  // Without the backup the next start tries again.
  if (context.dataVersion.isFirstStart && !store.lacksBackup) confirmVersion(context);
  // The database passed the check, or was replaced.
  damage.clear();
  if (store.recovery?.by === "rebuild") onRepaired(store.recovery);
  else repair = salvageAlert(store.recovery);
  const storageAlerts = () => {
    const finding = damage.finding();
    const full = disk.problem();
    return [
      ...(full === null ? [] : [full]),
      ...(finding === null ? [] : [new RecollectError("damaged_in_part", { finding })]),
      ...(repair !== null && clock.now() - repair.at < REPAIR_SHOWN_MS ? [repair.alert] : []),
      ...setAsideAlerts(files.folder, clock.now()),
      ...backups.alerts(),
    ];
  };
  shutdown.add("memories", () => store.close());
  const stopChecks = scheduleFullCheck({
    check: store.integrity,
    stoppedUncleanly,
    file: files.lastCheck,
    write: writePrivateFile,
    clock,
    logger,
  });
  shutdown.add("full check", stopChecks);
  const requests = openRequestLog({
    path: files.requests,
    workerUrl: pathToFileURL(resources.requestLogWorker),
    clock,
    events,
    logger,
  });
  shutdown.add("request log", () => requests.close());

  const model = openModel(context);
  // Damage is reported by the query that needs the memories.
  const newestAt = await store.memories.newestTime().catch(() => 0);
  const memoryClock = createMonotonicClock(clock, newestAt);
  const nextId = monotonicFactory(createRandomFractions());
  const placeFollowers: PlaceFollower[] = [];
  const core = createMemoryCore(store, {
    clock: memoryClock,
    wallClock: clock,
    newId: () => nextId(memoryClock.now()),
    events,
    logger,
    embedder: model.embedder,
    damage: damage.finding,
    isDiskFull: () => disk.problem() !== null,
    secretPolicy: () => context.settings.current().secrets,
    naming,
    placeFollowers,
    formerNames: {
      current: () => settings.current().formerNames ?? NO_FORMER_NAMES,
      replace: (formerNames) => void settings.update({ formerNames }),
    },
    beforeImport: () => backups.beforeImport(),
  });
  const backups: Backups = new Backups({
    store,
    service: core.service,
    folder: files.backups,
    dataFolder: files.folder,
    secondFolder: {
      get: () => settings.current().backupFolder,
      set: (backupFolder) => void settings.update({ backupFolder }),
    },
    host: hostname(),
    clock,
    logger,
    onChange: () => events.emit("status.changed", null),
    onRestored(changes) {
      events.emit("memories.replaced", null);
      events.emit("memories.changed", changes);
      core.indexer.wake();
    },
  });
  shutdown.add("indexer", () => core.close());
  events.on("model.changed", () => core.indexer.wake());
  core.indexer.wake();
  shutdown.add(
    "backups",
    scheduleBackups({ backUp: () => backups.make("daily"), folder: files.backups, clock, logger }),
  );
  const followPlaces = (...followers: readonly PlaceFollower[]) => void placeFollowers.push(...followers);
  return { ...core, requests, model, backups, damage: damage.finding, storageAlerts, followPlaces };
}

/** How long the alert about a database that was renamed is shown. */
const SET_ASIDE_SHOWN_MS = 24 * 60 * 60_000;
const SET_ASIDE =
  /^((?:conversations|requests)\.sqlite)\.(?:damaged|set-aside)-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d)-(\d{3}Z)$/;

/** Databases that could not be read, by the names of the files: their threads rename them. */
function setAsideAlerts(folder: string, now: number): RecollectError[] {
  return readdirSync(folder).flatMap((setAside) => {
    const [, file = "", day, hours, minutes, seconds, rest] = SET_ASIDE.exec(setAside) ?? [];
    const at = Date.parse(`${day}${hours}:${minutes}:${seconds}.${rest}`);
    return Math.abs(now - at) < SET_ASIDE_SHOWN_MS
      ? [new RecollectError("database_set_aside", { file, setAside })]
      : [];
  });
}

/** A full disk does not prevent the start. */
function confirmVersion({ dataVersion, logger }: DataContext): void {
  try {
    dataVersion.confirm();
  } catch (error) {
    logger.warn("The version could not be recorded. The next start makes another backup.", { error });
  }
}

/** Opens the embedding model that the owner chose. While it is missing or fails, search is by text only. */
function openModel({ options, settings, secrets, events, logger, shutdown }: DataContext): ModelChoice {
  const { files, resources, env } = options;
  const onStatusChange = () => events.emit("status.changed", null);
  const chosen = modelSource.safeParse(settings.current().model);
  const model = new ModelChoice({
    initial: chosen.data ?? { kind: "bundled" },
    open: (source, readApiKey) =>
      createEmbedder({
        source,
        readApiKey,
        modelFolder: resources.model,
        workerUrl: pathToFileURL(resources.embeddingWorker),
        logger,
        onStatusChange,
      }),
    save: (source) => settings.update({ model: { ...source } }),
    secrets,
    modelsFolder: files.models,
    // The variable that the hub's own library reads.
    hub: env.HF_ENDPOINT || undefined,
    logger,
    onChange() {
      events.emit("model.changed", null);
      onStatusChange();
    },
  });
  shutdown.add("model", () => model.close());
  return model;
}

/** Random numbers from 0 to below 1, in steps of 1/256. The system's random bytes are read many at a time. */
function createRandomFractions(): () => number {
  const bytes = new Uint8Array(1024);
  let next = bytes.length;
  return () => {
    if (next === bytes.length) {
      randomFillSync(bytes);
      next = 0;
    }
    return (bytes[next++] ?? 0) / 256;
  };
}
