import type { ServerResponse } from "node:http";
import { isRecord } from "./messages.ts";

/** Told of each JSON object that leaves, with the text it left as. */
export type SentListener = (message: Record<string, unknown>, text: string) => void;

/**
 * Reads along as a response is written: JSON bodies whole, event streams event by event. The response is not changed,
 * and not held up: text is only put aside here and read after this turn of the event loop.
 */
export function createResponseReader(response: ServerResponse, listener: SentListener): void {
  const write = response.write.bind(response) as (...args: unknown[]) => boolean;
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
  const decoder = new TextDecoder();
  let rest = "";
  let scheduled = false;
  /** Told by the first character: JSON begins with a bracket, an event never does. */
  let isStream: boolean | null = null;

  function take(chunk: unknown): void {
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
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return;
    }
    if (isRecord(value)) listener(value, text);
    else if (Array.isArray(value)) for (const item of value.filter(isRecord)) listener(item, JSON.stringify(item));
  }

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
}
