import {
  type UseMutationOptions,
  type UseQueryOptions,
  type UseQueryResult,
  useMutation,
  useQuery,
} from "@tanstack/react-query";
import type { MethodInput, MethodName, MethodOutput } from "../../electron/ipc/contract.ts";
import type { BridgeError } from "../bridge.ts";
import { useBridge } from "./bridge-context.tsx";

type QuerySettings<Name extends MethodName> = Omit<
  UseQueryOptions<MethodOutput<Name>, BridgeError>,
  "queryKey" | "queryFn"
>;

/** Reads a method of the application and keeps the answer under the key `[method, input]`; events make it fresh. */
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

type MutationSettings<Name extends MethodName> = Omit<
  UseMutationOptions<MethodOutput<Name>, BridgeError, MethodInput<Name>>,
  "mutationFn"
>;

/** Calls a method that changes something. */
export function useBridgeMutation<Name extends MethodName>(method: Name, settings: MutationSettings<Name> = {}) {
  const bridge = useBridge();
  return useMutation<MethodOutput<Name>, BridgeError, MethodInput<Name>>({
    ...settings,
    mutationFn: (input) => bridge.invoke(method, input),
  });
}
