import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { MemoryChange } from "../../electron/core/events.ts";
import type { BridgeEventName, MethodName } from "../../electron/window-api/contract.ts";
import { useBridge } from "./use-bridge.tsx";

/** The queries that an event invalidates. Lists of memories and the log handle their events themselves. */
const INVALIDATED_BY: Readonly<Record<BridgeEventName, readonly MethodName[]>> = {
  "memories.changed": [
    "memories.count",
    "memories.counts",
    "memories.facets",
    "memories.namespaces",
    "memories.places",
    "memories.projects",
    "memories.captureActivity",
    "map.read",
    "map.memories",
    "conversations.read",
    "activity.entries",
  ],
  "suggestions.changed": ["suggestions.counts", "suggestions.list", "suggestions.learning"],
  "inbox.changed": ["inbox.counts", "inbox.list", "clientMemories.status"],
  "requests.recorded": ["requests.rates", "activity.entries"],
  "clients.changed": [
    "clients.list",
    "clients.grants",
    "servers.sources",
    "clients.configurations",
    "app.status",
    "connections.catalogue",
    "connections.stale",
    "plugins.list",
  ],
  "servers.changed": ["servers.sources", "servers.list", "servers.tools", "servers.log"],
  "spaces.changed": ["spaces.list", "spaces.devices", "spaces.members", "spaces.conflicts", "spaces.provenance"],
  "status.changed": [
    "app.status",
    "index.status",
    "model.status",
    "model.downloaded",
    "secrets.status",
    "backups.list",
    "browserSessions.list",
    "connections.stale",
    "connections.catalogue",
  ],
  "use.changed": ["map.read", "use.ofMemory", "use.byClient", "use.neverUsed", "use.between"],
  "settings.changed": ["settings.get", "app.status", "views.list", "health.dismissed"],
  "updates.changed": ["updates.status", "app.status"],
  "index.progress": ["index.status", "model.status", "map.read"],
  "clientMemories.changed": ["clientMemories.settings", "clientMemories.status", "clientMemories.survey"],
  "conversations.changed": [
    "conversations.settings",
    "conversations.status",
    "conversations.sessions",
    "conversations.search",
    "conversations.read",
  ],
  // The list stays: it may be long, and embedding takes hours.
  "conversations.embedded": ["conversations.status"],
  "remoteDomains.changed": ["remoteDomains.list", "memories.facets", "memories.namespaces"],
  "servers.moving": [],
  "import.progress": [],
};

/** Minimum time between two reads of a query that is expensive or whose changes are hardly visible. */
const REFETCH_INTERVAL_MS: Partial<Record<MethodName, number>> = {
  "requests.rates": 5_000,
  "activity.entries": 2_000,
  "spaces.devices": 1_000,
  "spaces.members": 5_000,
  "spaces.conflicts": 1_000,
  "conversations.status": 500,
  "conversations.sessions": 2_000,
  "conversations.search": 5_000,
  "conversations.read": 2_000,
  "memories.facets": 2_000,
  "memories.captureActivity": 5_000,
  "map.read": 5_000,
  "memories.count": 250,
  "memories.counts": 250,
  "memories.namespaces": 250,
  "memories.places": 1_000,
  "memories.projects": 2_000,
};
/** A change of at most this many memories by the owner, such as a restoration, is a decision whose effect is awaited. */
const MAX_DECIDED = 200;
/** Events often arrive in bursts; a read waits for the rest of one. */
const BURST_MS = 100;

/** Keeps the cache up to date: events invalidate queries, and a new connection invalidates all of them. */
export function useLiveData(): void {
  const bridge = useBridge();
  const client = useQueryClient();

  useEffect(() => {
    const timers = new Map<MethodName, { readonly due: number; readonly timer: ReturnType<typeof setTimeout> }>();
    const refetchedAt = new Map<MethodName, number>();
    const invalidate = (method: MethodName, isAwaited = false) => {
      const now = performance.now();
      const interval = isAwaited ? 0 : (REFETCH_INTERVAL_MS[method] ?? BURST_MS);
      const due = Math.max(now + BURST_MS, (refetchedAt.get(method) ?? Number.NEGATIVE_INFINITY) + interval);
      const waiting = timers.get(method);
      if (waiting !== undefined && waiting.due <= due) return;
      clearTimeout(waiting?.timer);
      const refetch = () => {
        timers.delete(method);
        refetchedAt.set(method, performance.now());
        invalidateAll(client, [method]);
      };
      timers.set(method, { due, timer: setTimeout(refetch, due - now) });
    };
    const stopEvents = bridge.onEvent((event) => {
      if (event.name === "memories.changed") removeUnobserved(client, event.payload);
      // Lists gain or lose the memories of the domain, and notices about missing ones change.
      if (event.name === "remoteDomains.changed") void client.invalidateQueries({ queryKey: ["memories.pages"] });
      const isDecision = event.name === "memories.changed" && isOwnDecision(event.payload);
      for (const method of INVALIDATED_BY[event.name]) invalidate(method, isDecision && AWAITED.has(method));
    });
    const stopConnection = bridge.onConnection((connected) => {
      // Also the first time: events between the first reads and the opening of the stream were lost.
      if (connected) invalidateAll(client, []);
    });
    return () => {
      stopEvents();
      stopConnection();
      for (const { timer } of timers.values()) clearTimeout(timer);
    };
  }, [bridge, client]);
}

/** What the owner looks at after a decision: a project appears with its first memory, and leaves with its last one. */
const AWAITED: ReadonlySet<MethodName> = new Set(["memories.projects", "memories.places"]);

function isOwnDecision(changes: readonly MemoryChange[]): boolean {
  return changes.length <= MAX_DECIDED && changes.some(({ client }) => client === null);
}

/** Queries that a mounted place updates itself; without the place nothing would. */
const UPDATED_BY_PLACES = ["memories.pages", "memories.history", "memories.similar", "health.listed", "health.scan"];

/** Removes changed data that no mounted component observes, so that it is re-read when needed. */
function removeUnobserved(client: QueryClient, changes: readonly MemoryChange[]): void {
  const remove = (queryKey: QueryKey) =>
    client.removeQueries({ queryKey, predicate: (query) => query.getObserversCount() === 0 });
  for (const name of UPDATED_BY_PLACES) remove([name]);
  for (const { id } of changes) remove(["memories.get", { reference: id }]);
}

/**
 * A first read that is still pending may return data from before the event; such a query is read once more after it.
 */
function invalidateAll(client: QueryClient, queryKey: QueryKey): void {
  const first = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: "fetching" })
    .filter(({ state }) => state.data === undefined);
  void client.invalidateQueries({ queryKey });
  for (const query of first) {
    const again = () => void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    query.promise?.then(again, () => undefined);
  }
}
