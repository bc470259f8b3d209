/** A body as it can be shown: JSON (one value, or one each of a stream's events), plain text, or nothing. */
export type MessageBody =
  | { readonly kind: "none" }
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "stream"; readonly values: readonly unknown[] }
  | { readonly kind: "text"; readonly text: string };

/** Reads what passed on the wire. JSON that was cut short is text. */
export function readBody(text: string | null): MessageBody {
  if (text === null || text.trim() === "") {
    return { kind: "none" };
  }
  const value = parsed(text);
  if (value !== undefined) {
    return { kind: "json", value };
  }
  const values = /^(event|data|id|retry|:)/m.test(text) ? streamValues(text) : [];
  return values.length > 0 ? { kind: "stream", values } : { kind: "text", text };
}

/** The `data` of each server-sent event (html.spec.whatwg.org, server-sent events), read as JSON where it is. */
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
    .map((data) => parsed(data) ?? data);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
