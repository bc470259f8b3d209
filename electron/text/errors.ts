import { errors as english } from "./en/errors.ts";
import type { ErrorCode, ErrorText } from "./message.ts";

type EnglishErrors = typeof english;

/** Names one message of the catalogue; each has words in every language. */
export type ErrorReason = keyof EnglishErrors;

/** The parameters of a message; `field` is passed by the error itself. */
export type ErrorParams<R extends ErrorReason> =
  Parameters<EnglishErrors[R]> extends [infer P] ? Readonly<Omit<P, "field">> : Readonly<Record<string, never>>;

/** `field` names the argument at fault. `details` are further facts for the caller and must be JSON. */
export interface ErrorOptions {
  readonly field?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/**
 * The JSON form of an error in MCP tool results, REST bodies and the window API. `details.reason` names its message.
 */
export interface ErrorBody {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint?: string;
  readonly field?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * Every failure that a caller is meant to read; anything else that is thrown is a defect. Its words are in the message
 * catalogue: `message` and `hint` are English, and the window renders `details.reason` in its own language.
 */
export class RecollectError<R extends ErrorReason = ErrorReason> extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly field: string | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  /** @param params the parameters of the message; they reach the caller in `details` and must be JSON */
  constructor(reason: R, params: ErrorParams<R>, options: ErrorOptions = {}) {
    const { field, details, cause } = options;
    const render = english[reason] as (params: object) => ErrorText;
    const { code, message, hint } = render({ ...params, field });
    super(message, cause === undefined ? undefined : { cause });
    this.name = "RecollectError";
    this.code = code;
    this.hint = hint;
    this.field = field;
    this.details = reason === "received" ? details : { reason, ...params, ...details };
  }

  /** Rebuilds an error that another process or thread sent. */
  static fromBody(body: ErrorBody, cause?: unknown): RecollectError {
    const { code, message, hint, field, details } = body;
    return new RecollectError("received", { code, message, hint }, { field, details, cause });
  }
}

/** Turns anything thrown into an {@link ErrorBody}; an unknown failure becomes `internal` without its inner text. */
export function toErrorBody(error: unknown): ErrorBody {
  const { code, message, hint, field, details } =
    error instanceof RecollectError ? error : new RecollectError("unexpected", {});
  return {
    code,
    message,
    ...(hint === undefined ? {} : { hint }),
    ...(field === undefined ? {} : { field }),
    ...(details === undefined ? {} : { details }),
  };
}
