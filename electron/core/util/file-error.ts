import { type ErrorReason, RecollectError } from "../../text/errors.ts";

type Reason = Extract<
  ErrorReason,
  "disk_full" | "not_writable" | "path_occupied" | "busy" | "damaged_in_part" | "disk_failed"
>;

/** Codes of SQLite (sqlite.org/rescode.html) and of the file system (errno) by the remedy that the owner has. */
const REASONS: readonly (readonly [RegExp, Reason])[] = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT)/, "disk_full"],
  [/^(SQLITE_(READONLY|PERM|CANTOPEN|AUTH)|EROFS|EACCES|EPERM)/, "not_writable"],
  [/^(ENOTDIR|EEXIST|EISDIR)/, "path_occupied"],
  [/^SQLITE_(BUSY|LOCKED)/, "busy"],
  [/^SQLITE_(CORRUPT|NOTADB)/, "damaged_in_part"],
  [/^(SQLITE_IOERR|EIO)/, "disk_failed"],
];

/** The reason of a failure of SQLite or of the file system by its code; undefined for other codes. */
export function storageReasonOf(code: string): Reason | undefined {
  return REASONS.find(([pattern]) => pattern.test(code))?.[1];
}

/** Turns a failure of the file system into a {@link RecollectError}; returns any other error unchanged. */
export function toFileError(error: unknown): unknown {
  if (!(error instanceof Error && "code" in error && "syscall" in error)) return error;
  const reason = storageReasonOf(String(error.code));
  if (reason === undefined) return error;
  return new RecollectError(reason, { finding: error.message }, { cause: error });
}
