import { formatClient } from "../../core/client-identity.ts";
import type { Memory } from "../../core/memory.ts";
import { localDay, localTime } from "../../text/local-time.ts";
import { inLine, quote } from "../framing.ts";

/** How much of memories an answer contains. `everything`: all of the content, and all fields in structured content. */
export const DETAILS = ["light", "medium", "everything"] as const;
export type Detail = (typeof DETAILS)[number];

/** Longer content is shown by a passage. In UTF-16 units; the description of `detail` names the same numbers. */
const FULL_LENGTHS: Readonly<Record<Detail, number>> = {
  light: 200,
  medium: 600,
  everything: Number.POSITIVE_INFINITY,
};
/** The length of the excerpt from the start, if no passage matches better. */
const BEGINNING_LENGTH = 240;
/** The length of a passage in a tight budget. */
const SHORT_LENGTH = 80;
/** Content of one answer, in UTF-16 units; memories after it are shortened. */
const MAX_ANSWER_CONTENT = 1_000_000;

/** A memory in the two forms of an answer: text, and structured content with the same and no more. */
export interface MemoryForm {
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>> & { readonly id: string };
}
/** The ids that texts show, by the complete ids. */
export type ShortIds = ReadonlyMap<string, string>;

/** The ids that the forms of these memories contain. */
export function idsIn(memories: readonly Memory[]): string[] {
  return memories.flatMap(({ id, supersededBy }) => (supersededBy === null ? [id] : [id, supersededBy]));
}

/**
 * A memory in a list: its place, date and tags in one line, and its content, or a passage of a long memory.
 * @param author the author to name in the line
 */
export function toRow(
  memory: Memory,
  short: ShortIds,
  detail: Detail,
  passage?: string,
  author: string | null = null,
): MemoryForm {
  const { id, content, namespace, domain, createdAt, tags } = memory;
  const isShown = content.length <= FULL_LENGTHS[detail];
  const shown = isShown
    ? content
    : (passage ?? cut(content, detail === "light" ? FULL_LENGTHS.light : BEGINNING_LENGTH));
  const length = isShown ? null : `excerpt of ${content.length} characters`;
  return {
    text: `${lineOf([...placeOf(memory, short), author, length, ...stateOf(memory, short)])}\n${quote(shown)}`,
    value: {
      id,
      ...(isShown ? { content } : { excerpt: shown, length: content.length }),
      namespace,
      domain,
      date: localDay(createdAt),
      ...(tags.length === 0 ? {} : { tags }),
      ...stateFieldsOf(memory),
    },
  };
}

/** A row with a shorter passage, for a tight budget. */
export function toShortRow(
  memory: Memory,
  short: ShortIds,
  passage = memory.content,
  author: string | null = null,
): MemoryForm {
  return toRow(memory, short, "light", cut(passage, SHORT_LENGTH), author);
}

/**
 * Returns a function that makes the forms with all fields for one answer.
 * Past {@link MAX_ANSWER_CONTENT}, contents are cut and marked as `truncated`.
 */
export function createFullForms(short: ShortIds) {
  let left = MAX_ANSWER_CONTENT;
  return (memory: Memory, more: Readonly<Record<string, unknown>> = {}): MemoryForm => {
    const truncated = left <= 0 && memory.content.length > BEGINNING_LENGTH;
    const content = truncated ? cut(memory.content, BEGINNING_LENGTH) : memory.content;
    left -= content.length;
    return {
      text: `${lineOf(detailsOf(memory, short))}\n${quote(content)}`,
      value: { ...memory, content, ...(truncated ? { truncated } : {}), ...more },
    };
  };
}

/** A part of a memory's content, in UTF-16 units; `next` is the offset of the rest, or null. */
export interface Part {
  readonly content: string;
  readonly from: number;
  readonly next: number | null;
}

/** One complete memory: every field with a value, and its content or a part of it. */
export function toDocumentForm(memory: Memory, short: ShortIds, part: Part): MemoryForm {
  const { id, namespace, domain, tags, source, client, createdAt, updatedAt, revision } = memory;
  const { content, from, next } = part;
  const isPart = from > 0 || next !== null;
  const range = `characters ${from} to ${from + content.length} of ${memory.content.length}`;
  const rest = next === null ? "" : `\nContinue with "from": ${next}.`;
  return {
    text: `${lineOf([...detailsOf(memory, short), isPart ? range : null])}\n${quote(content)}${rest}`,
    value: {
      id,
      content,
      ...(isPart ? { from, length: memory.content.length } : {}),
      ...(next === null ? {} : { next }),
      namespace,
      domain,
      ...(tags.length === 0 ? {} : { tags }),
      ...(source === null ? {} : { source }),
      ...(client === null ? {} : { client: formatClient(client) }),
      createdAt,
      ...(updatedAt === createdAt ? {} : { updatedAt }),
      revision,
      ...(memory.pinned ? { pinned: true } : {}),
      ...stateFieldsOf(memory),
    },
  };
}

/** The start of a text, cut at a space if one is near, never within a surrogate pair. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const start = text.slice(0, limit);
  const space = start.search(/\s\S*$/);
  const end = space > limit * 0.8 ? space : limit;
  return `${withoutHalfPair(start.slice(0, end)).trimEnd()}…`;
}

/** Removes the first half of a surrogate pair from the end. */
export function withoutHalfPair(text: string): string {
  return text.replace(/[\ud800-\udbff]$/, "");
}

function placeOf({ id, namespace, domain, createdAt, tags }: Memory, short: ShortIds): (string | null)[] {
  return [
    `${short.get(id) ?? id} ${namespace}`,
    domain,
    localDay(createdAt),
    tags.length === 0 ? null : tags.map((tag) => `#${tag}`).join(" "),
  ];
}

function stateOf(memory: Memory, short: ShortIds): (string | null)[] {
  const { supersededBy, deletedAt, validFrom, validUntil } = memory;
  return [
    validFrom === null ? null : `valid from ${localTime(validFrom)}`,
    validUntil === null ? null : `valid until ${localTime(validUntil)}`,
    supersededBy === null ? null : `superseded by ${short.get(supersededBy) ?? supersededBy}`,
    deletedAt === null ? null : "in the trash",
  ];
}

function detailsOf(memory: Memory, short: ShortIds): (string | null)[] {
  const { source, client, createdAt, updatedAt, revision, pinned } = memory;
  return [
    ...placeOf(memory, short),
    `revision ${revision}${updatedAt === createdAt ? "" : ` of ${localDay(updatedAt)}`}`,
    client === null ? "by the owner" : `by ${formatClient(client)}`,
    source === null ? null : `source ${source}`,
    pinned ? "pinned" : null,
    ...stateOf(memory, short),
  ];
}

/** The structured fields of a memory that is not currently valid. */
function stateFieldsOf({ supersededBy, deletedAt, validFrom, validUntil }: Memory): Readonly<Record<string, unknown>> {
  const fields = { validFrom, validUntil, supersededBy, deletedAt };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

function lineOf(fields: readonly (string | null)[]): string {
  return inLine(fields.filter((field) => field !== null).join(" · "));
}
