import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { MethodInput, MethodName, MethodOutput } from "../../electron/window-api/contract.ts";
import type { BridgeError } from "../bridge.ts";
import { useBridge } from "./bridge-context.tsx";
import type { MutationSettings } from "./use-bridge-query.ts";

/** Calls a changing method that can be cancelled until it has finished. Unmounting the component cancels it, too. */
export function useCancellable<Name extends MethodName>(method: Name, settings: MutationSettings<Name> = {}) {
  const bridge = useBridge();
  const running = useRef<AbortController | null>(null);
  const [isCancelling, setCancelling] = useState(false);
  useEffect(() => () => running.current?.abort(), []);
  const call = useMutation<MethodOutput<Name>, BridgeError, MethodInput<Name>>({
    ...settings,
    mutationFn(input) {
      setCancelling(false);
      running.current = new AbortController();
      return bridge.invoke(method, input, running.current.signal);
    },
  });
  const wasCancelled = call.error?.code === "cancelled";
  return {
    data: call.data,
    /** The error of the last call, unless it was cancelled. */
    error: wasCancelled ? null : call.error,
    wasCancelled,
    isPending: call.isPending,
    isCancelling: call.isPending && isCancelling,
    run: call.mutate,
    reset: call.reset,
    cancel() {
      setCancelling(true);
      running.current?.abort();
    },
  };
}
