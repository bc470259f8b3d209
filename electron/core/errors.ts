/**
 * The one vocabulary of failures. Adapters translate a code to their wire (JSON-RPC, HTTP, window);
 * the hint always says what to do next.
 */
export type ErrorCode =
  | "invalid_argument"
  | "not_found"
  | "conflict"
  | "permission_denied"
  | "unauthenticated"
  | "too_large"
  | "rate_limited"
  | "unavailable"
  | "cancelled"
  | "storage"
  | "internal";

/** Options of {@link RecollectError}: `hint` is the remedy, `field` the argument at fault, `details` must be JSON. */
export interface ErrorOptions {
  readonly hint?: string;
  readonly field?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** Every failure a caller is meant to read. Anything else that is thrown is a defect and is logged as one. */
export class RecollectError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly field: string | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "RecollectError";
    this.code = code;
    this.hint = options.hint;
    this.field = options.field;
    this.details = options.details;
  }
}

/** The JSON form of an error on every wire: MCP tool results, REST bodies and the window's bridge. */
export interface ErrorBody {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint?: string;
  readonly field?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Turns anything thrown into an {@link ErrorBody}; an unknown failure becomes `internal` without its inner text. */
export function toErrorBody(error: unknown): ErrorBody {
  if (error instanceof RecollectError) {
    return {
      code: error.code,
      message: error.message,
      ...(error.hint === undefined ? {} : { hint: error.hint }),
      ...(error.field === undefined ? {} : { field: error.field }),
      ...(error.details === undefined ? {} : { details: error.details }),
    };
  }
  return {
    code: "internal",
    message: "Recollect failed unexpectedly.",
    hint: "Look in the log file (Settings › Data folder › logs) and report what it says.",
  };
}

/** Shorthand for the most common failure: an argument that cannot be taken. */
export function invalidArgument(
  field: string,
  message: string,
  hint?: string,
  details?: Readonly<Record<string, unknown>>,
): RecollectError {
  return new RecollectError("invalid_argument", message, {
    field,
    ...(hint === undefined ? {} : { hint }),
    ...(details === undefined ? {} : { details }),
  });
}
