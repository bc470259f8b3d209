import { markHidden } from "./hidden-characters.ts";
import type { MemoryState } from "./memory-fields.ts";

/** A client: the name and version that it reports, which can be any, and the token it used, which it cannot choose. */
export interface ClientIdentity {
  readonly name: string;
  readonly version: string;
  /** The subject of its token; missing if it is unknown: imports, and memories of earlier versions. */
  readonly via?: string;
}

/** A memory. Times are ISO 8601 in UTC with milliseconds; `id` is a ULID. */
export interface Memory extends MemoryState {
  readonly id: string;
  /** `recollect://{domain}/{namespace}/{id}`. It changes when the memory is moved; `id` does not. */
  readonly urn: string;
  /** The client that captured it; null for the owner. */
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
  /** How often clients recalled it: each client once a day, never its author. */
  readonly recallCount: number;
  /** The time of the last recall. */
  readonly recalledAt: string | null;
}

/** The fields that are equal in identical memories; the content up to white space ({@link comparableContent}). */
export const IDENTITY_FIELDS = ["domain", "namespace", "content", "validFrom", "validUntil"] as const;
export type IdenticalMemory = Pick<MemoryState, (typeof IDENTITY_FIELDS)[number]>;

/** Characters without a width that separate words or lines, or mark the start of a file. */
const ZERO_WIDTH = /[\u200b\u2060\ufeff]/g;
/** What {@link comparableContent} changes: most contents have nothing of it. */
const INCOMPARABLE = /[\u200b\u2060\ufeff]|[^\S ]|\s\s|^\s|\s$/;

/** The form of a content that is equal for contents that differ in white space and line ends only. */
export function comparableContent(content: string): string {
  if (!INCOMPARABLE.test(content)) return content;
  return content.replace(ZERO_WIDTH, "").replace(/\s+/g, " ").trim();
}

/** A key that is the same for identical memories only. */
export function identityOf(memory: IdenticalMemory): string {
  const comparable = { ...memory, content: comparableContent(memory.content) };
  return JSON.stringify(IDENTITY_FIELDS.map((name) => comparable[name]));
}

/** The changes of an update; a missing field does not change, and null removes the source or a limit. */
export interface UpdateInput extends Partial<MemoryState> {
  readonly expectedRevision?: number;
}

/** The change that made a revision. */
export const REVISION_ACTIONS = ["capture", "update", "delete", "restore", "supersede"] as const;
export type RevisionAction = (typeof REVISION_ACTIONS)[number];

/** A revision: the full state after a change, and its author, which is null for the owner. */
export interface Revision extends MemoryState {
  readonly memoryId: string;
  readonly revision: number;
  readonly action: RevisionAction;
  readonly client: ClientIdentity | null;
  readonly at: string;
}

/** Maximum number of memories that one merge supersedes, and of near duplicates in one group. */
export const MAX_MERGED = 100;

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
  /(?<!`)(`+)([^`]+)\1|(\*{1,3}|~~)(?=\S)(.{1,400}?)(?<=\S)\3|(?<![\p{L}\p{N}_])(_{1,3})(?=\S)(.{1,400}?)(?<=\S)\5(?![\p{L}\p{N}_])|!?\[([^\]]{0,400})\]\([^)]{0,400}\)/gu;

function withoutMarks(text: string): string {
  return text.replace(SPANS, (_span, _ticks, code, _stars, starred = "", _lines, underlined = "", link = "") =>
    typeof code === "string" ? code : withoutMarks(`${starred}${underlined}${link}`),
  );
}
