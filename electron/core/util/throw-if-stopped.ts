import { RecollectError } from "../../text/errors.ts";

/** @throws cancelled if the caller gave up */
export function throwIfStopped(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new RecollectError("space_call_stopped", {});
}
