import {
  type UseMutationOptions,
  type UseQueryOptions,
  type UseQueryResult,
  useMutation,
  useQuery,
} from "@tanstack/react-query";
import type { MethodInput, MethodName, MethodOutput } from "../../electron/window-api/contract.ts";
import type { BridgeError } from "../bridge.ts";
import { useBridge } from "./bridge-context.tsx";

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

export type MutationSettings<Name extends MethodName> = Omit<
  UseMutationOptions<MethodOutput<Name>, BridgeError, MethodInput<Name>>,
  "mutationFn"
>;

/** Calls a changing method. */
export function useBridgeMutation<Name extends MethodName>(method: Name, settings: MutationSettings<Name> = {}) {
  const bridge = useBridge();
  return useMutation<MethodOutput<Name>, BridgeError, MethodInput<Name>>({
    ...settings,
    mutationFn: (input) => bridge.invoke(method, input),
  });
}
