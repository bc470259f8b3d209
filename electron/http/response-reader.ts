import type { ServerResponse } from "node:http";
import { createParser, type EventSourceParser } from "eventsource-parser";
import { isRecord } from "../core/util/is-record.ts";

/** A JSON text of a response, parsed on demand. */
export interface SentText {
  readonly text: string;
  /** Returns the object in the text, or each object of an array with its own text. */
  read(): readonly { readonly message: Record<string, unknown>; readonly text: string }[];
}

/**
 * Copies the body of a response for the request log while it is written: a JSON body in full, an event stream event
 * by event.
 *
 * It replaces `write`, `end` and `writeHead` of the response, and it is the only code that does so. The reason:
 * responses are written in three places (the session transport, the SDK's handler for stateless requests, and
 * `sendJson`), one of which is not ours, and the log must contain the bytes that were sent. The replaced methods pass
 * everything on unchanged. Their only own work is to append to a string; parsing happens after the current turn of the
 * event loop, and JSON is only parsed if the listener calls `read`.
 */
export class ResponseReader {
  readonly #response: ServerResponse;
  readonly #listener: (sent: SentText) => void;
  readonly #decoder = new TextDecoder();
  #parser: EventSourceParser | null = null;
  /** Text that was written and not yet reported or parsed. */
  #pending = "";
  /** Null before the first character. JSON starts with a bracket, an event stream never does. */
  #isStream: boolean | null = null;
  #isParsingScheduled = false;
  #firstByteAt: number | null = null;
  #writeHeadHeaders: unknown;

  /** @param listener called once for a JSON body, and for the data of each event of a stream */
  constructor(response: ServerResponse, listener: (sent: SentText) => void) {
    this.#response = response;
    this.#listener = listener;
    const write = response.write.bind(response) as (...args: unknown[]) => boolean;
    const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
    const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
    response.writeHead = ((...args: unknown[]) => {
      // `getHeaders` does not return the headers that are passed to `writeHead`.
      this.#writeHeadHeaders = args.findLast((argument) => typeof argument === "object");
      return writeHead(...args);
    }) as typeof response.writeHead;
    response.write = ((...args: unknown[]) => {
      this.#append(args[0]);
      return write(...args);
    }) as typeof response.write;
    response.end = ((...args: unknown[]) => {
      this.#append(args[0]);
      return end(...args);
    }) as typeof response.end;
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

  #append(chunk: unknown): void {
    this.#firstByteAt ??= performance.now();
    if (typeof chunk === "string") this.#pending += chunk;
    else if (chunk instanceof Uint8Array) this.#pending += this.#decoder.decode(chunk, { stream: true });
    else return;
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
