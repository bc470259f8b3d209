import { randomBytes } from "node:crypto";
import { link, mkdir, open, readdir, readFile, rename, stat, unlink } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { storageReasonOf, toFileError } from "../../core/util/file-error.ts";
import { RecollectError } from "../../text/errors.ts";

/** A new file before it has its name. Dropbox and OneDrive do not sync such names, and readers ignore them. */
const TEMPORARY = /^\.~recollect-[0-9a-f]{16}\.tmp$/;
/** Programs that sync or scan a file hold it open for a moment, which on Windows prevents renaming and deleting it. */
const HELD = new Set(["EBUSY", "EPERM", "EACCES"]);
const HELD_ATTEMPTS = 8;
const HELD_WAIT_MS = 40;

/** A change of the file system. A process can be killed between any two. */
export interface FileSteps {
  makeFolder(folder: string): Promise<void>;
  /** Writes and syncs a file that does not exist. */
  writeNew(file: string, bytes: Uint8Array): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Renames a file, and rejects with EEXIST if the name is taken. */
  renameNew(from: string, to: string): Promise<void>;
  /** Makes names durable. Does nothing if the system cannot do it. */
  syncFolder(folder: string): Promise<void>;
  remove(file: string): Promise<void>;
}

export const fileSteps: FileSteps = {
  async makeFolder(folder) {
    await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw toFolderError(error);
    });
  },
  async writeNew(file, bytes) {
    const handle = await open(file, "wx", 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
  rename: (from, to) => whileHeld(() => rename(from, to)),
  async renameNew(from, to) {
    try {
      await link(from, to);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST" || (await statOf(to)) !== null) {
        throw Object.assign(new Error(`${to} exists.`), { code: "EEXIST" });
      }
      // Some file systems have no hard links.
      return await whileHeld(() => rename(from, to));
    }
    await whileHeld(() => unlink(from)).catch(ignoreMissing);
  },
  async syncFolder(folder) {
    if (process.platform === "win32") return;
    const handle = await open(folder, "r");
    try {
      // Some network file systems do not support it.
      await handle.sync().catch(() => undefined);
    } finally {
      await handle.close();
    }
  },
  remove: (file) => whileHeld(() => unlink(file)).catch(ignoreMissing),
};

/**
 * Writes a file so that readers see nothing or all of it, and that it survives a power failure.
 * @param isNew rejects with EEXIST if the file exists
 * @throws storage
 */
export async function writeDurably(steps: FileSteps, file: string, bytes: Uint8Array, isNew = false): Promise<void> {
  const folder = path.dirname(file);
  const temporary = path.join(folder, `.~recollect-${randomBytes(8).toString("hex")}.tmp`);
  try {
    await steps.writeNew(temporary, bytes);
    await (isNew ? steps.renameNew(temporary, file) : steps.rename(temporary, file));
    await steps.syncFolder(folder);
  } catch (error) {
    await steps.remove(temporary).catch(() => undefined);
    throw toFolderError(error);
  }
}

/** Removes what a killed process left in a folder that only this process writes. */
export async function removeTemporary(steps: FileSteps, folder: string): Promise<void> {
  for (const name of (await namesIn(folder)).filter((name) => TEMPORARY.test(name))) {
    await steps.remove(path.join(folder, name));
  }
}

/**
 * The names in a folder; none if it is missing.
 * @param isForeign whether another device has it: then none, too, if it cannot be read
 * @throws storage
 */
export async function namesIn(folder: string, isForeign = false): Promise<string[]> {
  return (await (isForeign ? orUnreadable : orMissing)(() => readdir(folder))) ?? [];
}

/**
 * Null if the file is missing, longer than `maxBytes`, or cannot be read. Others write in the folder: a pipe, which would
 * never end, is not a file, and a file that one device made unreadable must not stop the others. @throws storage
 */
export async function readWhole(file: string, maxBytes: number): Promise<Uint8Array | null> {
  const found = await orUnreadable(() => stat(file));
  return found === null || !found.isFile() || found.size > maxBytes ? null : await orUnreadable(() => readFile(file));
}

/** Null if the file is missing. @param isForeign as in {@link namesIn} @throws storage */
export async function statOf(
  file: string,
  isForeign = false,
): Promise<{ readonly size: number; readonly mtimeMs: number } | null> {
  return await (isForeign ? orUnreadable : orMissing)(() => stat(file));
}

async function orMissing<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw toFolderError(error);
  }
}

/** Codes of one file or folder, which say nothing about the others in the space. */
const UNREADABLE = new Set(["EACCES", "EPERM", "EISDIR", "ELOOP", "EIO", "EINVAL", "ENAMETOOLONG", "ENXIO"]);

async function orUnreadable<T>(call: () => Promise<T>): Promise<T | null> {
  return await orMissing(async () => {
    try {
      return await call();
    } catch (error) {
      if (UNREADABLE.has((error as NodeJS.ErrnoException).code ?? "")) return null;
      throw error;
    }
  });
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw toFolderError(error);
}

/** As {@link toFileError}, with words about the folder of the space and not about the data folder. */
function toFolderError(error: unknown): unknown {
  const { code = "", message: finding } = error as NodeJS.ErrnoException;
  if (storageReasonOf(String(code)) !== "not_writable") return toFileError(error);
  return new RecollectError("space_folder_denied", { finding }, { cause: error });
}

async function whileHeld(call: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      const { code = "" } = error as NodeJS.ErrnoException;
      if (process.platform !== "win32" || !HELD.has(code) || attempt === HELD_ATTEMPTS) throw error;
      await sleep(attempt * HELD_WAIT_MS);
    }
  }
}
