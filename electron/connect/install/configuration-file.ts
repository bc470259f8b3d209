import { createHash, randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
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
import type { ClientNote } from "../../core/client-note.ts";
import { RecollectError } from "../../text/errors.ts";
import { refuse } from "./refusal.ts";

/** The files of some clients have megabytes; a larger file than this is not a configuration. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Enough to return to the file before the last few changes. */
const MAX_BACKUPS = 3;
/** A configuration is behind one or two links; the limit ends a cycle. */
const MAX_LINKS = 16;
const BYTE_ORDER_MARK = "\uFEFF";

/** A client's file as it was read. */
export interface ConfigurationFile {
  /** The path that the client uses. */
  readonly path: string;
  /** The path with symbolic links resolved. */
  readonly realPath: string;
  /** The project's folder, which must contain the file after links are resolved; null for a user's file. */
  readonly project: string | null;
  /** Null if the file does not exist. */
  readonly bytes: Buffer | null;
  /** Without a byte order mark; empty if the file does not exist. */
  readonly text: string;
  readonly hasByteOrderMark: boolean;
  /** The permission bits; null if the file does not exist. */
  readonly mode: number | null;
}

/**
 * Reads a client's file. A missing file is empty.
 * @param project the folder of a project's file. A repository can contain a link that leaves the folder: following it
 *   would overwrite a user's file, or copy its secrets into the project.
 * @throws invalid_argument if it is not a text file or leaves the project, storage if it cannot be read
 */
export function readConfigurationFile(file: string, project: string | null): ConfigurationFile {
  const realPath = resolveLinks(file);
  if (project !== null && !realPath.startsWith(withSeparator(resolveLinks(project)))) {
    throw refuse("file_leaves_project", { path: file, target: realPath });
  }
  try {
    const stats = statSync(realPath, { throwIfNoEntry: false });
    if (stats === undefined) {
      return { path: file, realPath, project, bytes: null, text: "", hasByteOrderMark: false, mode: null };
    }
    if (!stats.isFile()) throw refuse("file_not_regular", { path: file });
    if (stats.size > MAX_BYTES) throw refuse("file_too_large", { path: file });
    const bytes = readFileSync(realPath);
    const decoded = decode(file, bytes);
    const hasByteOrderMark = decoded.startsWith(BYTE_ORDER_MARK);
    const text = hasByteOrderMark ? decoded.slice(1) : decoded;
    return { path: file, realPath, project, bytes, text, hasByteOrderMark, mode: stats.mode & 0o7777 };
  } catch (error) {
    throw error instanceof RecollectError ? error : storageError(file, "file_unread", error);
  }
}

/**
 * The path of a file's backup. Backups are in the data folder and not next to the file: a file can contain other
 * servers' secrets, and a project's folder is shared.
 * @param folder the folder for the backups of all files
 * @param at milliseconds since 1970
 */
export function backupPathOf(folder: string, file: string, at: number): string {
  return path.join(folder, `${backupPrefixOf(file)}${new Date(at).toISOString().replace(/[-:.]/g, "")}`);
}

/**
 * The former text of a file from which our part was removed, if nothing else is left in it: as it was before our first
 * change, by its backups. Null if the file did not exist.
 * @param text the text without our part
 */
export function formerText({ path: file }: ConfigurationFile, text: string, folder: string): string | null {
  if (!isBlank(text)) return text;
  const prefix = backupPrefixOf(file);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith(prefix)) : [];
  const former = names
    .sort()
    .toReversed()
    .map((name) => readFileSync(path.join(folder, name), "utf8").replace(/^\ufeff/, ""))
    .find(isBlank);
  if (former !== undefined) return former;
  // This is what our change of a missing file leaves.
  return text === "" || text === "{}\n" ? null : text;
}

const isBlank = (text: string) => /^(?:\s*|\s*\{\s*\}\s*)$/.test(text);

/** Different for files of the same name in different folders. */
function backupPrefixOf(file: string): string {
  const digest = createHash("sha256").update(file).digest("hex").slice(0, 12);
  return `${path.basename(file)}.${digest}.`;
}

