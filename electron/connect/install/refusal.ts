import { type ErrorParams, type ErrorReason, RecollectError } from "../../text/errors.ts";

/** An error for a file that cannot be parsed, or not be changed without risk to its other contents. */
export function refuse<R extends ErrorReason>(reason: R, params: ErrorParams<R>, cause?: unknown): RecollectError<R> {
  return new RecollectError(reason, params, { cause });
}

/** Runs `edit` on the text of a file and adds the file's path to the error if the text is refused. */
export function inFile<Result>(path: string, edit: () => Result): Result {
  try {
    return edit();
  } catch (error) {
    if (!(error instanceof RecollectError) || error.details === undefined || "path" in error.details) throw error;
    const { reason, ...params } = error.details;
    const withPath = { ...params, path } as unknown as ErrorParams<ErrorReason>;
    throw new RecollectError(reason as ErrorReason, withPath, { cause: error.cause });
  }
}
