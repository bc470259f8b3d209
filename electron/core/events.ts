import type { ClientIdentity } from "./memory.ts";
import type { RequestSummary } from "./request-log.ts";

/** What happened to a memory; enough to address it, so that subscribers read the rest themselves. */
export interface MemoryChange {
  readonly kind: "captured" | "updated" | "deleted" | "restored" | "purged";
  readonly id: string;
  readonly urn: string;
  /** The address before a move; equal to `urn` otherwise. */
  readonly previousUrn: string;
  readonly domain: string;
  readonly namespace: string;
  readonly tags: readonly string[];
  /** Those before the change: who may see one place alone is told of its tags alone. */
  readonly previousTags: readonly string[];
  readonly revision: number;
  /** Null: the owner. */
  readonly client: ClientIdentity | null;
}

/** Progress of the indexes; `total` and `done` count memories. */
export interface IndexProgress {
  readonly index: "text" | "vectors";
  readonly done: number;
  readonly total: number;
  readonly state: "running" | "finished" | "cancelled" | "failed";
  readonly message?: string;
}

/** Everything that is announced inside the process. One change set is one event, so that bulk work is one signal. */
export interface EventMap {
  readonly "memories.changed": readonly MemoryChange[];
  readonly "index.progress": IndexProgress;
  /** How many items of an import were read; `total` null while that is not known. */
  readonly "import.progress": { readonly done: number; readonly total: number | null };
  readonly "requests.recorded": readonly RequestSummary[];
  readonly "clients.changed": null;
  readonly "status.changed": null;
  readonly "settings.changed": null;
}

export type EventName = keyof EventMap;

export interface Events {
  /** Announces; a listener that throws is reported to `onListenerError` and harms nobody else. */
  emit<Name extends EventName>(name: Name, payload: EventMap[Name]): void;
  /** Listens; the returned function ends it. */
  on<Name extends EventName>(name: Name, listener: (payload: EventMap[Name]) => void): () => void;
}

/** The process's event hub: synchronous, in order of registration. */
export function createEvents(onListenerError: (error: unknown) => void): Events {
  const listeners = new Map<EventName, Set<(payload: never) => void>>();
  return {
    emit(name, payload) {
      for (const listener of [...(listeners.get(name) ?? [])]) {
        try {
          listener(payload as never);
        } catch (error) {
          onListenerError(error);
        }
      }
    },
    on(name, listener) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set);
      set.add(listener as (payload: never) => void);
      return () => set.delete(listener as (payload: never) => void);
    },
  };
}
