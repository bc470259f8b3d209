import type { Revision } from "../../core/memory.ts";
import { fromRegisters } from "../../core/memory-fields.ts";
import type { MergedMemory, MergedRevision } from "../../core/replication/merge.ts";
import type { PastRevision } from "../rows/memory-rows.ts";

type RevisionKey = Pick<PastRevision, "action" | "at" | "content">;

/**
 * The history of a memory on this device: the revisions that only this device has, then the entries' revisions. An imported
 * revision, or one of the same backup, can be in both, and is listed once.
 * @param local the revisions of this device, oldest first
 * @param missed edits in other spaces that the entries did not know
 * @returns the history with its numbers, and the number of the last revision before the entries
 */
export function combineHistories(
  merged: Pick<MergedMemory, "revisions" | "base">,
  local: readonly Revision[],
  missed: readonly MergedRevision[],
): { readonly past: PastRevision[]; readonly base: number } {
  const shared = merged.revisions.map(toPastRevision);
  const isShared = isAmong(shared);
  const own: PastRevision[] = local
    .map((revision) => ({ ...revision, at: Date.parse(revision.at) }))
    .filter((revision) => !isShared(revision));
  const isOwn = isAmong(own);
  const before = [...own, ...missed.map(toPastRevision).filter((edit) => !isOwn(edit))];
  const base = Math.max(merged.base, before.length);
  const past = [
    ...before.map((revision, index) => ({ ...revision, revision: base - before.length + 1 + index })),
    ...shared.map((revision) => ({ ...revision, revision: revision.revision - merged.base + base })),
  ];
  return { past, base };
}

export function toPastRevision({ revision, action, fields, client, at }: MergedRevision): PastRevision {
  return { revision, action, ...fromRegisters(fields), client, at };
}

function isAmong(revisions: readonly RevisionKey[]): (revision: RevisionKey) => boolean {
  const keyOf = ({ action, at, content }: RevisionKey) => `${action} ${at} ${content}`;
  const keys = new Set(revisions.map(keyOf));
  return (revision) => keys.has(keyOf(revision));
}
