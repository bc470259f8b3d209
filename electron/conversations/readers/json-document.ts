import { createHash } from "node:crypto";
import { isRecord } from "../../core/util/is-record.ts";
import { findJsonExcess } from "../../core/util/json-limits.ts";
import { decodeText } from "../../import/decode-text.ts";
import { type Fields, objectOf } from "../../import/values.ts";
import { RecollectError } from "../../text/errors.ts";
import { TRANSCRIPT_JSON_LIMITS } from "./json-lines.ts";
import type { Found, FoundBatch } from "./reader.ts";
import { invalid, openTranscript, toReadError, unreadable } from "./transcript-files.ts";

/** A larger document is not read: it takes several times as much memory. */
const MAX_DOCUMENT_BYTES = 64 * 1024 * 1024;

interface DocumentPosition {
  readonly size: number;
  readonly modifiedAt: number;
  readonly digest: string;
}

interface DocumentOptions<Document> {
  readonly path: string;
  readonly position: string | null;
  readonly signal: AbortSignal | undefined;
  /** Returns the sessions and messages of a document. */
  read(document: Document): readonly Found[];
}

/**
 * Reads a file that is one JSON document, in one step, if it changed after the position. A list is in `records`.
 * @throws RecollectError for a file that cannot be read, is too large or is not a JSON document; the reason of `signal`
 */
export function readJsonDocument({ read, ...options }: DocumentOptions<Fields>): AsyncGenerator<FoundBatch> {
  return readTextDocument({ ...options, read: (text) => read(parseDocument(options.path, text)) });
}

/**
 * Reads a file that is one text, in one step, if it changed after the position.
 * @throws RecollectError for a file that cannot be read, is too large or is not text; the reason of `signal`
 */
export async function* readTextDocument(options: DocumentOptions<string>): AsyncGenerator<FoundBatch> {
  const { path, signal, read } = options;
  signal?.throwIfAborted();
  const { file, size, modifiedAt } = await openTranscript(path);
  try {
    const last = objectOf(options.position);
    if (last.size === size && last.modifiedAt === modifiedAt) return;
    if (size > MAX_DOCUMENT_BYTES) {
      const megabytes = MAX_DOCUMENT_BYTES / (1024 * 1024);
      throw new RecollectError("conversation_too_large", { path, megabytes });
    }
    const bytes = Buffer.alloc(size);
    const { bytesRead } = await file.read(bytes, 0, size, 0);
    signal?.throwIfAborted();
    const text = decodeText(bytes.subarray(0, bytesRead))?.text;
    if (text === undefined) throw invalid(path, "not_text");
    const digest = createHash("sha256").update(text).digest("base64url").slice(0, 22);
    const position: DocumentPosition = { size, modifiedAt, digest };
    const found = last.digest === digest ? [] : read(text);
    yield { found, position: JSON.stringify(position), bytes: bytesRead };
  } catch (error) {
    throw toReadError(path, error);
  } finally {
    await file.close();
  }
}

function parseDocument(path: string, text: string): Fields {
  const source = text.replace(/^\ufeff/, "");
  const excess = findJsonExcess(source, TRANSCRIPT_JSON_LIMITS);
  if (excess !== null) throw invalid(path, `json_${excess}`);
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch (cause) {
    throw unreadable(path, "not_json", cause);
  }
  if (Array.isArray(value)) return { records: value };
  if (isRecord(value)) return value;
  throw unreadable(path, "not_json");
}
