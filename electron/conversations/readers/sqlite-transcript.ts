import { copyFileSync, existsSync, lstatSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { isRecord } from "../../core/util/is-record.ts";
import { openSqliteFile, type SqliteFile } from "../../import/sqlite-file.ts";
import { objectOf } from "../../import/values.ts";
import { RecollectError } from "../../text/errors.ts";
import type { Found, FoundBatch, Transcript } from "./reader.ts";
import { invalid, openTranscript, toReadError, transcriptAt, unreadable } from "./transcript-files.ts";

/** The longest text of one message that is read, in characters. */
export const MAX_TEXT_LENGTH = 1_000_000;

/** A larger database is not copied. */
const MAX_COPIED_BYTES = 512 * 1024 * 1024;

/** Up to which row a database was read. It must be JSON. */
export type RowMark = Readonly<Record<string, unknown>>;

export interface DatabaseStep<Mark extends RowMark> {
  readonly found: readonly Found[];
  readonly mark: Mark;
}

interface DatabaseOptions<Mark extends RowMark> {
  readonly path: string;
  readonly position: string | null;
  readonly signal: AbortSignal | undefined;
  /** Reads the rows after the mark; all if it is null. */
  read(database: SqliteFile, mark: Mark | null): Generator<DatabaseStep<Mark>> | AsyncGenerator<DatabaseStep<Mark>>;
}

/** A database as a transcript, with its write-ahead log; null if it is missing. */
export function databaseAt(file: string): Transcript | null {
  const database = transcriptAt(file);
  if (database === null) return null;
  const log = transcriptAt(`${file}-wal`);
  const modifiedAt = Math.max(database.modifiedAt, log?.modifiedAt ?? 0);
  return { path: file, bytes: database.bytes + (log?.bytes ?? 0), modifiedAt };
}

/**
 * Reads another program's database while it runs, without writing (ADR 0021), if it changed after the position.
 * @throws RecollectError for a database that cannot be read; the reason of `signal`
 */
export async function* readDatabase<Mark extends RowMark>(options: DatabaseOptions<Mark>): AsyncGenerator<FoundBatch> {
  const { path, signal } = options;
  signal?.throwIfAborted();
  // Names a missing file, and refuses a pipe.
  const { file } = await openTranscript(path);
  await file.close();
  const last = objectOf(options.position);
  const state = stateOf(path);
  if (last.state === state) return;
  const copy = copyWithoutIndex(path);
  let database: SqliteFile | null = null;
  try {
    database = await openSqliteFile(copy === null ? path : join(copy, basename(path)));
    let mark = isRecord(last.mark) ? (last.mark as Mark) : null;
    for await (const step of options.read(database, mark)) {
      signal?.throwIfAborted();
      mark = step.mark;
      yield { found: step.found, position: JSON.stringify({ mark }), bytes: sizeOf(step.found) };
    }
    yield { found: [], position: JSON.stringify({ state, mark }), bytes: 0 };
  } catch (error) {
    throw toDatabaseError(path, error);
  } finally {
    database?.close();
    if (copy !== null) rmSync(copy, { recursive: true, force: true });
  }
}

/** Replaces the remedies of an import, which a scan does not have. */
function toDatabaseError(path: string, error: unknown): unknown {
  const { reason, problem } = error instanceof RecollectError ? (error.details ?? {}) : {};
  switch (reason) {
    case "import_database_busy":
      return new RecollectError("conversation_database_busy", { path }, { cause: error });
    case "import_database_damaged":
    case "import_not_database":
      return invalid(path, String(problem), error);
    case "import_database_inaccessible":
    case "import_unreadable":
      return unreadable(path, String(problem), error);
    default:
      return toReadError(path, error);
  }
}

/**
 * Copies a database whose write-ahead log has no index (`-shm`) to a folder of its own: SQLite would create one next to
 * it. A program that crashed leaves both; a backup may have only the log. @returns the folder; null if it is not needed
 */
function copyWithoutIndex(path: string): string | null {
  const log = transcriptAt(`${path}-wal`);
  if (log === null || existsSync(`${path}-shm`)) return null;
  if ((databaseAt(path)?.bytes ?? 0) > MAX_COPIED_BYTES) throw unreadable(path, "not_closed");
  const folder = mkdtempSync(join(tmpdir(), "recollect-database-"));
  try {
    for (const file of [path, log.path]) copyFileSync(file, join(folder, basename(file)));
    return folder;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw toReadError(path, error);
  }
}

/** A value that changes whenever the database does. */
function stateOf(path: string): string {
  return [path, `${path}-wal`]
    .map((file) => lstatSync(file, { throwIfNoEntry: false }))
    .map((found) => (found === undefined ? "" : `${found.size} ${found.mtimeMs}`))
    .join(", ");
}

/** How many bytes of a database a step read is not known: the length of its texts is close. */
function sizeOf(found: readonly Found[]): number {
  return found.reduce((sum, each) => sum + (each.kind === "message" ? each.message.text.length : 0), 0);
}
