import {
  type UseMutationOptions,
  type UseQueryOptions,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useRef, useState } from "react";
import type {
  BridgeEventName,
  BridgeEvents,
  MethodInput,
  MethodName,
  MethodOutput,
} from "../../electron/window-api/contract.ts";
import type { Bridge, BridgeError } from "../bridge.ts";
import { useToast } from "../ui/toast.tsx";

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

type QuerySettings<Name extends MethodName> = Omit<
  UseQueryOptions<MethodOutput<Name>, BridgeError>,
  "queryKey" | "queryFn"
>;

/** Calls a reading method and caches the result under `[method, input]` until an event invalidates it. */
export function useBridgeQuery<Name extends MethodName>(
  method: Name,
  input: MethodInput<Name>,
  settings: QuerySettings<Name> = {},
): UseQueryResult<MethodOutput<Name>, BridgeError> {
  const bridge = useBridge();
  return useQuery<MethodOutput<Name>, BridgeError>({
    ...settings,
    queryKey: [method, input],
    queryFn: () => bridge.invoke(method, input),
  });
}

export interface MutationSettings<Name extends MethodName>
  extends Omit<UseMutationOptions<MethodOutput<Name>, BridgeError, MethodInput<Name>>, "mutationFn"> {
  /** The query whose cached data the output replaces. If it was read during the call, it is fetched again instead. */
  readonly stores?: readonly [MethodName, object];
  /** The queries that are fetched again after the call, even if it failed. The call is pending until then. */
  readonly refreshes?: readonly MethodName[];
}

/** Calls a changing method. */
export function useBridgeMutation<Name extends MethodName>(
  method: Name,
  { stores, refreshes = [], ...settings }: MutationSettings<Name> = {},
) {
  const bridge = useBridge();
  const cache = useQueryClient();
  return useMutation<MethodOutput<Name>, BridgeError, MethodInput<Name>>({
    ...settings,
    async mutationFn(input) {
      const before = stores === undefined ? undefined : cache.getQueryState(stores);
      const output = await bridge.invoke(method, input);
      if (stores === undefined) return output;
      // Data that was read during the call may be newer than the output.
      if (cache.getQueryState(stores)?.dataUpdateCount === before?.dataUpdateCount) cache.setQueryData(stores, output);
      else void cache.invalidateQueries({ queryKey: stores, exact: true });
      return output;
    },
    async onSettled(...result) {
      await Promise.all(refreshes.map((changed) => cache.invalidateQueries({ queryKey: [changed] })));
      return settings.onSettled?.(...result);
    },
  });
}

interface ActionSettings<Name extends MethodName> extends MutationSettings<Name> {
  /** The message after the call. */
  readonly done?: (output: MethodOutput<Name>, input: MethodInput<Name>) => string;
}

/** Calls a changing method, and shows its outcome at the foot of the window: a message if there is one, or the error. */
export function useAction<Name extends MethodName>(method: Name, { done, ...settings }: ActionSettings<Name> = {}) {
  const toast = useToast();
  return useBridgeMutation(method, {
    onError: toast.fail,
    ...settings,
    onSuccess(...result) {
      if (done !== undefined) toast.show(done(result[0], result[1]));
      return settings.onSuccess?.(...result);
    },
  });
}

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

/** Calls a changing method that can be cancelled until it has finished. Unmounting the component cancels it, too. */
export function useCancellable<Name extends MethodName>(
  method: Name,
  settings: Omit<MutationSettings<Name>, "stores" | "refreshes"> = {},
) {
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
