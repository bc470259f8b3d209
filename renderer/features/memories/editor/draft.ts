import type { Memory } from "../../../../electron/core/memory.ts";
import { parseDate } from "../../../../electron/core/moment.ts";
import type { Validity } from "../../../../electron/core/validity.ts";

/** The editable fields of a memory. `source` is "" if there is none, and so are the ends of its interval. */
export interface Draft {
  readonly content: string;
  readonly namespace: string;
  readonly domain: string;
  readonly tags: readonly string[];
  readonly source: string;
  /** As typed: a local date, or date and time. */
  readonly validFrom: string;
  readonly validUntil: string;
}
export type DraftField = keyof Draft;
const DRAFT_FIELDS = [
  "content",
  "namespace",
  "domain",
  "tags",
  "source",
  "validFrom",
  "validUntil",
] as const satisfies readonly DraftField[];

export function draftOf(memory: Omit<Pick<Memory, DraftField>, "tags"> & Pick<Draft, "tags">): Draft {
  const { content, namespace, domain, tags, source } = memory;
  const validFrom = formatValidityTime(memory.validFrom);
  const validUntil = formatValidityTime(memory.validUntil);
  return { content, namespace, domain, tags, source: source ?? "", validFrom, validUntil };
}

/** A time as the editor shows it: `2026-12-31`, or with the time of day unless it is midnight; "" for null. */
export function formatValidityTime(time: string | null): string {
  if (time === null) return "";
  const date = new Date(time);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString();
  const [day = "", clock = ""] = local.slice(0, -1).split("T");
  const shown = clock.replace(/(?::00)?\.000$/, "");
  return shown === "00:00" ? day : `${day} ${shown}`;
}

/** What is wrong with the interval of a draft: not a time, or an end that is not after the start. */
export function validityProblem({ validFrom, validUntil }: Draft): {
  readonly field: "validFrom" | "validUntil";
  readonly problem: "time" | "order";
} | null {
  const [from, until] = [readValidityTime(validFrom), readValidityTime(validUntil)];
  if (from === undefined) return { field: "validFrom", problem: "time" };
  if (until === undefined) return { field: "validUntil", problem: "time" };
  const isEmpty = from !== null && until !== null && from >= until;
  return isEmpty ? { field: "validUntil", problem: "order" } : null;
}

/** The interval of a draft without a problem, as the window's methods take it. */
export function validityOf({ validFrom, validUntil }: Draft): Validity {
  return { validFrom: readValidityTime(validFrom) ?? null, validUntil: readValidityTime(validUntil) ?? null };
}

/** ISO 8601; null for no time, undefined for text that is not one. */
function readValidityTime(text: string): string | null | undefined {
  if (text.trim() === "") return null;
  const time = parseDate(text.trim());
  return time === null ? undefined : new Date(time).toISOString();
}

function isSameField(field: DraftField, a: Draft, b: Draft): boolean {
  return field === "tags" ? a.tags.join("\0") === b.tags.join("\0") : a[field] === b[field];
}

/** The fields that differ from `base`. */
export function changedFields(draft: Draft, base: Draft): DraftField[] {
  return DRAFT_FIELDS.filter((field) => !isSameField(field, draft, base));
}

/** The fields that differ from `base`, as input of `memories.update`. */
export function changesOf(draft: Draft, base: Draft) {
  const changed = changedFields(draft, base);
  return {
    ...(changed.includes("content") && { content: draft.content }),
    ...(changed.includes("namespace") && { namespace: draft.namespace }),
    ...(changed.includes("domain") && { domain: draft.domain }),
    ...(changed.includes("tags") && { tags: [...draft.tags] }),
    ...(changed.includes("source") && { source: draft.source === "" ? null : draft.source }),
    ...(changed.includes("validFrom") && { validFrom: validityOf(draft).validFrom }),
    ...(changed.includes("validUntil") && { validUntil: validityOf(draft).validUntil }),
  };
}

export interface Merge {
  /** A field changed by one side has its value; tags are merged; a field in conflict has my value. */
  readonly draft: Draft;
  /** Fields that both sides changed to different values. */
  readonly conflicts: readonly DraftField[];
}

/** Merges two changes of a memory with a common base. */
export function mergeDrafts(base: Draft, mine: Draft, theirs: Draft): Merge {
  const conflicts = DRAFT_FIELDS.filter(
    (field) =>
      field !== "tags" &&
      !isSameField(field, mine, base) &&
      !isSameField(field, theirs, base) &&
      !isSameField(field, mine, theirs),
  );
  const pick = <Field extends Exclude<DraftField, "tags">>(field: Field) =>
    isSameField(field, mine, base) ? theirs[field] : mine[field];
  return {
    draft: {
      content: pick("content"),
      namespace: pick("namespace"),
      domain: pick("domain"),
      source: pick("source"),
      validFrom: pick("validFrom"),
      validUntil: pick("validUntil"),
      tags: mergeTags(base.tags, mine.tags, theirs.tags),
    },
    conflicts,
  };
}

function mergeTags(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  const removed = base.filter((tag) => !mine.includes(tag) || !theirs.includes(tag));
  return [...new Set([...mine, ...theirs])].filter((tag) => !removed.includes(tag)).sort();
}
