/** A body as JSON (one value, or one per event of a stream), as plain text, or none. */
export type MessageBody =
  | { readonly kind: "none" }
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "stream"; readonly values: readonly unknown[] }
  | { readonly kind: "text"; readonly text: string };

/** Parses a body as it was on the wire. Truncated JSON is text. */
export function readBody(text: string | null): MessageBody {
  if (text === null || text.trim() === "") return { kind: "none" };
  const value = parseJson(text);
  if (value !== undefined) return { kind: "json", value };
  const values = /^(event|data|id|retry|:)/m.test(text) ? streamValues(text) : [];
  return values.length > 0 ? { kind: "stream", values } : { kind: "text", text };
}

/**
 * The data of each server-sent event (html.spec.whatwg.org, server-sent events), parsed if it is JSON. Not
 * `eventsource-parser`: it drops an event without its final blank line, which a truncated body has.
 */
function streamValues(text: string): unknown[] {
  return text
    .split(/\r?\n\r?\n/)
    .map((event) =>
      event
        .split(/\r?\n/)
        .filter((line) => line.startsWith("data:"))
        .map((line) => line.slice(5).replace(/^ /, ""))
        .join("\n"),
    )
    .filter((data) => data !== "")
    .map((data) => parseJson(data) ?? data);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
