import { RecollectError } from "../../core/errors.ts";

const HINT = "Nothing was changed. Correct the file, or copy the configuration and add it by hand.";

/** The file cannot be understood, or not be changed without risk to what else is in it. */
export function refuse(message: string, cause?: unknown): RecollectError {
  return new RecollectError("invalid_argument", message, { hint: HINT, ...(cause === undefined ? {} : { cause }) });
}
