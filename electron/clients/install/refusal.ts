import { RecollectError } from "../../core/errors.ts";

const HINT = "Nothing was changed. Correct the file, or copy the configuration and add it by hand.";

/** The file cannot be understood, or not be changed without risk to what else is in it. */
export function refuse(
  message: string,
  details: Readonly<Record<string, unknown>> & { readonly reason: string },
  cause?: unknown,
): RecollectError {
  return new RecollectError("invalid_argument", message, {
    hint: HINT,
    details,
    ...(cause === undefined ? {} : { cause }),
  });
}

/** Plans on a file's text, and names the file where the text is refused. */
export function inFile<Plan>(path: string, plan: () => Plan): Plan {
  try {
    return plan();
  } catch (error) {
    if (!(error instanceof RecollectError) || error.details === undefined || "path" in error.details) throw error;
    const { message, hint = HINT, details, cause } = error;
    throw new RecollectError(error.code, `${path}: ${message}`, { hint, details: { ...details, path }, cause });
  }
}
