import { useEffect, useEffectEvent, useRef } from "react";
import { useBridgeEvent, useBridgeQuery } from "../../data/use-bridge.tsx";

/** The shortest time between two queries while requests are recorded: the rows show seconds. */
const REFETCH_INTERVAL_MS = 1_000;

/** The clients and their last activity, refetched as requests are recorded. */
export function useClients() {
  const clients = useBridgeQuery("clients.list", {}, { refetchOnMount: "always" });
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const refetch = useEffectEvent(() => {
    timer.current = null;
    void clients.refetch();
  });
  useBridgeEvent("requests.recorded", () => {
    timer.current ??= setTimeout(() => refetch(), REFETCH_INTERVAL_MS);
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
