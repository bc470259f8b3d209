import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import type { ClientMemoryProblem } from "../core/client-memories.ts";
import { RecollectError, toErrorBody } from "../text/errors.ts";
import type { MemoryFile } from "./readers/reader.ts";

/** More files are not read: a client's own memories are some hundred small files. */
const MAX_FILES = 2_000;

export interface ListedFolder {
  readonly files: readonly MemoryFile[];
  /** The names of the folders in it. */
  readonly folders: readonly string[];
  readonly problems: readonly ClientMemoryProblem[];
}

/** Lists the files of a folder, with those below it to a depth, without hidden ones. None if it does not exist. */
export async function listFolder(
  folder: string,
  depth: number,
  accepts: (name: string) => boolean,
): Promise<ListedFolder> {
  const files: MemoryFile[] = [];
  const problems: ClientMemoryProblem[] = [];
  const problem = (place: string, error: unknown) => problems.push({ path: place, error: readingError(place, error) });
  async function list(current: string, left: number): Promise<Dirent[]> {
    const entries = await readdir(current, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT" && error.code !== "ENOTDIR") problem(current, error);
      return [];
    });
    for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      if (entry.name.startsWith(".")) continue;
      const place = path.join(current, entry.name);
      if (entry.isDirectory()) {
        if (left > 0) await list(place, left - 1);
      } else if (accepts(entry.name)) {
        if (files.length >= MAX_FILES) {
          problem(folder, new RecollectError("client_memory_too_many", { path: folder, maximum: MAX_FILES }));
          return entries;
        }
        const file = await fileAt(place, folder).catch((error: unknown) => void problem(place, error));
        if (file !== undefined) files.push(file);
      }
    }
    return entries;
  }
  const entries = await list(folder, depth);
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return { files, folders, problems };
}

/** @param root as in {@link MemoryFile}. @throws Error if the file cannot be read */
export async function fileAt(place: string, root: string | null): Promise<MemoryFile> {
  const { size, mtimeMs } = await stat(place);
  return { path: place, bytes: size, modifiedAt: Math.trunc(mtimeMs), folder: null, root };
}

/** An error of the file system, with the file and what to do. */
export function readingError(place: string, error: unknown) {
  if (error instanceof RecollectError) return toErrorBody(error);
  const problem = error instanceof Error ? error.message : String(error);
  return toErrorBody(new RecollectError("client_memory_unreadable", { path: place, problem }));
}
