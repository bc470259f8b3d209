import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Repository } from "./repository.ts";

/** A file of a release with its checksum. */
export interface ReleaseFile {
  readonly name: string;
  readonly sha256: string;
}

/** The files that belong to a release, by name; folders are left out. */
export function readReleaseFiles(folder: string): ReleaseFile[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => ({ name, sha256: sha256Of(path.join(folder, name)) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function sha256Of(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}

/** Returns the file whose name has this end, signed or not. @throws Error if there is not exactly one */
export function findFile(files: readonly ReleaseFile[], end: string): ReleaseFile {
  const dot = end.lastIndexOf(".");
  const ends = [end, `${end.slice(0, dot)}-unsigned${end.slice(dot)}`];
  const found = files.filter(({ name }) => ends.some((each) => name.endsWith(each)));
  const [file] = found;
  if (file === undefined || found.length > 1) throw new Error(`${found.length} files of the release end with ${end}.`);
  return file;
}

export function downloadUrl({ url }: Repository, version: string, name: string): string {
  return `${url}/releases/download/v${version}/${name}`;
}

/** In the format of `sha256sum --check`. */
export function formatChecksums(files: readonly ReleaseFile[]): string {
  return files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join("");
}
