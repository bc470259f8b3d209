import type { Endpoint } from "../platform/endpoint-file.ts";
import { type ErrorReason, RecollectError } from "../text/errors.ts";

/** The application does not run and could not be started, or does not respond. */
export class AppUnavailable<R extends ErrorReason = ErrorReason> extends RecollectError<R> {}

/** Returns the error for an application whose process is stopped. */
export function appStopped({ pid }: Pick<Endpoint, "pid">): AppUnavailable {
  return new AppUnavailable("app_stopped", { pid });
}

/** No response arrived. `reached` is false only if the request cannot have reached the server. */
export class ConnectionFailure extends Error {
  readonly reached: boolean;

  constructor(reached: boolean, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = "ConnectionFailure";
    this.reached = reached;
  }
}
