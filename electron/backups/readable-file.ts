import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { finished } from "node:stream/promises";
import type { ReadableFile } from "../core/backup.ts";
import type { OpenedStore } from "../store/open-memory-store.ts";
import { COPY_PREFIX } from "../store/readable-memories.ts";

/**
 * Writes the readable part of a damaged database to a file of JSON lines, in a folder that the reader deletes, or else
 * the next start.
 * @returns null if nothing can be read
 */
export async function writeReadableFile(
  { readReadable }: Pick<OpenedStore, "readReadable">,
  dataFolder: string,
): Promise<ReadableFile | null> {
  const readable = await readReadable(null);
  if (readable === null) return null;
  const folder = await mkdtemp(path.join(dataFolder, COPY_PREFIX));
  const file = path.join(folder, "memories.jsonl");
  const stream = createWriteStream(file, { mode: 0o600, flags: "wx" });
  try {
    for await (const memory of readable.memories) {
      if (!stream.write(`${JSON.stringify(memory)}\n`)) await once(stream, "drain");
    }
    stream.end();
    await finished(stream);
    return { file, lost: readable.lost };
  } catch (error) {
    stream.destroy();
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
