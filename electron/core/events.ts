import type { ErrorBody } from "../text/errors.ts";
import type { ScanProgress } from "./conversations.ts";
import type { ClientIdentity } from "./memory.ts";
import type { RequestSummary } from "./request-log.ts";
import type { ServerMoveProgress } from "./server-moves.ts";

/** A changed memory. Subscribers read its contents themselves. */
export interface MemoryChange {
  /** `validity`: it became valid or expired, or its interval was changed. */
  readonly kind: "captured" | "updated" | "deleted" | "restored" | "purged" | "validity";
  readonly id: string;
  readonly urn: string;
  /** The address before a move; equal to `urn` otherwise. */
  readonly previousUrn: string;
  readonly domain: string;
  readonly namespace: string;
  readonly tags: readonly string[];
  /** The tags before the change, for subscribers by tag. */
  readonly previousTags: readonly string[];
  readonly revision: number;
  /** Whether it is pinned, which is not part of a revision; null if it has to be read. */
  readonly pinned: boolean | null;
  /** Null for the owner. */
  readonly client: ClientIdentity | null;
}

/** Progress of the indexes; `total` and `done` count memories. */
export interface IndexProgress {
  readonly index: "text" | "vectors";
  readonly done: number;
  readonly total: number;
  readonly state: "running" | "finished" | "cancelled" | "failed";
  /** Why it failed; undefined in other states. */
  readonly error?: ErrorBody;
}

/**
 * Every event. A bulk operation emits one event for all its changes. The window receives those that
 * `window-api/contract.ts` does not name as internal.
 */
export interface EventMap {
  readonly "memories.changed": readonly MemoryChange[];
  /** A backup replaced all memories. */
  readonly "memories.replaced": null;
  /** A memory was proposed, kept, rejected or reopened. */
  readonly "inbox.changed": null;
  readonly "index.progress": IndexProgress;
  /** Conversations were read, removed or configured. `progress` is null while nothing is read. */
  readonly "conversations.changed": { readonly progress: ScanProgress | null };
  /** Suggestions were found, decided about or removed. */
  readonly "suggestions.changed": null;
  /** It became known which memories clients used, or that was forgotten. */
  readonly "use.changed": null;
  /** Stored messages were embedded. */
  readonly "conversations.embedded": null;
  /** Clients' own memories were read, or other sources are watched. */
  readonly "clientMemories.changed": null;
  /** The number of items of an import that were read; `total` is null while unknown. */
  readonly "import.progress": { readonly done: number; readonly total: number | null };
  /** Rows of the request log. Emitted only while something listens to it. */
  readonly "requests.recorded": readonly RequestSummary[];
  /** A batch of requests was written to the request log. */
  readonly "requests.written": null;
  /** The window read or changed memories. */
  readonly "window.used": null;
  readonly "clients.changed": null;
  /** Another MCP server was added, removed or changed its state or tools. */
  readonly "servers.changed": null;
  /** A remote domain was added, removed, or its state changed. */
  readonly "remoteDomains.changed": null;
  readonly "servers.moving": ServerMoveProgress;
  /** A space was added or left, or its state, progress, devices or conflicts changed. */
  readonly "spaces.changed": null;
  readonly "status.changed": null;
  /** The state of updates changed. */
  readonly "updates.changed": null;
  /** Another embedding model was chosen, or a download progressed. */
  readonly "model.changed": null;
  readonly "settings.changed": null;
}

export type EventName = keyof EventMap;

export interface Events {
  /** Emits an event. An error of a listener goes to `onListenerError` and does not affect the others. */
  emit<Name extends EventName>(name: Name, payload: EventMap[Name]): void;
  /** Whether an event has a listener. If it has none, its payload need not be computed. */
  hasListener(name: EventName): boolean;
  /** Adds a listener; the returned function removes it. */
  on<Name extends EventName>(name: Name, listener: (payload: EventMap[Name]) => void): () => void;
  /** Adds a listener for every event; the returned function removes it. */
  onAny(listener: (name: EventName, payload: EventMap[EventName]) => void): () => void;
}

type Listener = (name: EventName, payload: EventMap[EventName]) => void;

/** Creates the event hub of the process: synchronous, in order of registration. */
export function createEvents(onListenerError: (error: unknown) => void): Events {
  const listeners = new Set<Listener>();
  const byName = new Map<EventName, Set<Listener>>();
  const add = (set: Set<Listener>, listener: Listener) => {
    set.add(listener);
    return () => set.delete(listener);
  };
  return {
    emit(name, payload) {
      for (const listener of [...(byName.get(name) ?? []), ...listeners]) {
        try {
          listener(name, payload);
        } catch (error) {
          onListenerError(error);
        }
      }
    },
    hasListener: (name) => listeners.size > 0 || (byName.get(name)?.size ?? 0) > 0,
    on(name, listener) {
      const set = byName.get(name) ?? new Set();
      byName.set(name, set);
      return add(set, (_name, payload) => listener(payload as never));
    },
    onAny: (listener) => add(listeners, (name, payload) => listener(name, payload)),
  };
}
