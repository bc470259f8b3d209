import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import path from "node:path";
import { type Fields, objectOf } from "../../import/values.ts";
import type { transcriptProblems } from "../../text/en/errors/conversations.ts";
import { RecollectError } from "../../text/errors.ts";
import type { Transcript } from "./reader.ts";

const MAX_SIDE_FILE_BYTES = 8 * 1024 * 1024;

/**
 * Returns the files below a folder that have something in them, the most recent first. It is synchronous, which is
 * several times faster for thousands of files: the application calls it in a thread. Links are not followed.
 * @param depth how many folders may be between the folder and a file
 * @param accepts whether a file is a transcript, by its path relative to the folder, with `/`
 */
export function findFiles(folder: string, depth: number, accepts: (name: string) => boolean): Transcript[] {
  const found: Transcript[] = [];
  const walk = (relative: string, level: number): void => {
    for (const entry of entriesOf(path.join(folder, relative))) {
      const name = relative === "" ? entry.name : `${relative}/${entry.name}`;
      if (entry.isDirectory()) {
        if (level < depth) walk(name, level + 1);
      } else if (entry.isFile() && accepts(name)) {
        const transcript = transcriptAt(path.join(folder, name));
        if (transcript !== null) found.push(transcript);
      }
    }
  };
  walk("", 0);
  return byTime(found);
}

/** The paths of the folders in a folder. Links are not followed. */
export function findFolders(folder: string, accepts: (name: string) => boolean): string[] {
  const folders = entriesOf(folder).filter((entry) => entry.isDirectory() && accepts(entry.name));
  return folders.map(({ name }) => path.join(folder, name));
}

/** A file as a transcript; null if it is missing or empty, or not a file. @param stat `statSync` follows links */
export function transcriptAt(file: string, stat: typeof lstatSync = lstatSync): Transcript | null {
  const found = stat(file, { throwIfNoEntry: false });
  if (found === undefined || !found.isFile() || found.size === 0) return null;
  return { path: file, bytes: found.size, modifiedAt: Math.round(found.mtimeMs) };
}

/** A JSON document next to a transcript; {} if it is missing, large or damaged; a list is in `records`. */
export function readSideFile(file: string): Fields {
  if ((transcriptAt(file)?.bytes ?? Number.POSITIVE_INFINITY) > MAX_SIDE_FILE_BYTES) return {};
  const text = readFileSync(file, "utf8");
  return objectOf(text.trimStart().startsWith("[") ? `{"records":${text}}` : text);
}

/** Sorts transcripts, the most recent first. */
export function byTime(transcripts: readonly Transcript[]): Transcript[] {
  return transcripts.toSorted((a, b) => b.modifiedAt - a.modifiedAt);
}

/** The entries of a folder; none if it is missing or not readable. */
function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

interface OpenFile {
  readonly file: FileHandle;
  readonly size: number;
  readonly modifiedAt: number;
}

/** Opens a file for reading. @throws RecollectError that names the file; also for a pipe or a device */
export async function openTranscript(file: string): Promise<OpenFile> {
  try {
    // Opening a pipe waits for its other end.
    if (!(await stat(file)).isFile()) throw unreadable(file, "not_file");
    const handle = await open(file, "r");
    const { size, mtimeMs } = await handle.stat();
    return { file: handle, size, modifiedAt: mtimeMs };
  } catch (error) {
    throw toReadError(file, error);
  }
}

const PROBLEMS: Readonly<Record<string, keyof typeof transcriptProblems>> = {
  EACCES: "no_permission",
  EPERM: "no_permission",
  ENOENT: "missing",
};

/** Turns a failure of the file system into a {@link RecollectError} that names the file; returns others unchanged. */
export function toReadError(file: string, error: unknown): unknown {
  if (!(error instanceof Error && "syscall" in error)) return error;
  const code = "code" in error ? String(error.code) : "";
  return unreadable(file, PROBLEMS[code] ?? error.message, error);
}

/** For a file that no program of this client wrote, or that is damaged. @param problem as for {@link unreadable} */
export function invalid(file: string, problem: string, cause?: unknown): RecollectError {
  return new RecollectError("conversation_invalid", { path: file, problem }, { cause });
}

/** @param problem a key of the catalogue's `transcriptProblems`, or the message of a library or of the system */
export function unreadable(file: string, problem: string, cause?: unknown): RecollectError {
  return new RecollectError("conversation_unreadable", { path: file, problem }, { cause });
}
