import { randomUUID } from "node:crypto";
import type { JSONRPCMessage } from "@modelcontextprotocol/server";

/** Most messages kept for a stream that may come back. */
const KEPT = 64;
/** How long a lost stream is waited for. */
const WAIT_MS = 60_000;

export interface KeptEvent {
  readonly id: string;
  readonly message: JSONRPCMessage;
}

/** What was sent unasked of late, so that a client which lost its stream gets what it missed (Last-Event-ID). */
export interface MissedEvents {
  /** Keeps a message; the id that its event carries. */
  add(message: JSONRPCMessage): string;
  /** What came after the event of this id; nothing for an id that is not from here. */
  since(lastEventId: string | null): readonly KeptEvent[];
  /** From now on the stream may come back for a while. */
  streamLost(): void;
  /** Whether it may. */
  readonly awaited: boolean;
}

export function createMissedEvents(): MissedEvents {
  // Ids of another run of the application must not be taken for ours.
  const run = randomUUID().slice(0, 8);
  const events: { readonly number: number; readonly message: JSONRPCMessage }[] = [];
  let last = 0;
  let lostAt: number | null = null;
  const idOf = (number: number) => `${run}-${number}`;
  return {
    add(message) {
      last += 1;
      events.push({ number: last, message });
      if (events.length > KEPT) events.shift();
      return idOf(last);
    },
    since(lastEventId) {
      lostAt = null;
      if (lastEventId === null || !lastEventId.startsWith(`${run}-`)) return [];
      const seen = Number(lastEventId.slice(run.length + 1));
      return events.filter(({ number }) => number > seen).map(({ number, message }) => ({ id: idOf(number), message }));
    },
    streamLost() {
      lostAt = performance.now();
    },
    get awaited() {
      return lostAt !== null && performance.now() - lostAt < WAIT_MS;
    },
  };
}