/** A warning if the file is a symbolic link. */
export function linkWarning({ path, realPath, bytes }: ConfigurationFile): readonly ClientNote[] {
  return bytes !== null && path !== realPath ? [{ reason: "file_is_link", params: { path: realPath } }] : [];
}

/**
 * Replaces the contents of a file atomically and keeps its permissions, except as options say, and byte order mark.
 * @param text null removes the file
 * @param options.newMode the permission bits of a file that does not exist yet
 * @param options.isPrivate whether an existing file loses the permissions of other users
 * @throws conflict if the file changed since it was read; permission_denied; storage
 */
export function replaceConfigurationFile(
  file: ConfigurationFile,
  text: string | null,
  options: { readonly backupPath: string | null; readonly newMode: number; readonly isPrivate?: boolean },
): void {
  ensureUnchanged(file);
  ensureWritable(file);
  const folder = path.dirname(file.realPath);
  const temporary = path.join(folder, `.${path.basename(file.realPath)}.${randomBytes(4).toString("hex")}.tmp`);
  try {
    if (options.backupPath !== null && file.bytes !== null) writeBackup(file.path, file.bytes, options.backupPath);
    if (text === null) {
      ensureUnchanged(file);
      rmSync(file.realPath);
      return;
    }
    mkdirSync(folder, { recursive: true });
    const content = Buffer.from(`${file.hasByteOrderMark ? BYTE_ORDER_MARK : ""}${text}`);
    const kept = file.mode === null ? null : options.isPrivate === true ? file.mode & ~0o077 : file.mode;
    const mode = kept ?? options.newMode;
    writeFileSync(temporary, content, { mode: mode & 0o777, flag: "wx", flush: true });
    // The umask applies to a new file. An existing one keeps its permissions.
    if (kept !== null) chmodSync(temporary, mode);
    ensureUnchanged(file);
    renameSync(temporary, file.realPath);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error instanceof RecollectError ? error : storageError(file.path, "file_unwritten", error);
  }
}

function ensureUnchanged(file: ConfigurationFile): void {
  const now = readConfigurationFile(file.path, file.project);
  const sameContent =
    file.bytes === null || now.bytes === null ? file.bytes === now.bytes : now.bytes.equals(file.bytes);
  if (sameContent && now.realPath === file.realPath) return;
  throw new RecollectError("file_changed", { path: file.path });
}

function ensureWritable({ path: file, mode }: ConfigurationFile): void {
  // A rename would ignore that the owner made the file read-only.
  if (mode === null || (mode & 0o200) !== 0) return;
  throw new RecollectError("file_protected", { path: file });
}

/** Writes a backup that only its owner may read, and removes the oldest ones of the file. */
function writeBackup(file: string, bytes: Buffer, backupPath: string): void {
  const folder = path.dirname(backupPath);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(backupPath, bytes, { mode: 0o600, flush: true });
  const backups = readdirSync(folder).filter((name) => name.startsWith(backupPrefixOf(file)));
  for (const name of backups.sort().slice(0, -MAX_BACKUPS)) rmSync(path.join(folder, name), { force: true });
}

/** Resolves symbolic links, including links to folders and to a file that does not exist. */
function resolveLinks(file: string, depth = 0): string {
  try {
    return realpathSync(file);
  } catch {
    const parent = path.dirname(file);
    if (parent === file) return file;
    const folder = resolveLinks(parent, depth);
    const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
    if (!isLink || depth > MAX_LINKS) return path.join(folder, path.basename(file));
    return resolveLinks(path.resolve(folder, readlinkSync(file)), depth + 1);
  }
}

function withSeparator(folder: string): string {
  return folder.endsWith(path.sep) ? folder : folder + path.sep;
}

function decode(file: string, bytes: Buffer): string {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!text.includes("\0")) return text;
  } catch {
    // Reported below.
  }
  throw refuse("file_not_text", { path: file });
}

function storageError(path: string, reason: "file_unread" | "file_unwritten", cause: unknown): RecollectError {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : null;
  return new RecollectError(reason, { path, code }, { cause });
}
