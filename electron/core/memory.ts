import { markHidden } from "./hidden-characters.ts";

/** A client: the name and version that it reports, which can be any, and the token it used, which it cannot choose. */
export interface ClientIdentity {
  readonly name: string;
  readonly version: string;
  /** The subject of its token; missing where it is unknown: imports, and memories of earlier versions. */
  readonly via?: string;
}

/** A memory. Times are ISO 8601 in UTC with milliseconds; `id` is a ULID. */
export interface Memory {
  readonly id: string;
  /** `recollect://{domain}/{namespace}/{id}`. It changes when the memory is moved; `id` does not. */
  readonly urn: string;
  /** Markdown, 1 byte to {@link MAX_CONTENT_BYTES} in UTF-8. */
  readonly content: string;
  readonly namespace: string;
  readonly domain: string;
  /** Normalised, unique, sorted. */
  readonly tags: readonly string[];
  /** The file, URL or commit that it came from. */
  readonly source: string | null;
  /** The interval in which it holds: [validFrom, validUntil). Null: no limit. */
  readonly validFrom: string | null;
  readonly validUntil: string | null;
  /** The client that captured it; null: the owner. */
  readonly client: ClientIdentity | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** 1 after the capture; increases with every change, including moves to the trash and back. */
  readonly revision: number;
  /** When it was moved to the trash. */
  readonly deletedAt: string | null;
  readonly pinned: boolean;
  /** The memory that replaced this one. Superseded memories are not in normal results. */
  readonly supersededBy: string | null;
  /** How often clients recalled it: each client once a day, its author never. `recalledAt`: when last. */
  readonly recallCount: number;
  readonly recalledAt: string | null;
}

/** What is equal in identical memories. */
export type IdenticalMemory = Pick<Memory, "content" | "domain" | "namespace"> &
  Partial<Pick<Memory, "validFrom" | "validUntil">>;

/** The changes of an update; a missing field stays as it is, and null removes the source or a limit. */
export interface UpdateInput {
  readonly content?: string;
  readonly namespace?: string;
  readonly domain?: string;
  readonly tags?: readonly string[];
  readonly source?: string | null;
  /** An ISO 8601 date or date-time (`parseValidityTime`). */
  readonly validFrom?: string | null;
  readonly validUntil?: string | null;
  readonly expectedRevision?: number;
}

/** The change that made a revision. */
export const REVISION_ACTIONS = ["capture", "update", "delete", "restore", "supersede"] as const;
export type RevisionAction = (typeof REVISION_ACTIONS)[number];

/** A revision: the full state after a change, and its author (null: the owner). */
export interface Revision {
  readonly memoryId: string;
  readonly revision: number;
  readonly action: RevisionAction;
  readonly content: string;
  readonly namespace: string;
  readonly domain: string;
  readonly tags: readonly string[];
  readonly source: string | null;
  readonly validFrom: string | null;
  readonly validUntil: string | null;
  readonly client: ClientIdentity | null;
  readonly at: string;
}

/** Maximum content of one memory, in bytes of UTF-8. */
export const MAX_CONTENT_BYTES = 64 * 1024;
/** Maximum number of tags on one memory. */
export const MAX_TAGS = 32;
/** Maximum length of a tag, in characters after normalisation. */
export const MAX_TAG_LENGTH = 64;
/** Maximum number of memories that one merge supersedes, and of near duplicates in one group. */
export const MAX_MERGED = 100;
/** Maximum length of a source, in characters. */
export const MAX_SOURCE_LENGTH = 2048;

/**
 * Returns the title of a memory: its first line with text, without Markdown syntax, at most `limit` characters. Hidden
 * characters are visible marks.
 */
export function titleOf(content: string, limit = 120): string {
  for (const line of content.split("\n", 20)) {
    const text = ONLY_MARKS.test(line) ? "" : withoutMarks(line.slice(0, 4 * limit).replace(BLOCK_MARKS, "")).trim();
    if (text !== "") {
      return markHidden(text.length > limit ? `${text.slice(0, limit - 1).trimEnd()}…` : text);
    }
  }
  return markHidden(content.trim().slice(0, limit)) || "(blank)";
}

/** Lines of Markdown syntax only: rules, fences, underlines. */
const ONLY_MARKS = /^[\s#>*+_=~`|:-]*$/;
/** Headings, quotes, list items and their check boxes. */
const BLOCK_MARKS = /^\s*(?:(?:>|(?:#{1,6}|[-*+]|\d+[.)]|\[[ xX]\])(?=\s))\s*)+/;
/** Code, emphasis, strikethrough and links. An underscore within a word is part of it: `capture_memory`. */
const SPANS =
  /(`+)([^`]+)\1|(\*{1,3}|~~)(?=\S)(.+?)(?<=\S)\3|(?<![\p{L}\p{N}_])(_{1,3})(?=\S)(.+?)(?<=\S)\5(?![\p{L}\p{N}_])|!?\[([^\]]*)\]\([^)]*\)/gu;

function withoutMarks(text: string): string {
  return text.replace(SPANS, (_span, _ticks, code, _stars, starred = "", _lines, underlined = "", link = "") =>
    typeof code === "string" ? code : withoutMarks(`${starred}${underlined}${link}`),
  );
}
