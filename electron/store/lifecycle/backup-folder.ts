import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { type Backup, type BackupKind, countsOfBackup } from "../../core/backup.ts";
import type { StateCounts } from "../../core/validity.ts";
import { countStates } from "../counts/state-counts.ts";
import { checkQuickly } from "./integrity.ts";

/** Backups kept. Those of a kind that is not listed are kept like the daily ones. */
const MAX_DAILY = 7;
const MAX_WEEKLY = 4;
const MAX_OF_KIND: Readonly<Record<Exclude<BackupKind, "daily">, number>> = {
  manual: 5,
  version: 3,
  schema: 3,
  import: 3,
  restore: 5,
};
/** A backup with fewer memories than this share of another is much smaller. */
const SMALLER_SHARE = 0.5;
/** Differences up to this number of memories are never much smaller. */
const MIN_LOST = 20;

const DAY_MS = 24 * 60 * 60_000;
/** The clock of a file system may differ a little. */
const CLOCK_TOLERANCE_MS = 60_000;

const UNREADABLE = { memories: null, trash: null, superseded: null, expired: null, upcoming: null };

const NAME =
  /^memories-(?:before-(?<cause>schema|import|restore|version)-(?:(?<=version-)\S+?-(?=\d{4}-\d\d-\d\dT))?)?(?<day>\d{4}-\d{2}-\d{2})?(?:T(?<time>\d{2}-\d{2}-\d{2}-\d{3}))?.*\.sqlite$/;
/** What a stop during a backup leaves behind. */
const LEFTOVER = /^memories-.*\.sqlite(?:\.partial.*|\.[0-9a-f]+\.tmp|-journal|-wal|-shm)$/s;

/** The kinds that are made while the application runs. */
type UsualKind = Exclude<BackupKind, "schema" | "version">;

/** The name of a backup that is made now. One of each day replaces the earlier one; the others have their time. */
export function backupName(folder: string, kind: UsualKind, now: number): string {
  if (kind === "daily") return `memories-${stampOf(now).slice(0, 10)}.sqlite`;
  return freeName(folder, kind === "manual" ? "memories" : `memories-before-${kind}`, now);
}

/** The name of the backup before the first start of a version. */
export function versionBackupName(folder: string, version: string, now: number): string {
  return freeName(folder, `memories-before-version-${version}`, now);
}

function freeName(folder: string, prefix: string, now: number): string {
  const name = `${prefix}-${stampOf(now)}.sqlite`;
  return existsSync(join(folder, name)) ? freeName(folder, prefix, now + 1) : name;
}

/** A time as a part of a file's name: `2026-01-31T12-00-00-000`. */
function stampOf(now: number): string {
  return new Date(now).toISOString().slice(0, 23).replaceAll(/[:.]/g, "-");
}

/** Every backup in a folder, newest first; empty if the folder does not exist. */
export function listBackups(folder: string): Backup[] {
  return namesIn(folder)
    .flatMap((name) => readBackup(folder, name) ?? [])
    .sort((a, b) => (a.at === b.at ? (a.name < b.name ? 1 : -1) : a.at < b.at ? 1 : -1));
}

/** When the newest daily backup was made, in milliseconds since 1970; null if there is none before `now`. */
export function newestDailyAt(folder: string, now: number): number | null {
  const times = namesIn(folder).flatMap((name) => {
    const backup = identify(folder, name);
    return backup === null || backup.kind !== "daily" || isFuture(backup, now) ? [] : Date.parse(backup.at);
  });
  return times.length === 0 ? null : Math.max(...times);
}

/** Null if it is not a backup. */
export function readBackup(folder: string, name: string): Backup | null {
  const identified = identify(folder, name);
  if (identified === null) return null;
  return { ...identified, ...(countMemories(join(folder, name)) ?? UNREADABLE) };
}

/** What the directory says about a backup. */
function identify(folder: string, name: string): Omit<Backup, keyof StateCounts> | null {
  const { cause, day, time } = NAME.exec(name)?.groups ?? {};
  const file = statSync(join(folder, name), { throwIfNoEntry: false });
  if (file === undefined || !NAME.test(name)) return null;
  const kind = (cause ?? (time === undefined && day !== undefined ? "daily" : "manual")) as BackupKind;
  return { name, kind, at: new Date(timeOf(day, time, file.mtimeMs)).toISOString(), bytes: file.size };
}

/** The time in the name; the file's own time, which can be a copy's, is used if the name has none. */
function timeOf(day: string | undefined, time: string | undefined, changedAt: number): number {
  if (day === undefined) return changedAt;
  if (time !== undefined)
    return Date.parse(`${day}T${time.slice(0, 8).replaceAll("-", ":")}.${time.slice(9)}Z`) || changedAt;
  const start = Date.parse(day);
  return Number.isNaN(start) || (changedAt >= start && changedAt < start + DAY_MS) ? changedAt : start;
}

