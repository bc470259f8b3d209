import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { ListedSpace } from "../../../../electron/core/spaces.ts";
import type { MethodInput } from "../../../../electron/window-api/contract.ts";
import type { BridgeError } from "../../../bridge.ts";
import { useBridge } from "../../../data/bridge-context.tsx";

/** Creates or joins a space. Until it is done it can be cancelled; leaving the dialog cancels it too. */
export function useEntering<Name extends "spaces.create" | "spaces.join">(
  method: Name,
  onDone: (space: ListedSpace) => void,
) {
  const bridge = useBridge();
  const cache = useQueryClient();
  const running = useRef<AbortController | null>(null);
  const [isCancelling, setCancelling] = useState(false);
  useEffect(() => () => running.current?.abort(), []);
  const call = useMutation<ListedSpace, BridgeError, MethodInput<Name>>({
    networkMode: "always",
    retry: false,
    mutationFn(input) {
      running.current = new AbortController();
      return bridge.invoke(method, input, running.current.signal) as Promise<ListedSpace>;
    },
    onSettled: () => setCancelling(false),
    async onSuccess(space) {
      await cache.invalidateQueries({ queryKey: ["spaces.list"] });
      onDone(space);
    },
  });
  return {
    call,
    isCancelling,
    cancel() {
      setCancelling(true);
      running.current?.abort();
    },
  };
}
