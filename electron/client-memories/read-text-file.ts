import { constants, readFileSync, statSync } from "node:fs";
import { open, realpath } from "node:fs/promises";
import { type DecodedText, decodeText } from "../import/decode-text.ts";
import { type Fields, parseObject } from "../import/values.ts";
import { isWithin } from "../platform/is-within.ts";
import { RecollectError } from "../text/errors.ts";
import type { MemoryFile } from "./readers/reader.ts";

/** A larger file is not a note. */
const MAX_FILE_BYTES = 1024 * 1024;
/** Larger files are not settings. */
const MAX_JSON_BYTES = 32 * 1024 * 1024;

/**
 * Reads a small text file, in an encoding that {@link decodeText} knows. A pipe or device does not block. A link out of the root is refused: a repository could
 * contain links to private files of its readers.
 * @throws RecollectError for a file that is not a text file, too large, or out of its root; Error if it cannot be read
 */
export async function readTextFile({ path, root }: Pick<MemoryFile, "path" | "root">): Promise<DecodedText> {
  if (root !== null && !isWithin(await realpath(path), await realpath(root))) {
    throw new RecollectError("client_memory_link", { path, root });
  }
  // The flag does not exist on Windows.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw new RecollectError("client_memory_not_file", { path });
    const buffer = Buffer.alloc(Math.min(stat.size, MAX_FILE_BYTES) + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length);
      length += bytesRead;
      if (bytesRead === 0 || length === buffer.length) break;
    }
    if (length > MAX_FILE_BYTES) {
      throw new RecollectError("client_memory_too_large", { path, kilobytes: MAX_FILE_BYTES / 1024 });
    }
    const decoded = decodeText(buffer.subarray(0, length));
    if (decoded === null) throw new RecollectError("client_memory_not_text", { path });
    return decoded;
  } finally {
    await handle.close();
  }
}

/** The object in a client's own JSON file; {} if there is none that can be read. */
export function readJsonFile(file: string): Fields {
  try {
    const stat = statSync(file);
    if (!stat.isFile() || stat.size > MAX_JSON_BYTES) return {};
    return parseObject(readFileSync(file, "utf8")) ?? {};
  } catch {
    return {};
  }
}
