import { useEffect, useEffectEvent, useRef } from "react";
import { useBridgeEvent } from "../../data/use-bridge-event.ts";
import { useBridgeQuery } from "../../data/use-bridge-query.ts";

/** Shortest time between two looks at the clients while requests come in, in milliseconds. */
const LOOK_PAUSE_MS = 1_000;

/** The clients, with what each did last: looked at anew as requests are recorded. */
export function useClients() {
  const clients = useBridgeQuery("clients.list", {}, { refetchOnMount: "always" });
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const look = useEffectEvent(() => {
    timer.current = null;
    void clients.refetch();
  });
  useBridgeEvent("requests.recorded", () => {
    timer.current ??= setTimeout(() => look(), LOOK_PAUSE_MS);
  });
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );
  return clients;
}
