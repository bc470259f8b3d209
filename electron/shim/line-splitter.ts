import { createMemberScanner, type MemberScanner } from "./member-scanner.ts";

/** Largest message either way, in bytes; the server's own limit. */
export const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

export interface LineHandlers {
  /** A line without its end; never empty. */
  readonly onLine: (line: Buffer) => void;
  /** A line past the limit has passed; `id` is its message's id as JSON, null where it has none. */
  readonly onTooLong: (id: string | null) => void;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Cuts a byte stream into lines. Of a line past the limit nothing is kept but what is needed to answer it. */
export function createLineSplitter(handlers: LineHandlers, limit = MAX_MESSAGE_BYTES): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let length = 0;
  let tooLong: MemberScanner | null = null;

  const take = (piece: Buffer) => {
    length += piece.length;
    if (tooLong !== null) tooLong.push(piece.toString("latin1"));
    else if (length <= limit + 1) parts.push(piece);
    else {
      tooLong = createMemberScanner(["id"]);
      for (const part of [...parts, piece]) tooLong.push(part.toString("latin1"));
      parts = [];
    }
  };

  const finish = () => {
    const line = withoutReturn(parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts));
    if (tooLong !== null) handlers.onTooLong(tooLong.member?.raw ?? null);
    else if (line.length > limit) handlers.onTooLong(readId(line));
    else if (line.length > 0) handlers.onLine(line);
    parts = [];
    length = 0;
    tooLong = null;
  };

  return (chunk) => {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      take(chunk.subarray(start, end));
      finish();
      start = end + 1;
    }
    if (start < chunk.length) take(chunk.subarray(start));
  };
}

function withoutReturn(line: Buffer): Buffer {
  return line.at(-1) === CARRIAGE_RETURN ? line.subarray(0, -1) : line;
}

function readId(line: Buffer): string | null {
  const scanner = createMemberScanner(["id"]);
  scanner.push(line.toString("latin1"));
  return scanner.member?.raw ?? null;
}
