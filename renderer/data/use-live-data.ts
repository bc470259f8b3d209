import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { BridgeEventName, MethodName } from "../../electron/ipc/contract.ts";
import { useBridge } from "./bridge-context.tsx";

/** Which answers an event makes old. Lists of memories and the log follow their events themselves, without moving. */
const OUTDATED_BY: Readonly<Record<BridgeEventName, readonly MethodName[]>> = {
  "memories.changed": ["memories.counts", "memories.facets", "memories.namespaces", "memories.captureActivity"],
  "requests.recorded": ["requests.rates"],
  "clients.changed": [
    "clients.list",
    "clients.grants",
    "clients.configurations",
    "app.status",
    "connections.catalogue",
    "connections.stale",
  ],
  "status.changed": ["app.status", "secrets.status", "connections.stale", "connections.catalogue"],
  "settings.changed": ["settings.get", "app.status", "views.list", "health.dismissed"],
  "index.progress": ["index.status"],
};

/** Answers that are costly or seen small are asked again at most this often, in milliseconds. */
const PAUSE: Partial<Record<BridgeEventName, number>> = { "requests.recorded": 5_000, "memories.changed": 250 };
const SHORT_PAUSE = 100;

/** Keeps the cache true: events mark answers old, and a connection that opens asks for everything again. */
export function useLiveData(): void {
  const bridge = useBridge();
  const client = useQueryClient();

  useEffect(() => {
    const timers = new Map<BridgeEventName, ReturnType<typeof setTimeout>>();
    const stopEvents = bridge.onEvent(({ name }) => {
      if (timers.has(name)) return;
      const refresh = () => {
        timers.delete(name);
        invalidateMethods(client, OUTDATED_BY[name]);
      };
      timers.set(name, setTimeout(refresh, PAUSE[name] ?? SHORT_PAUSE));
    });
    const stopConnection = bridge.onConnection((connected) => {
      // The first time too: what happened between the first answers and the stream's opening was told to nobody.
      if (connected) void client.invalidateQueries();
    });
    return () => {
      stopEvents();
      stopConnection();
      for (const timer of timers.values()) clearTimeout(timer);
    };
  }, [bridge, client]);
}

function invalidateMethods(client: QueryClient, names: readonly MethodName[]): void {
  for (const name of names) void client.invalidateQueries({ queryKey: [name] });
}
