import { RecollectError } from "../errors.ts";

/** @throws cancelled where the caller gave up */
export function throwIfStopped(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new RecollectError("cancelled", "space_call_stopped", {});
}
