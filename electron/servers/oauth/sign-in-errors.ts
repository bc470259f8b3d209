import { cleanText, markHidden } from "../../core/hidden-characters.ts";
import { RecollectError } from "../../text/errors.ts";
import { messageOf } from "../connection-errors.ts";

const MAX_PROBLEM_CHARACTERS = 300;

/** Whether an error concerns the owner's sign-in and is not a failure of the server. */
export function isSignInError(error: unknown): error is RecollectError {
  return error instanceof RecollectError && String(error.details?.reason).startsWith("server_sign_in_");
}

/**
 * Turns the failure of a sign-in into an error for the owner. It has no cause: messages of the SDK and the
 * authorization server can contain secrets.
 * @param secrets values that are masked
 */
export async function signInError(
  error: unknown,
  server: string,
  secrets: readonly (string | undefined)[],
): Promise<RecollectError> {
  if (error instanceof RecollectError) return error;
  const { IssuerMismatchError, OAuthError, OAuthErrorCode, RegistrationRejectedError } = await import(
    "@modelcontextprotocol/client"
  );
  if (error instanceof IssuerMismatchError) return new RecollectError("server_sign_in_issuer", { server });
  const isUnregistered = error instanceof Error && error.message.includes("dynamic client registration");
  if (isUnregistered || error instanceof RegistrationRejectedError) {
    return new RecollectError("server_sign_in_unregistered", { server });
  }
  // The message of a server error is the response body.
  const isServerError = error instanceof OAuthError && error.code === OAuthErrorCode.ServerError;
  const words = isServerError ? "the authorization server reported an error" : messageOf(error);
  return signInFailed(server, words, secrets);
}

/** @param problem a text of an authorization server; secrets in it are masked */
export function signInFailed(
  server: string,
  problem: string,
  secrets: readonly (string | undefined)[] = [],
): RecollectError {
  const masked = secrets.reduce<string>(
    (text, secret) => (secret === undefined || secret === "" ? text : text.replaceAll(secret, "[redacted]")),
    cleanText(problem).text,
  );
  const line = markHidden(masked).replace(/\s+/g, " ").trim().slice(0, MAX_PROBLEM_CHARACTERS).replace(/\.$/, "");
  return new RecollectError("server_sign_in_failed", { server, problem: line });
}
