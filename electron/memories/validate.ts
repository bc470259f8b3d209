import { invalidArgument, RecollectError } from "../core/errors.ts";
import { MAX_CONTENT_BYTES, MAX_SOURCE_LENGTH } from "../core/memory.ts";
import { parseNamespace } from "../core/namespace.ts";

/** Longest query, in characters. */
export const MAX_QUERY_LENGTH = 20_000;

/**
 * Checks content and returns it as it is stored: lone surrogates, which no UTF-8 can hold, become U+FFFD.
 * @throws invalid_argument, too_large
 */
export function checkContent(value: string): string {
  const content = value.toWellFormed();
  if (content.trim() === "") {
    throw invalidArgument(
      "content",
      "content is empty.",
      "Write what is worth remembering, 1 byte to 64 KiB of Markdown.",
      { reason: "content_empty" },
    );
  }
  if (content.includes("\0")) {
    throw invalidArgument(
      "content",
      "content holds a NUL character.",
      "Send text; refer to binary data by its path in source.",
      { reason: "content_binary" },
    );
  }
  const bytes = Buffer.byteLength(content);
  if (bytes > MAX_CONTENT_BYTES) {
    throw new RecollectError(
      "too_large",
      `content has ${bytes} bytes; a memory holds at most ${MAX_CONTENT_BYTES} (64 KiB).`,
      {
        field: "content",
        hint: "Split it into several memories, or keep a summary and name the document in source.",
        details: { reason: "content_too_large", bytes },
      },
    );
  }
  return content;
}

/** Checks a source: trimmed; blank is none. @throws invalid_argument */
export function checkSource(value: string | null | undefined): string | null {
  const source = value?.toWellFormed().trim() ?? "";
  if (source === "") return null;
  if (source.length > MAX_SOURCE_LENGTH) {
    throw invalidArgument(
      "source",
      `source has ${source.length} characters; at most ${MAX_SOURCE_LENGTH} are kept.`,
      "Name the file, URL or commit alone.",
      { reason: "source_too_long", maximum: MAX_SOURCE_LENGTH },
    );
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
  if (/[\u0000-\u001f\u007f]/.test(source)) {
    throw invalidArgument("source", "source holds control characters.", "Name a file, URL or commit on one line.", {
      reason: "source_control_characters",
    });
  }
  return source;
}

/** Checks that a namespace is one of those known. @throws invalid_argument that lists them */
export function checkNamespace(value: string, known: readonly string[], field = "namespace"): string {
  const namespace = parseNamespace(value, field);
  if (known.includes(namespace)) return namespace;
  throw invalidArgument(
    field,
    `There is no namespace "${namespace}".`,
    `Use one of: ${known.join(", ")}. The owner can add more in Recollect's window.`,
    { reason: "namespace_unknown", namespace, known },
  );
}

/** Checks a whole number in a range. @throws invalid_argument */
export function checkInteger(
  field: string,
  value: number | undefined,
  limits: { readonly from: number; readonly to: number; readonly otherwise: number },
): number {
  const { from, to, otherwise } = limits;
  if (value === undefined) return otherwise;
  if (Number.isInteger(value) && value >= from && value <= to) return value;
  throw invalidArgument(
    field,
    `${field} must be a whole number from ${from} to ${to}.`,
    `Leave it out for ${otherwise}.`,
  );
}

/** Checks a revision number; null where none is given. @throws invalid_argument */
export function checkRevision(value: number | undefined): number | null {
  if (value === undefined) return null;
  if (Number.isInteger(value) && value >= 1) return value;
  throw invalidArgument(
    "expectedRevision",
    "expectedRevision must be a whole number from 1.",
    "Send the revision of the memory as you last read it, or leave it out.",
  );
}
