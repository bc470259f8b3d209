import { type Caller, FULL_GRANT, type Grant } from "../core/caller.ts";
import { createEvents, type MemoryChange } from "../core/events.ts";
import type { Indexer } from "../core/search-engine.ts";
import { createSearchEngine } from "../search/search-engine.ts";
import type { OpenedStore } from "../store/open-memory-store.ts";
import { idAt, openTestStore, START } from "../store/test-store.ts";
import { createMemoryService } from "./memory-service.ts";

/** A client that works in no known project. */
export function clientWith(fields: Partial<Caller> & { readonly rights?: Partial<Grant> } = {}): Caller {
  const { rights, ...rest } = fields;
  return {
    client: { name: "claude-code", version: "2.1" },
    project: null,
    sessionId: "session",
    grant: { ...FULL_GRANT, ...rights },
    ...rest,
  };
}

/** The real service on a real store with the real search; time goes on by a second with each question. */
export async function openTestService({
  indexer = null,
  store: given,
}: {
  readonly indexer?: Indexer | null;
  readonly store?: OpenedStore;
} = {}) {
  const store = given ?? (await openTestStore());
  let now = START;
  let ids = 0;
  const clock = { now: () => (now += 1_000) };
  const changes: (readonly MemoryChange[])[] = [];
  const events = createEvents((error) => {
    throw error;
  });
  events.on("memories.changed", (change) => changes.push(change));
  const engine = createSearchEngine({
    memories: store.memories,
    text: store.text,
    vectors: null,
    embedder: null,
    clock,
  });
  const service = createMemoryService({
    store: store.memories,
    engine,
    text: store.text,
    indexer,
    events,
    clock,
    newId: () => idAt(++ids),
  });
  return { service, store, events, changes };
}
