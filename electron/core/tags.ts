import { RecollectError } from "../text/errors.ts";
import { normalText } from "./gate/normal-text.ts";

/** Maximum number of tags on one memory. */
export const MAX_TAGS = 32;
/** Maximum length of a tag, in characters after normalisation. */
export const MAX_TAG_LENGTH = 64;

/**
 * Returns a tag in its stored form: NFC, lower case, inner white space as one hyphen, no leading `#`, no commas or
 * quotes, none of the characters that no note needs. Letters of any script are kept. Returns "" where nothing is left.
 */
export function normaliseTag(value: string): string {
  return normalText(value)
    .text.trim()
    .replace(/^#+/, "")
    .toLowerCase()
    .normalize("NFC")
    .replace(/[\s,;"']+/g, "-")
    .replace(/^-+|-+$/g, "");
}

/** Normalises, deduplicates and sorts tags. @throws invalid_argument past {@link MAX_TAGS} or {@link MAX_TAG_LENGTH} */
export function normaliseTags(values: readonly string[], field = "tags"): string[] {
  const tags = [...new Set(values.map(normaliseTag).filter((tag) => tag !== ""))].sort();
  if (tags.length > MAX_TAGS) {
    throw new RecollectError("tags_too_many", { count: tags.length, maximum: MAX_TAGS }, { field });
  }
  const long = tags.find((tag) => [...tag].length > MAX_TAG_LENGTH);
  if (long !== undefined) {
    throw new RecollectError("tag_too_long", { tag: long.slice(0, 40), maximum: MAX_TAG_LENGTH }, { field });
  }
  return tags;
}

/** The tags of two memories that become one, sorted. They can be more than {@link MAX_TAGS}. */
export function joinTags(one: readonly string[], other: readonly string[]): string[] {
  return [...new Set([...one, ...other])].sort();
}

export function isWithinTagLimit(tags: readonly string[]): boolean {
  return tags.length <= MAX_TAGS;
}
