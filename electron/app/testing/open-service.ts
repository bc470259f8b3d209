import { onTestFinished } from "vitest";
import { type Caller, FULL_GRANT, type Grant } from "../../core/caller.ts";
import { createEvents, type MemoryChange } from "../../core/events.ts";
import type { Clock } from "../../core/ports.ts";
import type { SecretPolicy } from "../../core/secrets/policy.ts";
import type { OpenedStore } from "../../store/open-memory-store.ts";
import { idAt, openTestStore, SILENT, START } from "../../store/testing/open-store.ts";
import { createMemoryCore } from "../memory-core.ts";

/** A client that works in no known project. */
export function clientWith(fields: Partial<Caller> & { readonly rights?: Partial<Grant> } = {}): Caller {
  const { rights, ...rest } = fields;
  return {
    subject: "claude-code",
    client: { name: "claude-code", version: "2.1" },
    project: null,
    sessionId: "session",
    grant: { ...FULL_GRANT, ...rights },
    ...rest,
  };
}

/** Opens the product's service with text search on a real store. The clock advances by a second at each reading. */
export async function openTestService(
  options: { readonly store?: OpenedStore; readonly secretPolicy?: () => SecretPolicy; readonly clock?: Clock } = {},
) {
  const { secretPolicy } = options;
  const store = options.store ?? (await openTestStore(undefined, options.clock));
  let now = START;
  let ids = 0;
  const { clock = { now: () => (now += 1_000) } } = options;
  const changes: (readonly MemoryChange[])[] = [];
  const events = createEvents((error) => {
    throw error;
  });
  events.on("memories.changed", (change) => changes.push(change));
  const newId = () => idAt(++ids);
  const { service, close } = createMemoryCore(store, { clock, events, logger: SILENT, newId, secretPolicy });
  onTestFinished(close);
  return { service, store, events, changes };
}
