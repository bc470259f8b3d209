import { REDACTED, redactText } from "./redact-text.ts";

const SECRET_HEADER = /authorization|cookie|token|secret|password|api-?key/i;
const MAX_HEADERS = 64;
const MAX_VALUE_UNITS = 1024;

/** Headers without secrets: names that carry one lose their value, the others what looks like one; long ones are cut. */
export function redactHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .slice(0, MAX_HEADERS)
      .map(([name, value]) => [
        name.slice(0, MAX_VALUE_UNITS),
        SECRET_HEADER.test(name) ? REDACTED : redactText(value, MAX_VALUE_UNITS),
      ]),
  );
}
