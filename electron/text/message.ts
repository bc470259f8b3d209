/** The error codes. Adapters translate a code to their protocol: JSON-RPC, HTTP, the window. */
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

/** The words of an error or a notice: the problem, and how to continue. */
export interface MessageText {
  readonly message: string;
  readonly hint?: string;
}

/** One error of the English catalogue: its words, and the code that every caller receives for its reason. */
export interface ErrorText extends MessageText {
  readonly code: ErrorCode;
}

/** Returns the words of an error or a notice. */
export const words = (message: string, hint?: string): MessageText => ({ message, hint });

const withCode =
  (code: ErrorCode) =>
  (message: string, hint?: string): ErrorText => ({ code, message, hint });

// The texts of the English catalogue, one function for each code.
export const invalid = withCode("invalid_argument");
export const notFound = withCode("not_found");
export const conflict = withCode("conflict");
export const denied = withCode("permission_denied");
export const unauthenticated = withCode("unauthenticated");
export const tooLarge = withCode("too_large");
export const rateLimited = withCode("rate_limited");
export const unavailable = withCode("unavailable");
export const cancelled = withCode("cancelled");
export const storage = withCode("storage");
export const internal = withCode("internal");

/** A part of the English catalogue of errors, by reason. */
export type ErrorTexts = Readonly<Record<string, (parameters: never) => ErrorText>>;

/** A message that is not an error, as it is sent: its reason in a table of texts, and the parameters of the text. */
export type Message<Texts> = {
  [Reason in keyof Texts]: Texts[Reason] extends (...parameters: infer Parameters) => string
    ? Parameters extends [infer Params]
      ? { readonly reason: Reason; readonly params: Params }
      : { readonly reason: Reason; readonly params?: undefined }
    : never;
}[keyof Texts];

/** Returns the text of a message. @param texts the table of one language */
export function messageText<Texts extends object>(texts: Texts, { reason, params }: Message<Texts>): string {
  return (texts[reason] as (params: unknown) => string)(params);
}

/** A table of messages in another language: the same keys and parameters. A missing one does not compile. */
export type Translation<Messages> = {
  readonly [Key in keyof Messages]: Messages[Key] extends (...parameters: infer Parameters) => MessageText
    ? (...parameters: Parameters) => MessageText
    : never;
};

/** The text for a known key; any other text, such as a message of the operating system, unchanged. */
export function knownText(texts: Readonly<Record<string, string>>, text: string): string {
  return Object.hasOwn(texts, text) ? (texts[text] ?? text) : text;
}
