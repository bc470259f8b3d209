import type { RequestOutcome } from "../core/request-log.ts";

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What a message is about: the tool, prompt or resource in its parameters; null where it names none. */
export function targetOf(message: Readonly<Record<string, unknown>>): string | null {
  if (!isRecord(message.params)) return null;
  const { name, uri, ref } = message.params;
  if (typeof name === "string") return name;
  if (typeof uri === "string") return uri;
  if (isRecord(ref)) {
    if (typeof ref.name === "string") return ref.name;
    if (typeof ref.uri === "string") return ref.uri;
  }
  return null;
}

/** Keys of a failure, and of what is no answer. Inside a string their quotes are escaped, so they match as keys alone. */
const NEEDS_READING = /"(?:error|isError|method)"/;

/** Whether a text that leaves is the answer of a call that went well, told without parsing it. False where in doubt. */
export function surelySucceeded(text: string): boolean {
  return text.startsWith("{") && text.endsWith("}") && !NEEDS_READING.test(text);
}

/** How an answer went: a protocol error by its number, a failed tool by its code; no answer at all was cancelled. */
export function outcomeOf(answer: Readonly<Record<string, unknown>> | null): {
  readonly outcome: RequestOutcome;
  readonly errorCode: string | null;
} {
  if (answer === null) return { outcome: "cancelled", errorCode: null };
  if (isRecord(answer.error)) return { outcome: "error", errorCode: String(answer.error.code) };
  const { result } = answer;
  if (!isRecord(result) || result.isError !== true) return { outcome: "ok", errorCode: null };
  const code = isRecord(result.structuredContent) ? result.structuredContent.code : undefined;
  if (code === "cancelled") return { outcome: "cancelled", errorCode: null };
  return { outcome: "error", errorCode: typeof code === "string" ? code : "tool_error" };
}
