import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { isRecord } from "../../core/util/is-record.ts";
import { findJsonExcess, type JsonLimits } from "../../core/util/json-limits.ts";
import { decodeText, utf16Of } from "../../import/decode-text.ts";
import { type Fields, objectOf, parseObject } from "../../import/values.ts";
import type { Found, FoundBatch } from "./reader.ts";
import { invalid, openTranscript, toReadError } from "./transcript-files.ts";

/** How much of a file one step reads. */
const CHUNK_BYTES = 1024 * 1024;
/** A longer line is skipped. The longest useful ones contain pictures in base64. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;
/** How many bytes at the start of a file and before a position identify its contents. */
const MARK_BYTES = 4096;
const LINE_END = 0x0a;
/** Records contain arguments of tools, which can have any shape. */
export const TRANSCRIPT_JSON_LIMITS: JsonLimits = { depth: 256, members: 100_000, values: 1_000_000 };
const MAX_TYPE_LENGTH = 60;

/** A record of an unknown type. @param type the value in the record, of any type */
export function unknownRecord(type: unknown): Found {
  return { kind: "skipped", type: typeof type === "string" ? type.slice(0, MAX_TYPE_LENGTH) : "without a type" };
}

/**
 * The state after the lines before a position: the session's fields, and the records that later lines refer to. It must
 * be JSON, and without texts of messages and titles if {@link JsonLinesOptions.isWaiting} is false: it is stored
 * unmasked.
 */
export type LineState = Record<string, unknown>;

interface LinePosition {
  readonly offset: number;
  /** Digests of the first and of the last bytes before the offset. */
  readonly head: string;
  readonly tail: string;
  /** Whether the offset is within a line that was skipped for its length. */
  readonly isInLongLine: boolean;
  readonly state: LineState;
}

export interface JsonLinesOptions<State extends LineState> {
  readonly path: string;
  readonly position: string | null;
  readonly signal: AbortSignal | undefined;
  /** The state at the start of the file. */
  start(): State;
  /** Returns the items in one record, and changes the state. */
  read(record: Fields, state: State): readonly Found[];
  /** Returns what waited for another record, at the end of the file. */
  end?(state: State): readonly Found[];
  /** Whether something waits for another record. No position is returned then. */
  isWaiting?(state: State): boolean;
}

/**
 * Reads a file of one JSON object a line, to which its program appends. It reads in steps of {@link CHUNK_BYTES}, from
 * the position on if the bytes before it did not change, otherwise from the start. The last line counts if it is
 * complete, with or without a line end: the start of an object is never an object.
 * @throws RecollectError for a file that cannot be read; the reason of `signal`
 */
export async function* readJsonLines<State extends LineState>(
  options: JsonLinesOptions<State>,
): AsyncGenerator<FoundBatch> {
  const { path, signal } = options;
  signal?.throwIfAborted();
  const { file, size } = await openTranscript(path);
  try {
    const start = await continueAt<State>(file, size, options.position);
    const state = start?.state ?? options.start();
    const lines = new LineSplitter(start?.offset ?? 0, start?.isInLongLine === true);
    while (lines.end < size) {
      signal?.throwIfAborted();
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size - lines.end));
      const { bytesRead } = await file.read(chunk, 0, chunk.length, lines.end);
      // The file was truncated in the meantime: the next read notices.
      if (bytesRead === 0) break;
      if (lines.end === 0) checkText(path, chunk.subarray(0, bytesRead));
      const found: Found[] = [];
      for (const line of lines.add(chunk.subarray(0, bytesRead))) found.push(...readLine(line, state, options));
      if (lines.end >= size) {
        const record = lines.rest();
        if (record !== null) found.push(...options.read(record, state));
        found.push(...(options.end?.(state) ?? []));
      }
      const isWaiting = options.isWaiting?.(state) === true;
      yield { found, position: isWaiting ? undefined : await positionAt(file, lines, state), bytes: bytesRead };
    }
  } catch (error) {
    throw toReadError(path, error);
  } finally {
    await file.close();
  }
}

/** Returns the items in a line, which is null if it is too long. */
export function readLine<State extends LineState>(
  line: Buffer | null,
  state: State,
  { read }: JsonLinesOptions<State>,
): readonly Found[] {
  if (line === null) return [unknownRecord("line above 16 MiB")];
  const text = textOfLine(line);
  if (text === null) {
    const isObject = parseObject(line.toString("utf8")) !== null;
    return [unknownRecord(isObject ? "line in an unknown encoding" : "not a JSON object")];
  }
  if (text.trim() === "") return [];
  if (findJsonExcess(text, TRANSCRIPT_JSON_LIMITS) !== null) return [unknownRecord("too many levels or values")];
  const record = parseObject(text);
  return record === null ? [unknownRecord("not a JSON object")] : read(record, state);
}

