import { randomBytes } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { RecollectError } from "../../core/errors.ts";
import { refuse } from "./refusal.ts";

/** Larger files are no configuration. */
const LIMIT_BYTES = 64 * 1024 * 1024;
const BACKUPS_KEPT = 3;
const BYTE_ORDER_MARK = "\uFEFF";

/** A client's file as it was read. */
export interface ConfigurationFile {
  /** As the client names it. */
  readonly path: string;
  /** Where it lies: symbolic links are followed. */
  readonly realPath: string;
  /** Null where there is no file. */
  readonly bytes: Buffer | null;
  /** Without a byte order mark; empty where there is no file. */
  readonly text: string;
  readonly hasByteOrderMark: boolean;
  /** Permission bits; null where there is no file. */
  readonly mode: number | null;
}

/**
 * Reads a client's file; a missing one is empty.
 * @throws invalid_argument for what is no text file, storage where it cannot be read
 */
export function readConfigurationFile(file: string): ConfigurationFile {
  const realPath = followLinks(file);
  try {
    const stats = statSync(realPath, { throwIfNoEntry: false });
    if (stats === undefined) {
      return { path: file, realPath, bytes: null, text: "", hasByteOrderMark: false, mode: null };
    }
    if (!stats.isFile()) throw refuse(`${file} is not a file.`, { reason: "file_unusable", path: file });
    if (stats.size > LIMIT_BYTES)
      throw refuse(`${file} is larger than 64 MB.`, { reason: "file_unusable", path: file });
    const bytes = readFileSync(realPath);
    const decoded = decode(file, bytes);
    const hasByteOrderMark = decoded.startsWith(BYTE_ORDER_MARK);
    const text = hasByteOrderMark ? decoded.slice(1) : decoded;
    return { path: file, realPath, bytes, text, hasByteOrderMark, mode: stats.mode & 0o7777 };
  } catch (error) {
    throw error instanceof RecollectError ? error : failed(file, "read", error);
  }
}

/**
 * Where the backup of a file goes.
 * @param at milliseconds since 1970
 */
export function backupPathOf(file: string, at: number): string {
  return `${file}.recollect-backup-${new Date(at).toISOString().replace(/[-:.]/g, "")}`;
}

/** What the owner should know of a file that is a link, in a sentence; nothing of any other. */
export function linkWarning({ path, realPath, bytes }: ConfigurationFile): readonly string[] {
  return bytes !== null && path !== realPath ? [`This is a link. The file written is ${realPath}.`] : [];
}

/**
 * Puts a new text in the place of what was read, whole or not at all, with the same permissions and byte order mark.
 * @param text null removes the file
 * @param newMode permission bits of a file that is not there yet
 * @throws conflict where the file changed since it was read; permission_denied; storage
 */
export function replaceConfigurationFile(
  file: ConfigurationFile,
  text: string | null,
  options: { readonly backupPath: string | null; readonly newMode: number },
): void {
  ensureUnchanged(file);
  ensureWritable(file);
  const folder = path.dirname(file.realPath);
  const temporary = path.join(folder, `.${path.basename(file.realPath)}.${randomBytes(4).toString("hex")}.tmp`);
  try {
    if (options.backupPath !== null && file.bytes !== null) keepBackup(file, options.backupPath);
    if (text === null) {
      ensureUnchanged(file);
      rmSync(file.realPath);
      return;
    }
    mkdirSync(folder, { recursive: true });
    const content = Buffer.from(`${file.hasByteOrderMark ? BYTE_ORDER_MARK : ""}${text}`);
    const mode = file.mode ?? options.newMode;
    writeFileSync(temporary, content, { mode: mode & 0o777, flag: "wx", flush: true });
    // The process's mask narrows what a new file gets; one that was there keeps what it had.
    if (file.mode !== null) chmodSync(temporary, mode);
    ensureUnchanged(file);
    renameSync(temporary, file.realPath);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error instanceof RecollectError ? error : failed(file.path, "written", error);
  }
}

function ensureUnchanged(file: ConfigurationFile): void {
  const now = readConfigurationFile(file.path);
  const sameContent =
    file.bytes === null || now.bytes === null ? file.bytes === now.bytes : now.bytes.equals(file.bytes);
  if (sameContent && now.realPath === file.realPath) return;
  throw new RecollectError("conflict", `${file.path} changed since the preview.`, {
    hint: "Nothing was written. Look at the difference again, then write.",
    details: { reason: "file_changed", path: file.path },
  });
}

function ensureWritable({ path: file, mode }: ConfigurationFile): void {
  // Renaming would pass over the protection that its owner gave it.
  if (mode === null || (mode & 0o200) !== 0) return;
  throw new RecollectError("permission_denied", `${file} is protected against writing.`, {
    hint: "Nothing was changed. Allow writing to it, or add the configuration by hand.",
    details: { reason: "file_protected", path: file },
  });
}

/** Copies the file with its permissions, and drops the oldest copies. */
function keepBackup(file: ConfigurationFile, backupPath: string): void {
  copyFileSync(file.realPath, backupPath);
  const folder = path.dirname(backupPath);
  const prefix = `${path.basename(file.path)}.recollect-backup-`;
  const backups = readdirSync(folder).filter((name) => name.startsWith(prefix));
  for (const name of backups.sort().slice(0, -BACKUPS_KEPT)) rmSync(path.join(folder, name), { force: true });
}

/** The file behind a path, though it may not exist yet. */
function followLinks(file: string, depth = 0): string {
  try {
    return realpathSync(file);
  } catch {
    const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
    if (!isLink || depth > 16) return file;
    return followLinks(path.resolve(path.dirname(file), readlinkSync(file)), depth + 1);
  }
}

function decode(file: string, bytes: Buffer): string {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!text.includes("\0")) return text;
  } catch {
    // Told below.
  }
  throw refuse(`${file} is not text in UTF-8.`, { reason: "file_unusable", path: file });
}

function failed(file: string, what: "read" | "written", cause: unknown): RecollectError {
  const code = cause instanceof Error && "code" in cause ? ` (${String(cause.code)})` : "";
  return new RecollectError("storage", `${file} cannot be ${what}${code}.`, {
    hint: "Nothing was changed. See that you may write in this folder and that there is space.",
    details: { reason: what === "read" ? "file_unread" : "file_unwritten", path: file, code },
    cause,
  });
}
