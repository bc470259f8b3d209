import { createReadStream, type Dirent, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { splitJsonArray } from "../core/util/json-array.ts";
import { toUtf8 } from "./decode-text.ts";
import { readStart, startsWith } from "./sqlite-file.ts";

/** The largest document of an archive that is read, and the largest conversation. */
export const MAX_ENTRY_BYTES = 64 * 1024 * 1024;
/** The largest archive, unpacked. Its conversations are read one by one. */
export const MAX_UNPACKED_GIGABYTES = 8;
/** The first bytes of a ZIP file with entries (PKWARE APPNOTE 4.3.7). */
const ZIP_MAGIC = "PK\u0003\u0004";
const CONVERSATIONS = /(?:^|\/)conversations(?:-\d+)?\.json$/;
/** The name of a file that was chosen without its archive, whatever its own name. */
const SINGLE_FILE = "conversations.json";
/** The folders in the folder of an unpacked archive. */
const MAX_DEPTH = 2;
/** Pictures and other files in an archive count too. */
const MAX_ENTRIES = 200_000;
/** JSON seldom shrinks to less than a fiftieth. */
const MAX_RATIO = 500;
const MIN_CHECKED_BYTES = 64 * 1024 * 1024;

/** A file in an archive. */
export interface ArchiveEntry {
  readonly name: string;
  /** To be called before the next entry is requested. @throws ArchiveTooLarge while its stream is read */
  open(): Promise<Readable>;
}

/** The forms of an archive: as it is downloaded, unpacked, or the file with the conversations only. */
export type ArchiveForm = "zip" | "folder" | "json";

/** The archive unpacks to more than {@link MAX_UNPACKED_GIGABYTES}, or has too many files. */
export class ArchiveTooLarge extends Error {
  constructor() {
    super(`It unpacks to more than ${MAX_UNPACKED_GIGABYTES} GB.`);
  }
}

/** The form of an archive; null for another file. @throws Error if it cannot be read */
export function formOfArchive(file: string): ArchiveForm | null {
  if (statSync(file).isDirectory()) return "folder";
  if (startsWith(file, ZIP_MAGIC)) return "zip";
  const start = readStart(file).toString("latin1").replaceAll("\0", "");
  return /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*(?:[[{]|$)/.test(start) ? "json" : null;
}

/** Yields the entries of an archive, which is open in the meantime. @throws ArchiveTooLarge, an error of yauzl */
export async function* archiveEntries(file: string): AsyncGenerator<ArchiveEntry> {
  const form = formOfArchive(file);
  if (form === "json") yield { name: SINGLE_FILE, open: async () => createReadStream(file) };
  else if (form === "folder") yield* folderEntries(file);
  else yield* zipEntries(file);
}

async function* zipEntries(file: string): AsyncGenerator<ArchiveEntry> {
  const { openPromise } = await import("yauzl");
  const archive = await openPromise(file, { lazyEntries: true, autoClose: false });
  const limit = new UnpackedLimit();
  try {
    if (archive.entryCount > MAX_ENTRIES) throw new ArchiveTooLarge();
    for await (const entry of archive.eachEntry()) {
      const open = async () => limit.count(await archive.openReadStreamPromise(entry), entry.compressedSize);
      yield { name: entry.fileName, open };
    }
  } finally {
    archive.close();
  }
}

/** Links are not followed. */
async function* folderEntries(folder: string): AsyncGenerator<ArchiveEntry> {
  const limit = new UnpackedLimit();
  for (const name of await filesIn(folder)) {
    const file = path.join(folder, name);
    yield { name, open: async () => limit.count(createReadStream(file), Number.POSITIVE_INFINITY) };
  }
}

/** The files in the folder of an unpacked archive, with `/`. Links and hidden files are left out. */
export async function filesIn(folder: string): Promise<readonly string[]> {
  const files: string[] = [];
  const walk = async (relative: string, entries: readonly Dirent[], level: number): Promise<void> => {
    for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      const name = relative === "" ? entry.name : `${relative}/${entry.name}`;
      if (entry.name.startsWith(".")) continue;
      if (entry.isFile()) files.push(name);
      else if (entry.isDirectory() && level < MAX_DEPTH) {
        await walk(name, await readdir(path.join(folder, name), { withFileTypes: true }), level + 1);
      }
      if (files.length > MAX_ENTRIES) throw new ArchiveTooLarge();
    }
  };
  await walk("", await readdir(folder, { withFileTypes: true }), 0);
  return files;
}

/** Counts the unpacked bytes of the entries of one archive. */
class UnpackedLimit {
  #bytes = 0;

  /** Returns a stream of the same bytes that fails past the limits. @param compressed the size of the entry in the file */
  count(source: Readable, compressed: number): Readable {
    let ofEntry = 0;
    const counted = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        ofEntry += chunk.length;
        this.#bytes += chunk.length;
        const isBomb = ofEntry > MIN_CHECKED_BYTES && ofEntry > compressed * MAX_RATIO;
        const isLarge = this.#bytes > MAX_UNPACKED_GIGABYTES * 1e9;
        if (isBomb || isLarge) done(new ArchiveTooLarge());
        else done(null, chunk);
      },
    });
    // The reader of the counted stream gets the error.
    void pipeline(source, counted).catch(() => undefined);
    return counted;
  }
}

/** Whether an entry contains the conversations of a ChatGPT or Claude account. */
export function hasConversations({ name }: Pick<ArchiveEntry, "name">): boolean {
  return CONVERSATIONS.test(name);
}

/**
 * Yields the JSON texts of an entry's conversations, and null for one above {@link MAX_ENTRY_BYTES}. The entry is a list,
 * an object with the list in `conversations`, or one conversation.
 */
export async function* conversationsIn(entry: ArchiveEntry): AsyncGenerator<string | null> {
  const chunks = toUtf8(await entry.open());
  const first = await chunks.next();
  if (first.done === true) return;
  const all = joined(first.value, chunks);
  if (!/^(?:\xef\xbb\xbf)?\s*\{/.test(first.value.toString("latin1", 0, 1_024))) {
    yield* splitJsonArray(all, MAX_ENTRY_BYTES);
    return;
  }
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of all) {
    length += part.length;
    if (length <= MAX_ENTRY_BYTES) parts.push(part);
  }
  if (length > MAX_ENTRY_BYTES) yield null;
  else yield* conversationsOf(Buffer.concat(parts).toString("utf8"));
}

async function* conversationsOf(text: string): AsyncGenerator<string | null> {
  const list = /^\ufeff?\s*\{\s*"conversations"\s*:\s*(?=\[)/.exec(text);
  if (list === null) yield text.replace(/^\ufeff/, "");
  else yield* splitJsonArray(Readable.from([Buffer.from(text.slice(list[0].length))]), MAX_ENTRY_BYTES);
}

async function* joined(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}
