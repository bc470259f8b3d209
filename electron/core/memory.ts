/** A program that speaks to Recollect, as it named itself. */
export interface ClientIdentity {
  readonly name: string;
  readonly version: string;
}

/** One piece of knowledge. Times are ISO 8601 in UTC with milliseconds; `id` is a ULID. */
export interface Memory {
  readonly id: string;
  /** `recollect://{domain}/{namespace}/{id}`; changes when the memory moves, `id` never does. */
  readonly urn: string;
  /** Markdown, 1 byte to {@link MAX_CONTENT_BYTES} in UTF-8. */
  readonly content: string;
  readonly namespace: string;
  readonly domain: string;
  /** Normalised, unique, sorted. */
  readonly tags: readonly string[];
  /** A file, URL or commit it came from. */
  readonly source: string | null;
  /** Who captured it; null when the owner wrote it in the window. */
  readonly client: ClientIdentity | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** 1 when captured; one more with every change, the trash included. */
  readonly revision: number;
  /** When it went to the trash. */
  readonly deletedAt: string | null;
  readonly pinned: boolean;
  /** The memory that replaced this one; superseded memories stay out of normal results. */
  readonly supersededBy: string | null;
  /** How often a client was handed this memory by search or get, and when last. */
  readonly recallCount: number;
  readonly recalledAt: string | null;
}

/** What a revision did. */
export type RevisionAction = "capture" | "update" | "delete" | "restore" | "supersede";

/** One entry of a memory's history: the whole state after the change, and who made it (null: the owner). */
export interface Revision {
  readonly memoryId: string;
  readonly revision: number;
  readonly action: RevisionAction;
  readonly content: string;
  readonly namespace: string;
  readonly domain: string;
  readonly tags: readonly string[];
  readonly source: string | null;
  readonly client: ClientIdentity | null;
  readonly at: string;
}

/** Largest content of one memory, in bytes of UTF-8. */
export const MAX_CONTENT_BYTES = 64 * 1024;
/** Most tags on one memory. */
export const MAX_TAGS = 32;
/** Longest tag, in characters after normalisation. */
export const MAX_TAG_LENGTH = 64;
/** Longest source, in characters. */
export const MAX_SOURCE_LENGTH = 2048;

/** The title of a memory: its first line with text, without Markdown marks, at most `limit` characters. */
export function titleOf(content: string, limit = 120): string {
  for (const line of content.split("\n", 20)) {
    const text = ONLY_MARKS.test(line) ? "" : withoutMarks(line.slice(0, 4 * limit).replace(BLOCK_MARKS, "")).trim();
    if (text !== "") {
      return text.length > limit ? `${text.slice(0, limit - 1).trimEnd()}…` : text;
    }
  }
  return content.trim().slice(0, limit) || "(blank)";
}

/** Rules, fences and underlines. */
const ONLY_MARKS = /^[\s#>*+_=~`|:-]*$/;
/** Headings, quotes, items of lists, and their boxes. */
const BLOCK_MARKS = /^\s*(?:(?:>|(?:#{1,6}|[-*+]|\d+[.)]|\[[ xX]\])(?=\s))\s*)+/;
/** Code, emphasis, what is struck out, links. Underscores within a word are part of it: `capture_memory`. */
const SPANS =
  /(`+)([^`]+)\1|(\*{1,3}|~~)(?=\S)(.+?)(?<=\S)\3|(?<![\p{L}\p{N}_])(_{1,3})(?=\S)(.+?)(?<=\S)\5(?![\p{L}\p{N}_])|!?\[([^\]]*)\]\([^)]*\)/gu;

function withoutMarks(text: string): string {
  return text.replace(SPANS, (_span, _ticks, code, _stars, starred = "", _lines, underlined = "", link = "") =>
    typeof code === "string" ? code : withoutMarks(`${starred}${underlined}${link}`),
  );
}
