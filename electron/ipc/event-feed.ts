import type { Events } from "../core/events.ts";
import { BRIDGE_EVENTS, type BridgeEvent, type BridgeEventName, type BridgeEvents } from "./contract.ts";

/** Events that come by the hundred a second are gathered so long, in milliseconds, before a window hears of them. */
const GATHERED = { "requests.recorded": 60, "memories.changed": 30 } as const satisfies Partial<
  Record<BridgeEventName, number>
>;
type GatheredName = keyof typeof GATHERED;

/** What windows are told, whatever carries it to them. */
export interface EventFeed {
  subscribe(listener: (event: BridgeEvent) => void): () => void;
  close(): void;
}

/**
 * Turns the process's events into the window's. Recorded requests and changed memories are gathered, in their order, so
 * that a flood of them is a few events a second; everything else passes at once. Without a listener nothing is kept.
 */
export function createEventFeed(events: Events): EventFeed {
  const listeners = new Set<(event: BridgeEvent) => void>();
  const send = (event: BridgeEvent) => {
    for (const listener of [...listeners]) listener(event);
  };

  function gather<Name extends GatheredName>(name: Name): () => void {
    let gathered: BridgeEvents[Name][number][] = [];
    let timer: NodeJS.Timeout | null = null;
    const sendGathered = () => {
      timer = null;
      const payload = gathered;
      gathered = [];
      send({ name, payload } as unknown as BridgeEvent);
    };
    const stop = events.on(name, (items) => {
      if (listeners.size === 0) return;
      for (const item of items) gathered.push(item);
      timer ??= setTimeout(sendGathered, GATHERED[name]);
    });
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }

  const stops = BRIDGE_EVENTS.map((name) =>
    isGathered(name) ? gather(name) : events.on(name, (payload) => send({ name, payload } as BridgeEvent)),
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

function isGathered(name: BridgeEventName): name is GatheredName {
  return Object.hasOwn(GATHERED, name);
}
