import type { Events } from "../core/events.ts";
import type { RequestSummary } from "../core/request-log.ts";
import { BRIDGE_EVENTS, type BridgeEvent } from "./contract.ts";

/** How long recorded requests are gathered before a window hears of them, in milliseconds. */
const GATHER_MS = 60;

/** What windows are told, whatever carries it to them. */
export interface EventFeed {
  subscribe(listener: (event: BridgeEvent) => void): () => void;
  close(): void;
}

/**
 * Turns the process's events into the window's. Recorded requests come by the thousand a second and are gathered;
 * everything else passes at once. Without a listener nothing is kept.
 */
export function createEventFeed(events: Events): EventFeed {
  const listeners = new Set<(event: BridgeEvent) => void>();
  let gathered: RequestSummary[] = [];
  let timer: NodeJS.Timeout | null = null;

  const send = (event: BridgeEvent) => {
    for (const listener of [...listeners]) listener(event);
  };
  const sendGathered = () => {
    timer = null;
    const payload = gathered;
    gathered = [];
    send({ name: "requests.recorded", payload });
  };
  const gather = (requests: readonly RequestSummary[]) => {
    if (listeners.size === 0) return;
    gathered.push(...requests);
    timer ??= setTimeout(sendGathered, GATHER_MS);
  };

  const stops = BRIDGE_EVENTS.map((name) =>
    name === "requests.recorded"
      ? events.on(name, gather)
      : events.on(name, (payload) => send({ name, payload } as BridgeEvent)),
  );
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      for (const stop of stops) stop();
      if (timer !== null) clearTimeout(timer);
      listeners.clear();
    },
  };
}
