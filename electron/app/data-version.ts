import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { isRecord } from "../core/util/is-record.ts";
import { setAside } from "../core/util/set-aside.ts";
import { writePrivateFile } from "../platform/atomic-file.ts";
import { type DataFiles, forgottenFile } from "../platform/paths.ts";
import { markOf } from "../sqlite/own-file.ts";
import { schemaOfFile } from "../sqlite/schema-of-file.ts";
import { goBackTo, MEMORIES_SCHEMA, newestKnownBackup } from "../store/lifecycle/go-back.ts";
import { RecollectError } from "../text/errors.ts";

/**
 * The formats that this version knows. The schemas of the log and of conversations are repeated here, because their
 * code is loaded in threads; a test compares them. `files` counts changes of the JSON files that an older version would
 * lose or misread.
 */
export const FORMATS = { memories: MEMORIES_SCHEMA, requests: 9, conversations: 5, files: 1 } as const;
export type Formats = Readonly<Record<keyof typeof FORMATS, number>>;

/** The JSON files whose copies an older version can use again. */
const COPIED = [
  "dataVersion",
  "settings",
  "servers",
  "spaces",
  "remoteDomains",
  "movedServers",
  "connections",
  "projectHosts",
  "secrets",
] as const satisfies readonly (keyof DataFiles)[];

/** `data-version.json`: which version used the data folder last. */
interface Recorded {
  readonly version: string;
  readonly files: number;
}

/** The result of {@link openDataVersion}. */
export interface DataVersion {
  /** Whether this version uses the data for the first time. */
  readonly isFirstStart: boolean;
  /** The version that used the data before; null if it is not known. */
  readonly previous: string | null;
  /** The backup that replaced the memories of a newer version; null if none did. */
  readonly wentBackTo: string | null;
  /** The names of databases that an earlier start left here and that are gone. */
  readonly missing: readonly string[];
  /**
   * Records that this version uses the data. Call once its backup was made.
   * @throws what prevented it, or the copies of the JSON files; the next start tries again
   */
  confirm(): void;
}

interface DataVersionOptions {
  readonly files: DataFiles;
  /** The version of this application. */
  readonly version: string;
  /** What to do with data of a newer version. */
  readonly ifNewer: "refuse" | "goBack";
  readonly now: number;
  /** Default: {@link FORMATS}. */
  readonly formats?: Formats;
}

/**
 * Compares the formats of the data with those that this version knows. Call before anything else reads or writes the
 * data folder, by its owner.
 * @throws storage (`data_newer`) for data of a newer version; then nothing was changed
 */
export async function openDataVersion(options: DataVersionOptions): Promise<DataVersion> {
  const { files, version, ifNewer, now, formats = FORMATS } = options;
  const last = readRecorded(files.dataVersion);
  const found: Formats = {
    memories: schemaOfFile(files.memories),
    requests: schemaOfFile(files.requests),
    conversations: schemaOfFile(files.conversations),
    files: last?.files ?? 0,
  };
  const missing = missingDatabases(files, last !== null);
  let failure: unknown = null;
  const confirm = () => {
    if (failure !== null) throw failure;
    writePrivateFile(files.dataVersion, `${JSON.stringify({ version, files: formats.files }, null, 2)}\n`);
  };
  const newer = (Object.keys(formats) as (keyof Formats)[]).filter((name) => found[name] > formats[name]);
  if (newer.length === 0) {
    const isFirstStart = last?.version !== version;
    try {
      if (isFirstStart) copyFiles(files, version);
    } catch (error) {
      failure = error;
    }
    return { isFirstStart, previous: last?.version ?? null, wentBackTo: null, missing, confirm };
  }
  const backup = found.memories > formats.memories ? newestKnownBackup(files.backups, now) : null;
  const needsBackup = found.memories > formats.memories;
  if (ifNewer === "refuse" || (needsBackup && backup === null)) {
    throw new RecollectError("data_newer", {
      version,
      writer: last?.version ?? null,
      files: newer.map((name) => (name === "files" ? "*.json" : path.basename(files[name]))),
      backup: backup === null ? null : path.basename(backup),
      needsBackup,
    });
  }
  if (backup !== null) await goBackTo(backup, files.memories, files.backups, now);
  // A scan reads the conversations again, and the log starts again.
  for (const name of ["requests", "conversations"] as const) {
    if (newer.includes(name)) setAside(files[name], "newer", now, ["-wal", "-shm"]);
  }
  if (newer.includes("files")) returnFiles(files, formats.files, now);
  confirm();
  return { isFirstStart: false, previous: last?.version ?? null, wentBackTo: backup, missing, confirm };
}

/** @param wasUsed whether an earlier start used the folder, and so created the database of memories */
function missingDatabases(files: DataFiles, wasUsed: boolean): string[] {
  const expected = [
    ...(wasUsed ? [files.memories] : []),
    ...(existsSync(markOf(files.requests)) ? [files.requests] : []),
    ...(existsSync(forgottenFile(files.conversations)) ? [files.conversations] : []),
  ];
  return expected.filter((file) => !existsSync(file)).map((file) => path.basename(file));
}

/** Null if the file is missing, as in data of the first versions, or cannot be read. */
function readRecorded(file: string): Recorded | null {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (!isRecord(value) || typeof value.version !== "string" || !Number.isInteger(value.files)) return null;
    return { version: value.version, files: Number(value.files) };
  } catch {
    return null;
  }
}

/** Keeps copies of the JSON files as the version before left them. Secrets are not in them. */
function copyFiles(files: DataFiles, version: string): void {
  const existing = COPIED.map((key) => files[key]).filter((file) => existsSync(file));
  if (existing.length === 0) return;
  const folder = path.join(files.olderSettings, `before-${version}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const file of existing) copyFileSync(file, path.join(folder, path.basename(file)));
}

/** Sets the JSON files of a newer version aside, and puts the newest copies back that this version can read. */
function returnFiles(files: DataFiles, known: number, now: number): void {
  for (const key of COPIED) if (existsSync(files[key])) setAside(files[key], "newer", now);
  const copies = existsSync(files.olderSettings) ? readdirSync(files.olderSettings) : [];
  const [newest] = copies
    .map((name) => path.join(files.olderSettings, name))
    .filter((folder) => (readRecorded(path.join(folder, path.basename(files.dataVersion)))?.files ?? 0) <= known)
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  if (newest === undefined) return;
  for (const key of COPIED) {
    const copy = path.join(newest, path.basename(files[key]));
    if (key !== "dataVersion" && existsSync(copy)) copyFileSync(copy, files[key]);
  }
}
