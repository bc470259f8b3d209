import { cleanText } from "../core/hidden-characters.ts";
import { readsLikeInstruction } from "../core/injected-instructions.ts";
import { MAX_CONTENT_BYTES, MAX_SOURCE_LENGTH, type Memory } from "../core/memory.ts";
import { parseNamespace } from "../core/namespace.ts";
import { assertInterval, parseValidityTime, type Validity } from "../core/validity.ts";
import { RecollectError } from "../text/errors.ts";

/** Maximum length of a query, in characters: the limit of the tool's published schema. */
export const MAX_QUERY_LENGTH = 20_000;

/**
 * Checks content and returns it as it is stored: lone surrogates, which UTF-8 cannot encode, become U+FFFD, and
 * characters that no note needs are removed (`core/hidden-characters.ts`).
 * @throws invalid_argument, too_large
 */
export function checkContent(value: string): string {
  if (value.includes("\0")) throw new RecollectError("content_binary", {}, { field: "content" });
  const content = cleanText(value.toWellFormed()).text;
  if (content.trim() === "") throw new RecollectError("content_empty", {}, { field: "content" });
  const bytes = Buffer.byteLength(content);
  if (bytes > MAX_CONTENT_BYTES) {
    throw new RecollectError("content_too_large", { bytes, maximum: MAX_CONTENT_BYTES }, { field: "content" });
  }
  return content;
}

/** Checks a source and trims it; null for a blank one. @throws invalid_argument */
export function checkSource(value: string | null | undefined): string | null {
  const source = value?.toWellFormed().trim() ?? "";
  if (source === "") return null;
  if (source.length > MAX_SOURCE_LENGTH) {
    throw new RecollectError(
      "source_too_long",
      { length: source.length, maximum: MAX_SOURCE_LENGTH },
      { field: "source" },
    );
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/[\u0000-\u001f\u007f]/.test(source))
    throw new RecollectError("source_control_characters", {}, { field: "source" });
  return cleanText(source).text.trim() || null;
}

/** Checks the interval of a new memory. @throws invalid_argument */
export function checkValidity(input: {
  readonly validFrom?: string | null;
  readonly validUntil?: string | null;
}): Validity {
  const validity = {
    validFrom: parseValidityTime("validFrom", input.validFrom),
    validUntil: parseValidityTime("validUntil", input.validUntil),
  };
  assertInterval(validity);
  return validity;
}

/** Whether any text of a memory that a model reads reads like an instruction to an assistant. */
export function hasInstruction({ content, source, tags }: Pick<Memory, "content" | "source" | "tags">): boolean {
  return [content, source ?? "", tags.join(" ")].some(readsLikeInstruction);
}

/** Checks that a namespace is a known one. @throws invalid_argument that lists them */
export function checkNamespace(value: string, known: readonly string[]): string {
  const namespace = parseNamespace(value);
  if (known.includes(namespace)) return namespace;
  throw new RecollectError("namespace_unknown", { namespace, known }, { field: "namespace" });
}

/** Checks an integer in a range; `otherwise` is its default. @throws invalid_argument */
export function checkInteger(
  field: string,
  value: number | undefined,
  { from, to, otherwise }: { readonly from: number; readonly to: number; readonly otherwise: number },
): number {
  if (value === undefined) return otherwise;
  if (Number.isInteger(value) && value >= from && value <= to) return value;
  throw new RecollectError("integer_out_of_range", { from, to, otherwise }, { field });
}

/** Checks a score from 0 to 1; null where none is given. @throws invalid_argument */
export function checkScore(value: number | undefined): number | null {
  if (value === undefined) return null;
  if (value >= 0 && value <= 1) return value;
  throw new RecollectError("score_out_of_range", {}, { field: "minScore" });
}

/** Checks a revision number; null where none is given. @throws invalid_argument */
export function checkRevision(value: number | undefined): number | null {
  if (value === undefined) return null;
  if (Number.isInteger(value) && value >= 1) return value;
  throw new RecollectError("revision_invalid", {}, { field: "expectedRevision" });
}
