import { useEffect, useEffectEvent, useState } from "react";
import type { BridgeEventName, BridgeEvents } from "../../electron/window-api/contract.ts";
import { useBridge } from "./bridge-context.tsx";

/** Handles an event while mounted, with the handler of the latest render. */
export function useBridgeEvent<Name extends BridgeEventName>(
  name: Name,
  handler: (payload: BridgeEvents[Name]) => void,
): void {
  const bridge = useBridge();
  const onEvent = useEffectEvent(handler);
  useEffect(
    () =>
      bridge.onEvent((event) => {
        if (event.name === name) onEvent(event.payload as BridgeEvents[Name]);
      }),
    [bridge, name],
  );
}

/** Reconnecting usually takes less; such an interruption is not shown. */
const RECONNECT_GRACE_MS = 1_000;

/** Whether the application can be reached. */
export function useConnection(): boolean {
  const bridge = useBridge();
  const [connected, setConnected] = useState(true);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = bridge.onConnection((now) => {
      clearTimeout(timer);
      if (now) setConnected(true);
      else timer = setTimeout(() => setConnected(false), RECONNECT_GRACE_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [bridge]);
  return connected;
}
