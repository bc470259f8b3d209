import type { Events } from "../core/events.ts";
import { BRIDGE_EVENTS, type BridgeEvent, type BridgeEventName, type BridgeEvents } from "./contract.ts";

/** Frequent events are batched for this many milliseconds before the window receives them. */
const BATCH_INTERVAL_MS = { "requests.recorded": 60, "memories.changed": 30 } as const satisfies Partial<
  Record<BridgeEventName, number>
>;
type BatchedName = keyof typeof BATCH_INTERVAL_MS;

/** The events that windows receive, over any transport. */
export interface EventFeed {
  subscribe(listener: (event: BridgeEvent) => void): () => void;
  close(): void;
}

/**
 * Forwards the process's events to windows. Recorded requests and changed memories are batched in order, so that
 * hundreds a second become a few events; all others are forwarded at once. Without a listener nothing is stored.
 */
export function createEventFeed(events: Events): EventFeed {
  const listeners = new Set<(event: BridgeEvent) => void>();
  const send = (event: BridgeEvent) => {
    for (const listener of [...listeners]) listener(event);
  };

  function batchEvents<Name extends BatchedName>(name: Name): () => void {
    let batch: BridgeEvents[Name][number][] = [];
    let timer: NodeJS.Timeout | null = null;
    const sendBatch = () => {
      timer = null;
      const payload = batch;
      batch = [];
      send({ name, payload } as unknown as BridgeEvent);
    };
    const stop = events.on(name, (items) => {
      if (listeners.size === 0) return;
      for (const item of items) batch.push(item);
      timer ??= setTimeout(sendBatch, BATCH_INTERVAL_MS[name]);
    });
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }

  const stops = BRIDGE_EVENTS.map((name) =>
    isBatched(name) ? batchEvents(name) : events.on(name, (payload) => send({ name, payload } as BridgeEvent)),
  );
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      for (const stop of stops) stop();
      listeners.clear();
    },
  };
}

function isBatched(name: BridgeEventName): name is BatchedName {
  return Object.hasOwn(BATCH_INTERVAL_MS, name);
}
