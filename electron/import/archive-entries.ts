import type { Readable } from "node:stream";
import { splitJsonArray } from "../core/util/json-array.ts";

/** The largest document of an archive that is read, and the largest conversation. */
export const MAX_ENTRY_BYTES = 64 * 1024 * 1024;
const CONVERSATIONS = /(?:^|\/)conversations(?:-\d+)?\.json$/;

/** A file in a ZIP archive. */
export interface ArchiveEntry {
  readonly name: string;
  /** To be called before the next entry is requested. */
  open(): Promise<Readable>;
}

/** Yields the entries of a ZIP archive, which is open in the meantime. @throws an error of yauzl */
export async function* archiveEntries(file: string): AsyncGenerator<ArchiveEntry> {
  const { openPromise } = await import("yauzl");
  const archive = await openPromise(file, { lazyEntries: true, autoClose: false });
  try {
    for await (const entry of archive.eachEntry()) {
      yield { name: entry.fileName, open: () => archive.openReadStreamPromise(entry) };
    }
  } finally {
    archive.close();
  }
}

/** Whether an entry contains the conversations of a ChatGPT or Claude account. */
export function hasConversations({ name }: ArchiveEntry): boolean {
  return CONVERSATIONS.test(name);
}

/** Yields the JSON texts of an entry's conversations, and null for one above {@link MAX_ENTRY_BYTES}. */
export async function* conversationsIn(entry: ArchiveEntry): AsyncGenerator<string | null> {
  yield* splitJsonArray(await entry.open(), MAX_ENTRY_BYTES);
}
