import type { ServerResponse } from "node:http";
import { isRecord } from "./messages.ts";

/** A JSON text that leaves, and the objects in it: one, or each of an array with the text it stands for. */
export interface SentText {
  readonly text: string;
  read(): readonly { readonly message: Record<string, unknown>; readonly text: string }[];
}

/** What is known of a response while it is written. */
export interface ResponseFacts {
  /** Milliseconds on the clock of `performance`; null before the first byte. */
  firstByteAt(): number | null;
  /** Headers as they were set, names in lower case. */
  headers(): Record<string, string>;
}

/**
 * Reads along as a response is written: JSON bodies whole, event streams event by event. The response is not changed,
 * and not held up: text is only put aside here and told after this turn of the event loop, and parsed only where the
 * listener asks for it.
 */
export function createResponseReader(response: ServerResponse, listener: (sent: SentText) => void): ResponseFacts {
  const write = response.write.bind(response) as (...args: unknown[]) => boolean;
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  const decoder = new TextDecoder();
  let rest = "";
  let scheduled = false;
  let firstByteAt: number | null = null;
  let given: unknown;
  /** Told by the first character: JSON begins with a bracket, an event never does. */
  let isStream: boolean | null = null;

  function take(chunk: unknown): void {
    firstByteAt ??= performance.now();
    if (typeof chunk === "string") rest += chunk;
    else if (chunk instanceof Uint8Array) rest += decoder.decode(chunk, { stream: true });
    else return;
    if (isStream === null && rest !== "") isStream = !/^[[{]/.test(rest);
    if (scheduled || isStream !== true) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      readEvents();
    });
  }

  function readEvents(): void {
    let boundary = rest.indexOf("\n\n");
    while (boundary >= 0) {
      const data = rest
        .slice(0, boundary)
        .split("\n")
        .find((line) => line.startsWith("data: "));
      rest = rest.slice(boundary + 2);
      if (data !== undefined) tell(data.slice("data: ".length));
      boundary = rest.indexOf("\n\n");
    }
  }

  function tell(text: string): void {
    listener({ text, read: () => messagesIn(text) });
  }

  response.writeHead = ((...args: unknown[]) => {
    // Node keeps what is given here nowhere that can be read again.
    given = args.findLast((argument) => typeof argument === "object");
    return writeHead(...args);
  }) as typeof response.writeHead;
  response.write = ((...args: unknown[]) => {
    take(args[0]);
    return write(...args);
  }) as typeof response.write;
  response.end = ((...args: unknown[]) => {
    take(args[0]);
    return end(...args);
  }) as typeof response.end;
  response.prependOnceListener("close", () => {
    if (isStream === true) readEvents();
    else if (rest !== "") tell(rest);
  });

  return {
    firstByteAt: () => firstByteAt,
    headers: () => headerText({ ...response.getHeaders(), ...(isRecord(given) ? given : {}) }),
  };
}

/** Headers as text: several of one name in one line. */
export function headerText(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const text: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    text[name.toLowerCase()] = Array.isArray(value) ? value.join(", ") : String(value ?? "");
  }
  return text;
}

function messagesIn(text: string): { readonly message: Record<string, unknown>; readonly text: string }[] {
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