/** From the counts that the database keeps of its memories: counting the rows would read all of them. */
function countMemories(path: string): StateCounts | null {
  try {
    const database = new Database(path, { readonly: true, fileMustExist: true });
    try {
      const select = database.prepare<[], { state: number; count: number }>(
        "SELECT state, sum(memories) AS count FROM facet_counts GROUP BY state",
      );
      return countStates(select.all());
    } finally {
      database.close();
    }
  } catch {
    // Not a database, or not one of memories.
    return null;
  }
}

/** Checks every page of a backup. Returns the finding, or null. */
export function checkBackup(path: string): string | null {
  try {
    const database = new Database(path, { readonly: true, fileMustExist: true });
    try {
      return checkQuickly(database) ?? (countMemories(path) === null ? "It contains no memories table." : null);
    } finally {
      database.close();
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * The path of the newest backup that is not damaged; null if there is none. One that a wrong clock dated in the future,
 * or that is much smaller than another, is chosen only without another.
 * @param isUsable whether a backup may be chosen, by its path; default: any
 */
export function newestSoundBackup(
  folder: string,
  now: number,
  isUsable: (path: string) => boolean = () => true,
): string | null {
  const readable = listBackups(folder).filter(
    ({ name, memories }) => memories !== null && isUsable(join(folder, name)),
  );
  const largest = Math.max(0, ...readable.map(sizeOf));
  const usual = readable.filter((backup) => !isFuture(backup, now) && !isMuchSmaller(sizeOf(backup), largest));
  for (const { name } of [...usual, ...readable.filter((backup) => !usual.includes(backup))]) {
    if (checkBackup(join(folder, name)) === null) return join(folder, name);
  }
  return null;
}

/** All memories of a backup, including the trash. */
export function sizeOf(backup: Backup): number {
  const counts = countsOfBackup(backup);
  return counts === null ? 0 : Object.values(counts).reduce((sum, count) => sum + count, 0);
}

export function isMuchSmaller(size: number, other: number): boolean {
  return other - size >= MIN_LOST && size < other * SMALLER_SHARE;
}

export function isFuture({ at }: Pick<Backup, "at">, now: number): boolean {
  return Date.parse(at) > now + CLOCK_TOLERANCE_MS;
}

/**
 * Returns the backups to delete. Of the daily backups, the newest of each of seven days and of each of the four weeks
 * before are kept. So is the most recent backup with twice the memories of the newest one: a loss that nobody noticed
 * must not reach all backups. Unreadable backups and backups dated in the future do not count, and a few are kept.
 */
export function outdatedBackups(backups: readonly Backup[], now: number): Backup[] {
  const newestFirst = [...backups].sort((a, b) => (a.at < b.at ? 1 : -1));
  const odd = newestFirst.filter((backup) => backup.memories === null || isFuture(backup, now));
  const usual = newestFirst.filter((backup) => !odd.includes(backup));
  const keep = new Set<Backup>(odd.slice(0, MAX_DAILY));
  const daily = usual.filter(({ kind }) => kind === "daily");
  const days = newestOfEach(daily, ({ at }) => at.slice(0, 10)).slice(0, MAX_DAILY);
  const oldestDay = days.at(-1)?.at ?? "";
  const before = daily.filter(({ at }) => at < oldestDay);
  const weeks = newestOfEach(before, ({ at }) => String(weekOf(at))).slice(0, MAX_WEEKLY);
  for (const backup of [...days, ...weeks]) keep.add(backup);
  for (const [kind, maximum] of Object.entries(MAX_OF_KIND)) {
    for (const backup of usual.filter((each) => each.kind === kind).slice(0, maximum)) keep.add(backup);
  }
  const newest = usual[0];
  const larger = usual.find((backup) => newest !== undefined && isMuchSmaller(sizeOf(newest), sizeOf(backup)));
  if (larger !== undefined) keep.add(larger);
  return newestFirst.filter((backup) => !keep.has(backup));
}

function newestOfEach(newestFirst: readonly Backup[], keyOf: (backup: Backup) => string): Backup[] {
  const found = new Map<string, Backup>();
  for (const backup of newestFirst) if (!found.has(keyOf(backup))) found.set(keyOf(backup), backup);
  return [...found.values()];
}

/** Weeks since 1970, starting on Mondays. */
function weekOf(at: string): number {
  return Math.floor((Date.parse(at) / DAY_MS + 3) / 7);
}

/** Deletes what interrupted backups left. Call only while none is made. */
export function removeLeftovers(folder: string): void {
  for (const name of namesIn(folder)) if (LEFTOVER.test(name)) rmSync(join(folder, name), { force: true });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // The folder is created with the first backup.
    return [];
  }
}
