import { createContext, type ReactNode, useContext } from "react";
import type { Bridge } from "../bridge.ts";

const BridgeContext = createContext<Bridge | null>(null);

export function BridgeProvider({ bridge, children }: { readonly bridge: Bridge; readonly children: ReactNode }) {
  return <BridgeContext value={bridge}>{children}</BridgeContext>;
}

/** The bridge for effects and single calls. Use `useBridgeQuery` to read data. */
export function useBridge(): Bridge {
  const bridge = useContext(BridgeContext);
  if (bridge === null) throw new Error("useBridge needs a BridgeProvider above it.");
  return bridge;
}
