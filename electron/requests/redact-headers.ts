import { REDACTED, redactText } from "./redact-text.ts";

const SECRET_HEADER = /authorization|cookie|token|secret|password|api-?key/i;
const MAX_HEADERS = 64;
const MAX_VALUE_UNITS = 1024;
/** Values remembered, and the longest of them: a client sends the same few with each message. */
const MAX_REMEMBERED = 500;
const MAX_REMEMBERED_UNITS = 200;

export type RedactHeaders = (headers: Readonly<Record<string, string>>) => Record<string, string>;

/** Headers without secrets: names that carry one lose their value, the others what looks like one; long ones are cut. */
export function createHeaderRedaction(): RedactHeaders {
  const remembered = new Map<string, string>();

  const redacted = (value: string): string => {
    if (value.length > MAX_REMEMBERED_UNITS) return redactText(value, MAX_VALUE_UNITS);
    const known = remembered.get(value);
    if (known !== undefined) return known;
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    const text = redactText(value);
    remembered.set(value, text);
    return text;
  };

  return (headers) =>
    Object.fromEntries(
      Object.entries(headers)
        .slice(0, MAX_HEADERS)
        .map(([name, value]) => [
          name.slice(0, MAX_VALUE_UNITS),
          SECRET_HEADER.test(name) ? REDACTED : redacted(value),
        ]),
    );
}
