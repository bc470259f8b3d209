/** Maximum size of a message in either direction, in bytes; the same as the server's. */
export const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

export interface LineHandlers {
  /** A line without its terminator and byte order mark; never blank. */
  readonly onLine: (line: Buffer) => void;
  /** A line above the limit has ended. `id` is the id of its message as JSON, or null if it has none. */
  readonly onTooLong: (id: string | null) => void;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** How much of the start and of the end of a line above the limit is kept, to find the id in. */
const EDGE_BYTES = 1024;

/** Splits the client's output into lines. Of a line above the limit only both ends are kept. */
export class LineSplitter {
  readonly #handlers: LineHandlers;
  #parts: Buffer[] = [];
  #length = 0;
  #edges: { readonly start: Buffer; end: Buffer } | null = null;

  constructor(handlers: LineHandlers) {
    this.#handlers = handlers;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      this.#append(chunk.subarray(start, end));
      this.#endLine();
      start = end + 1;
    }
    if (start < chunk.length) this.#append(chunk.subarray(start));
  }

  /** Handles a last line that has no terminator. */
  end(): void {
    if (this.#length > 0) this.#endLine();
  }

  #append(piece: Buffer): void {
    this.#length += piece.length;
    if (this.#edges !== null) {
      this.#edges.end = Buffer.concat([this.#edges.end, piece]).subarray(-EDGE_BYTES);
      return;
    }
    this.#parts.push(piece);
    // One byte more, which may be a carriage return.
    if (this.#length > MAX_MESSAGE_BYTES + 1) {
      this.#edges = edgesOf(Buffer.concat(this.#parts));
      this.#parts = [];
    }
  }

  #endLine(): void {
    const [first = Buffer.alloc(0), ...rest] = this.#parts;
    const line = withoutMark(withoutCarriageReturn(rest.length === 0 ? first : Buffer.concat(this.#parts)));
    const edges = this.#edges ?? (line.length > MAX_MESSAGE_BYTES ? edgesOf(line) : null);
    this.#parts = [];
    this.#length = 0;
    this.#edges = null;
    if (edges !== null) this.#handlers.onTooLong(findIdAt(edges));
    else if (!line.every((byte) => BLANKS.has(byte))) this.#handlers.onLine(line);
  }
}

function edgesOf(line: Buffer): { start: Buffer; end: Buffer } {
  return { start: Buffer.from(line.subarray(0, EDGE_BYTES)), end: Buffer.from(line.subarray(-EDGE_BYTES)) };
}

/** UTF-8's byte order mark. Some programs write it in front of their first line. */
const MARK = Buffer.from("\ufeff");
const BLANKS = new Set([0x09, 0x0d, 0x20]);

function withoutMark(line: Buffer): Buffer {
  return line.subarray(0, MARK.length).equals(MARK) ? line.subarray(MARK.length) : line;
}

function withoutCarriageReturn(line: Buffer): Buffer {
  return line.at(-1) === CARRIAGE_RETURN ? line.subarray(0, -1) : line;
}

const ID = String.raw`"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)\s*`;
const SHORT_MEMBER = String.raw`"(?:jsonrpc|method)"\s*:\s*"[^"\\]*"\s*`;
const METHOD = /"method"\s*:/;
const ID_AT_START = new RegExp(String.raw`^\s*\{\s*(?:${SHORT_MEMBER},\s*)*${ID},`);
const ID_AT_END = new RegExp(String.raw`[{,]\s*${ID}(?:,\s*${SHORT_MEMBER})*\}\s*$`);

/** Finds the id of a request, as JSON, without parsing the message; null if there is none at either end. */
export function findId(message: Buffer): string | null {
  return findIdAt(edgesOf(message));
}

/**
 * Finds the id of a request of which only both ends are known. Clients write it first or last, next to `jsonrpc` and
 * `method`. A quote inside a JSON string is escaped, so no expression matches inside one. The id of a response is one
 * of the server's and does not count.
 */
function findIdAt(edges: { readonly start: Buffer; readonly end: Buffer }): string | null {
  const start = edges.start.toString("utf8");
  const end = edges.end.toString("utf8");
  if (!METHOD.test(start) && !METHOD.test(end)) return null;
  return ID_AT_START.exec(start)?.[1] ?? ID_AT_END.exec(end)?.[1] ?? null;
}

const LINE_BREAKS = /[\r\n]+/g;

/** Writes messages to the client, one a line. */
export class LineWriter {
  readonly #stream: NodeJS.WritableStream;
  readonly #ready = Promise.resolve();
  #drained: Promise<void> | null = null;

  constructor(stream: NodeJS.WritableStream) {
    this.#stream = stream;
  }

  /**
   * Line breaks between the tokens of a message become spaces; JSON has none inside strings.
   * @returns a promise that resolves when more may be written
   */
  write(message: string | Buffer): Promise<void> {
    const text = typeof message === "string" ? message : message.toString("utf8");
    const line = text.includes("\n") || text.includes("\r") ? text.replace(LINE_BREAKS, " ") : text;
    if (this.#stream.write(`${line}\n`)) return this.#ready;
    this.#drained ??= new Promise((resolve) =>
      this.#stream.once("drain", () => {
        this.#drained = null;
        resolve();
      }),
    );
    return this.#drained;
  }

  /** Calls back when everything has been handed to the operating system. */
  flush(done: () => void): void {
    this.#stream.write("", () => done());
  }
}
