import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { MemoryChange } from "../../electron/core/events.ts";
import type { BridgeEventName, MethodName } from "../../electron/ipc/contract.ts";
import { useBridge } from "./bridge-context.tsx";

/** Which answers an event makes old. Lists of memories and the log follow their events themselves, without moving. */
const OUTDATED_BY: Readonly<Record<BridgeEventName, readonly MethodName[]>> = {
  "memories.changed": [
    "memories.count",
    "memories.counts",
    "memories.facets",
    "memories.namespaces",
    "memories.captureActivity",
  ],
  "requests.recorded": ["requests.rates"],
  "clients.changed": [
    "clients.list",
    "clients.grants",
    "clients.configurations",
    "app.status",
    "connections.catalogue",
    "connections.stale",
  ],
  "status.changed": [
    "app.status",
    "index.status",
    "model.status",
    "model.downloaded",
    "secrets.status",
    "connections.stale",
    "connections.catalogue",
  ],
  "settings.changed": ["settings.get", "app.status", "views.list", "health.dismissed"],
  "index.progress": ["index.status", "model.status"],
  "import.progress": [],
};

/** Between two questions for the same, in milliseconds: what is costly to answer, or seen small, is asked less often. */
const PAUSE: Partial<Record<MethodName, number>> = {
  "requests.rates": 5_000,
  "memories.facets": 2_000,
  "memories.captureActivity": 5_000,
  "memories.count": 250,
  "memories.counts": 250,
  "memories.namespaces": 250,
};
/** Events come in groups: so long is waited for the rest of one. */
const SHORT_PAUSE = 100;

/** Keeps the cache true: events mark answers old, and a connection that opens asks for everything again. */
export function useLiveData(): void {
  const bridge = useBridge();
  const client = useQueryClient();

  useEffect(() => {
    const timers = new Map<MethodName, ReturnType<typeof setTimeout>>();
    const askedAt = new Map<MethodName, number>();
    const outdate = (method: MethodName) => {
      if (timers.has(method)) return;
      const next = (askedAt.get(method) ?? Number.NEGATIVE_INFINITY) + (PAUSE[method] ?? SHORT_PAUSE);
      const ask = () => {
        timers.delete(method);
        askedAt.set(method, performance.now());
        askAgain(client, [method]);
      };
      timers.set(method, setTimeout(ask, Math.max(SHORT_PAUSE, next - performance.now())));
    };
    const stopEvents = bridge.onEvent((event) => {
      if (event.name === "memories.changed") forgetUnseen(client, event.payload);
      for (const method of OUTDATED_BY[event.name]) outdate(method);
    });
    const stopConnection = bridge.onConnection((connected) => {
      // The first time too: what happened between the first answers and the stream's opening was told to nobody.
      if (connected) askAgain(client, []);
    });
    return () => {
      stopEvents();
      stopConnection();
      for (const timer of timers.values()) clearTimeout(timer);
    };
  }, [bridge, client]);
}

/** What a place changes by itself while it is seen; of a place that is not, nobody would. */
const FOLLOWED = ["memories.pages", "memories.history", "memories.similar", "health.listed"];

/** What is seen no more is asked anew by whoever comes back to it. */
function forgetUnseen(client: QueryClient, changes: readonly MemoryChange[]): void {
  const forget = (queryKey: QueryKey) =>
    client.removeQueries({ queryKey, predicate: (query) => query.getObserversCount() === 0 });
  for (const name of FOLLOWED) forget([name]);
  for (const { id } of changes) forget(["memories.get", { reference: id }]);
  // A walk through all memories is long, and knows of none that came after it.
  if (changes.some(({ kind }) => kind !== "captured")) forget(["health.walk"]);
}

/** A first answer that is still under way may be from before what happened: the query takes it, then asks once more. */
function askAgain(client: QueryClient, queryKey: QueryKey): void {
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