/** Cuts chunks into lines, and keeps the unfinished one. */
export class LineSplitter {
  /** The start of the unfinished line. */
  offset: number;
  /** The end of the chunks that were added. */
  end: number;
  /** Whether the unfinished line is too long; then `offset` is at the end of the added chunks. */
  isInLongLine: boolean;
  #parts: Buffer[] = [];

  constructor(offset: number, isInLongLine: boolean) {
    this.offset = offset;
    this.end = offset;
    this.isInLongLine = isInLongLine;
  }

  /** Returns the lines that a chunk completes, with null for a line as soon as it is too long. */
  *add(chunk: Buffer): Generator<Buffer | null> {
    const start = this.end;
    let from = 0;
    for (let to = chunk.indexOf(LINE_END); to !== -1; to = chunk.indexOf(LINE_END, from)) {
      const length = start + to - this.offset;
      if (!this.isInLongLine) yield length > MAX_LINE_BYTES ? null : this.#join(chunk.subarray(from, to));
      from = to + 1;
      this.#parts = [];
      this.isInLongLine = false;
      this.offset = start + from;
    }
    this.end = start + chunk.length;
    if (!this.isInLongLine && this.end - this.offset <= MAX_LINE_BYTES) {
      this.#parts.push(chunk.subarray(from));
      return;
    }
    this.#parts = [];
    this.offset = this.end;
    if (!this.isInLongLine) yield null;
    this.isInLongLine = true;
  }

  /** Returns the last line if it is a complete object, and counts it as read. */
  rest(): Fields | null {
    if (this.end === this.offset) return null;
    const text = textOfLine(Buffer.concat(this.#parts)) ?? "";
    const record = findJsonExcess(text, TRANSCRIPT_JSON_LIMITS) === null ? parseObject(text) : null;
    if (record !== null) this.offset = this.end;
    return record;
  }

  #join(last: Buffer): Buffer {
    return this.#parts.length === 0 ? last : Buffer.concat([...this.#parts, last]);
  }
}

/** A program with another encoding may have appended to a file in UTF-8. */
function textOfLine(line: Buffer): string | null {
  return isUtf8(line) ? line.toString("utf8") : (decodeText(line)?.text ?? null);
}

/** Refuses a file that starts with other data than JSON text in UTF-8. @param chunk its start */
function checkText(path: string, chunk: Buffer): void {
  if (utf16Of(chunk) !== null) throw invalid(path, "utf16");
  if (isBinary(chunk)) throw invalid(path, "not_text");
}

/**
 * Whether a file starts with a line that is not JSON text. Only the start is read: a crash can leave zeros at the end.
 */
function isBinary(chunk: Buffer): boolean {
  const end = chunk.indexOf(LINE_END);
  const first = chunk.subarray(0, Math.min(MARK_BYTES, end === -1 ? chunk.length : end));
  return first.includes(0) || !(isUtf8(first) || /^\s*\{/.test(first.toString("latin1")));
}

async function positionAt(file: FileHandle, lines: LineSplitter, state: LineState): Promise<string> {
  const { offset, isInLongLine } = lines;
  const position: LinePosition = { offset, ...(await marksAt(file, offset)), isInLongLine, state };
  return JSON.stringify(position);
}

/** Returns where to continue, or null if the file is another one or shorter. */
async function continueAt<State extends LineState>(
  file: FileHandle,
  size: number,
  position: string | null,
): Promise<{ readonly offset: number; readonly isInLongLine: boolean; readonly state: State } | null> {
  const { offset, head, tail, isInLongLine, state } = objectOf(position);
  if (typeof offset !== "number" || offset > size || !isRecord(state)) return null;
  const marks = await marksAt(file, offset);
  if (marks.head !== head || marks.tail !== tail) return null;
  return { offset, isInLongLine: isInLongLine === true, state: state as State };
}

/**
 * Whether a file has the bytes before a position of {@link readJsonLines} as they were.
 * @throws RecollectError for a file that cannot be read
 */
export async function continuesAt(path: string, position: string): Promise<boolean> {
  const { file, size } = await openTranscript(path);
  try {
    return (await continueAt(file, size, position)) !== null;
  } catch (error) {
    throw toReadError(path, error);
  } finally {
    await file.close();
  }
}

async function marksAt(file: FileHandle, offset: number): Promise<{ readonly head: string; readonly tail: string }> {
  const length = Math.min(MARK_BYTES, offset);
  return { head: await digestOf(file, 0, length), tail: await digestOf(file, offset - length, length) };
}

async function digestOf(file: FileHandle, offset: number, length: number): Promise<string> {
  const bytes = Buffer.alloc(length);
  if (length > 0) await file.read(bytes, 0, length, offset);
  return createHash("sha256").update(bytes).digest("base64url").slice(0, 16);
}
