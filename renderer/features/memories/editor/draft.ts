import type { Memory } from "../../../../electron/core/memory.ts";

/** The editable fields of a memory. `source` is "" if there is none. */
export interface Draft {
  readonly content: string;
  readonly namespace: string;
  readonly domain: string;
  readonly tags: readonly string[];
  readonly source: string;
}
export type DraftField = keyof Draft;
const DRAFT_FIELDS = ["content", "namespace", "domain", "tags", "source"] as const satisfies readonly DraftField[];

export function draftOf(memory: Pick<Memory, "content" | "namespace" | "domain" | "tags" | "source">): Draft {
  const { content, namespace, domain, tags, source } = memory;
  return { content, namespace, domain, tags, source: source ?? "" };
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
  const pick = <Field extends "content" | "namespace" | "domain" | "source">(field: Field) =>
    isSameField(field, mine, base) ? theirs[field] : mine[field];
  return {
    draft: {
      content: pick("content"),
      namespace: pick("namespace"),
      domain: pick("domain"),
      source: pick("source"),
      tags: mergeTags(base.tags, mine.tags, theirs.tags),
    },
    conflicts,
  };
}

function mergeTags(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  const removed = base.filter((tag) => !mine.includes(tag) || !theirs.includes(tag));
  return [...new Set([...mine, ...theirs])].filter((tag) => !removed.includes(tag)).sort();
}
