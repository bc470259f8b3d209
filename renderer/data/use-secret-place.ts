import type { SecretsStatus } from "../../electron/core/secret-store.ts";
import { useBridgeQuery } from "./use-bridge.tsx";

/** The place in which a new secret is stored; null before it is known. A keychain with a problem is not used. */
export function useSecretPlace(): SecretsStatus["place"] | null {
  const { data } = useBridgeQuery("secrets.status", {});
  if (data === undefined) return null;
  return data.problem === null ? data.place : "file";
}
