import type { EventName, Events } from "../core/events.ts";
import { type BridgeEvent, INTERNAL_EVENTS } from "./contract.ts";

/** Frequent events are batched for this many milliseconds before the window receives them. */
const BATCH_INTERVAL_MS: Partial<Record<EventName, number>> = { "requests.recorded": 60, "memories.changed": 30 };

/** The events that windows receive, over any transport. */
export interface EventFeed {
  subscribe(listener: (event: BridgeEvent) => void): () => void;
  close(): void;
}

/**
 * Forwards the process's events to windows. Recorded requests and changed memories are batched in order, so that
 * hundreds a second become a few events; all others are forwarded immediately. Without a subscriber the feed does not
 * listen to the process's events.
 */
export function createEventFeed(events: Events): EventFeed {
  const listeners = new Set<(event: BridgeEvent) => void>();
  const batches = new Map<EventName, { readonly items: unknown[]; readonly timer: NodeJS.Timeout }>();
  const send = (name: EventName, payload: unknown) => {
    for (const listener of [...listeners]) listener({ name, payload } as BridgeEvent);
  };

  let stop: (() => void) | null = null;
  const forward = (name: EventName, payload: unknown) => {
    if (INTERNAL_EVENTS.some((internal) => internal === name)) return;
    const interval = BATCH_INTERVAL_MS[name];
    if (interval === undefined || !Array.isArray(payload)) return send(name, payload);
    const batch = batches.get(name);
    if (batch !== undefined) {
      for (const item of payload) batch.items.push(item);
      return;
    }
    const items = [...payload];
    const sendBatch = () => {
      batches.delete(name);
      send(name, items);
    };
    batches.set(name, { items, timer: setTimeout(sendBatch, interval) });
  };
  const stopListening = () => {
    stop?.();
    stop = null;
    for (const { timer } of batches.values()) clearTimeout(timer);
    batches.clear();
  };
  return {
    subscribe(listener) {
      listeners.add(listener);
      stop ??= events.onAny(forward);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stopListening();
      };
    },
    close() {
      listeners.clear();
      stopListening();
    },
  };
}
