import type { Memory } from "../../../../electron/core/memory.ts";

/** What the editor holds. `source` is "" where there is none. */
export interface Draft {
  readonly content: string;
  readonly namespace: string;
  readonly domain: string;
  readonly tags: readonly string[];
  readonly source: string;
}
export type DraftField = keyof Draft;
export const DRAFT_FIELDS = [
  "content",
  "namespace",
  "domain",
  "tags",
  "source",
] as const satisfies readonly DraftField[];

export function draftOf(memory: Pick<Memory, "content" | "namespace" | "domain" | "tags" | "source">): Draft {
  const { content, namespace, domain, tags, source } = memory;
  return { content, namespace, domain, tags, source: source ?? "" };
}

export function isSameField(field: DraftField, a: Draft, b: Draft): boolean {
  return field === "tags" ? a.tags.join("\0") === b.tags.join("\0") : a[field] === b[field];
}

export function changedIn(draft: Draft, base: Draft): DraftField[] {
  return DRAFT_FIELDS.filter((field) => !isSameField(field, draft, base));
}

/** Only what differs from `base`, as the application takes it. */
export function changesOf(draft: Draft, base: Draft) {
  const changed = changedIn(draft, base);
  return {
    ...(changed.includes("content") ? { content: draft.content } : {}),
    ...(changed.includes("namespace") ? { namespace: draft.namespace } : {}),
    ...(changed.includes("domain") ? { domain: draft.domain } : {}),
    ...(changed.includes("tags") ? { tags: [...draft.tags] } : {}),
    ...(changed.includes("source") ? { source: draft.source === "" ? null : draft.source } : {}),
  };
}

export interface Merge {
  /** Every field that only one side changed is that side's; tags are joined; the rest is mine. */
  readonly draft: Draft;
  /** Fields that both sides changed, differently. */
  readonly conflicts: readonly DraftField[];
}

/** Brings two changes of one memory together, knowing what both began from. */
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
