import { randomBytes } from "node:crypto";
import { chmod, copyFile, mkdir, open, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { RecollectError } from "../../core/errors.ts";

/** What a change of a file did, or would do. */
export interface FileChange {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  /** The copy of what was there; null where nothing was, or nothing changed. */
  readonly backup: string | null;
}

/**
 * The text of a file; "" where it is missing.
 * @throws invalid_argument where it is no UTF-8, since writing it again would damage it
 */
export async function readTextFile(file: string): Promise<string> {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await readFile(file));
  } catch (error) {
    if (isMissing(error)) return "";
    if (!(error instanceof TypeError)) throw error;
    throw new RecollectError("invalid_argument", `${file} is not text in UTF-8; it was left alone.`);
  }
}

/**
 * Writes a file's new text: the old file is copied beside itself first, a reader sees the old text or the new, and mode
 * and symbolic links stay. "" removes the file. Nothing happens where nothing changes.
 * @param before the text the change was made from; @throws conflict where the file is another by now
 */
export async function changeFile(file: string, before: string, after: string, now: Date): Promise<FileChange> {
  if (before === after) return { file, before, after, backup: null };
  if ((await readTextFile(file)) !== before) {
    throw new RecollectError("conflict", `${file} was changed by someone else meanwhile.`, { hint: "Try again." });
  }
  const target = await realpath(file).catch(() => file);
  const existing = await stat(target).catch(() => null);
  const backup = existing === null ? null : backupName(target, now);
  if (backup !== null) await copyFile(target, backup);
  if (after === "") await rm(target);
  else await replace(target, after, existing === null ? null : existing.mode & 0o7777);
  return { file, before, after, backup };
}

function backupName(file: string, now: Date): string {
  return `${file}.${now.toISOString().replace(/[:.]/g, "-")}.recollect-backup`;
}

async function replace(file: string, text: string, mode: number | null): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const temporary = `${file}.${randomBytes(4).toString("hex")}.tmp`;
  try {
    const handle = await open(temporary, "wx", mode ?? 0o644);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // The mask of the process does not count where a file had a mode.
    if (mode !== null) await chmod(temporary, mode);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
