import { createZstdDecompress } from "node:zlib";
import { RecollectError } from "../../text/errors.ts";
import { type JsonLinesOptions, LineSplitter, type LineState, readLine } from "./json-lines.ts";
import type { Found, FoundBatch } from "./reader.ts";
import { invalid, openTranscript } from "./transcript-files.ts";

/** How much text one step reads. */
const STEP_BYTES = 1024 * 1024;
/** A larger text is not read: a small file can contain an endless one. */
const MAX_TEXT_BYTES = 4 * 1024 ** 3;

/**
 * Reads a file of JSON lines that its program compressed with zstd, from its start if it changed after the position:
 * programs compress finished sessions. One step of its text is in memory at a time.
 * @throws RecollectError for a file that cannot be read or is too large; the reason of `signal`
 */
export async function* readCompressedJsonLines<State extends LineState>(
  options: JsonLinesOptions<State>,
): AsyncGenerator<FoundBatch> {
  const { path, signal, position, start, read, end } = options;
  signal?.throwIfAborted();
  const { file, size, modifiedAt } = await openTranscript(path);
  const complete = JSON.stringify({ size, modifiedAt });
  if (position === complete) {
    await file.close();
    return;
  }
  const source = file.createReadStream();
  const text = createZstdDecompress();
  source.on("error", (error) => text.destroy(error)).pipe(text);
  const state = start();
  const lines = new LineSplitter(0, false);
  let found: Found[] = [];
  let step = { text: 0, file: 0 };
  try {
    for await (const chunk of text) {
      signal?.throwIfAborted();
      for (const line of lines.add(chunk)) found.push(...readLine(line, state, options));
      if (lines.end > MAX_TEXT_BYTES) {
        throw new RecollectError("conversation_too_large", {
          path,
          megabytes: MAX_TEXT_BYTES / 1024 ** 2,
        });
      }
      if (lines.end - step.text < STEP_BYTES) continue;
      yield { found, position: null, bytes: source.bytesRead - step.file };
      found = [];
      step = { text: lines.end, file: source.bytesRead };
    }
    const record = lines.rest();
    if (record !== null) found.push(...read(record, state));
    found.push(...(end?.(state) ?? []));
    yield { found, position: complete, bytes: source.bytesRead - step.file };
  } catch (error) {
    if (error instanceof RecollectError || signal?.aborted === true) throw error;
    throw invalid(path, error instanceof Error ? error.message : String(error), error);
  } finally {
    source.destroy();
    text.destroy();
  }
}
