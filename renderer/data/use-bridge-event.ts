import { useEffect, useEffectEvent } from "react";
import type { BridgeEventName, BridgeEvents } from "../../electron/ipc/contract.ts";
import { useBridge } from "./bridge-context.tsx";

/** Listens to one event while mounted; the handler always sees the latest render. */
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
