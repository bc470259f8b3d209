import { ServerResponse } from "node:http";
import { StringDecoder } from "node:string_decoder";
import { createParser, type EventSourceParser } from "eventsource-parser";
import { isRecord } from "../core/util/is-record.ts";

/** A JSON text of a response, parsed on demand. */
export interface SentText {
  readonly text: string;
  /** Returns the object in the text, or each object of an array with its own text. */
  read(): readonly { readonly message: Record<string, unknown>; readonly text: string }[];
}

/**
 * A response of the HTTP server. Its readers get each chunk before it is sent.
 *
 * The server creates all its responses as this class, because they are written in three places (the session transport,
 * the SDK's handler for stateless requests, and `sendJson`), one of which is not ours, and the log must contain the bytes
 * that were sent.
 */
export class ObservedResponse extends ServerResponse {
  readonly #readers: ResponseReader[] = [];

  addReader(reader: ResponseReader): void {
    this.#readers.push(reader);
  }

  override writeHead(statusCode: number, ...rest: unknown[]): this {
    const headers = rest.findLast((argument) => typeof argument === "object");
    for (const reader of this.#readers) reader.readHeaders(headers);
    return Reflect.apply(super.writeHead, this, [statusCode, ...rest]);
  }

  override write(chunk: unknown, ...rest: unknown[]): boolean {
    for (const reader of this.#readers) reader.readChunk(chunk);
    return Reflect.apply(super.write, this, [chunk, ...rest]);
  }

  override end(...args: unknown[]): this {
    for (const reader of this.#readers) reader.readChunk(args[0]);
    return Reflect.apply(super.end, this, args);
  }
}

/**
 * Copies the body of a response for the request log while it is written: a JSON body in full, an event stream event
 * by event. A chunk is only appended to a string; parsing happens after the current turn of the event loop, and JSON is
 * only parsed if the listener calls `read`.
 */
export class ResponseReader {
  readonly #response: ObservedResponse;
  readonly #listener: (sent: SentText) => void;
  /** Null before the first chunk of bytes: most responses are written as text. */
  #decoder: StringDecoder | null = null;
  #parser: EventSourceParser | null = null;
  /** Text that was written and not yet reported or parsed. */
  #pending = "";
  /** Null before the first character. JSON starts with a bracket, an event stream never does. */
  #isStream: boolean | null = null;
  #isParsingScheduled = false;
  #firstByteAt: number | null = null;
  #writeHeadHeaders: unknown;

  /** @param listener called once for a JSON body, and for the data of each event of a stream */
  constructor(response: ObservedResponse, listener: (sent: SentText) => void) {
    this.#response = response;
    this.#listener = listener;
    response.addReader(this);
    response.prependOnceListener("close", () => {
      if (this.#isStream === true) this.#parse();
      else if (this.#pending !== "") this.#report(this.#pending);
    });
  }

  /** When the first byte of the body was written, on the clock of `performance`; null if none was. */
  get firstByteAt(): number | null {
    return this.#firstByteAt;
  }

  /** The response headers as set, with names in lower case. */
  headers(): Record<string, string> {
    return headersAsText({
      ...this.#response.getHeaders(),
      ...(isRecord(this.#writeHeadHeaders) ? this.#writeHeadHeaders : {}),
    });
  }

  /** Takes the headers that are passed to `writeHead`: `getHeaders` does not return them. */
  readHeaders(headers: unknown): void {
    this.#writeHeadHeaders = headers;
  }

  /** Takes the first argument of `write` or `end`. Anything but text and bytes is ignored. */
  readChunk(chunk: unknown): void {
    this.#firstByteAt ??= performance.now();
    if (typeof chunk === "string") this.#pending += chunk;
    else if (chunk instanceof Uint8Array) {
      this.#decoder ??= new StringDecoder("utf8");
      this.#pending += this.#decoder.write(chunk);
    } else return;
    if (this.#isStream === null && this.#pending !== "") this.#isStream = !/^[[{]/.test(this.#pending);
    if (this.#isParsingScheduled || this.#isStream !== true) return;
    this.#isParsingScheduled = true;
    setImmediate(() => {
      this.#isParsingScheduled = false;
      this.#parse();
    });
  }

  #parse(): void {
    const text = this.#pending;
    this.#pending = "";
    this.#parser ??= createParser({ onEvent: ({ data }) => this.#report(data) });
    this.#parser.feed(text);
  }

  #report(text: string): void {
    this.#listener({ text, read: () => readMessages(text) });
  }
}

/** Returns headers as text; several values of one name are joined in one line. */
export function headersAsText(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const text: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    text[name.toLowerCase()] = Array.isArray(value) ? value.join(", ") : String(value ?? "");
  }
  return text;
}

function readMessages(text: string): { readonly message: Record<string, unknown>; readonly text: string }[] {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return [{ message: value, text }];
    return Array.isArray(value)
      ? value.filter(isRecord).map((message) => ({ message, text: JSON.stringify(message) }))
      : [];
  } catch {
    return [];
  }
}
