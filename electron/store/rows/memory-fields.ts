import type { EntryFields, FieldName } from "../../core/replication/entry.ts";
import { type MemoryRow, tagsOf, toValidity } from "./memory-row.ts";

/** The replicated fields of a memory. */
export function fieldsOf(row: MemoryRow): EntryFields {
  return {
    content: row.content,
    namespace: row.namespace,
    domain: row.domain,
    tags: tagsOf(row),
    source: row.source,
    validity: toValidity(row),
    pinned: row.pinned === 1,
    deletedAt: row.deleted_at,
    supersededBy: row.superseded_by,
  };
}

/** The fields whose values differ, with their new values; null if none does. */
export function changedFields(before: EntryFields, after: EntryFields): Partial<EntryFields> | null {
  const names = (Object.keys(after) as FieldName[]).filter(
    (name) => before[name] !== after[name] && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, after[name]]));
}
