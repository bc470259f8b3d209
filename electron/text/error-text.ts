import type { errors as english } from "./en/errors.ts";
import type { ErrorBody } from "./errors.ts";
import type { MessageText, Translation } from "./message.ts";

/**
 * Returns the words of an error in a language. The message that `details.reason` names is rendered from the catalogue;
 * an error without a known reason keeps the words it came with.
 */
export function errorText(
  error: Pick<ErrorBody, "message" | "hint" | "field" | "details">,
  text: { readonly errors: Translation<typeof english> },
): MessageText {
  const { message, hint, field, details = {} } = error;
  const messages = text.errors as Readonly<Record<string, ((params: object) => MessageText) | undefined>>;
  const render = messages[String(details.reason)];
  return render === undefined ? { message, hint } : render({ ...details, field });
}

/** Returns the words of an error as one line: the message and the hint. */
export function describeError(...args: Parameters<typeof errorText>): string {
  const { message, hint } = errorText(...args);
  return [message, hint].filter(Boolean).join(" ");
}
