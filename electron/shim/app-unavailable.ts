import type { Endpoint } from "../platform/endpoint-file.ts";
import { type ErrorReason, RecollectError } from "../text/errors.ts";

/** The application does not run and could not be started, or does not respond. */
export class AppUnavailable<R extends ErrorReason = ErrorReason> extends RecollectError<R> {}

/** Returns the error for an application whose process is stopped. */
export function appStopped({ pid }: Pick<Endpoint, "pid">): AppUnavailable {
  return new AppUnavailable("app_stopped", { pid });
}
