import { RecollectError } from "../text/errors.ts";
import type { Memory } from "./memory.ts";
import { MemoryConflict } from "./memory-conflict.ts";
import { changedState, fromRegisters, isSameValue, toRegisters } from "./memory-fields.ts";
import type { Edit, MemoryChanges } from "./ports.ts";
import type { EntryFields, FieldName } from "./replication/entry.ts";
import { assertInterval } from "./validity.ts";

/** A memory to which a rule is applied. */
export interface RuledMemory {
  readonly id: string;
  readonly fields: EntryFields;
}
/** The fields that a change sets. Without a difference nothing is written. */
export type Target = Partial<EntryFields>;

export function entryFieldsOf(memory: Memory): EntryFields {
  const { pinned, deletedAt, supersededBy } = memory;
  const time = deletedAt === null ? null : Date.parse(deletedAt);
  return { ...toRegisters(memory), pinned, deletedAt: time, supersededBy };
}

/** The fields whose values differ, with their new values. Null if none does. */
export function changedFields(before: EntryFields, after: Target): Target | null {
  const names = (Object.keys(after) as FieldName[]).filter((name) => !isSameValue(before[name], after[name]));
  return names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, after[name]]));
}

/** @throws conflict unless the memory has the expected revision; null expects any */
export function assertRevision(memory: Memory, expected: number | null): void {
  if (expected !== null && expected !== memory.revision) throw new MemoryConflict(memory, expected);
}

/** @throws invalid_argument if the memory is in the trash or its interval would be empty */
export function updated({ id, fields }: RuledMemory, changes: MemoryChanges): Target {
  if (fields.deletedAt !== null) throw new RecollectError("memory_in_trash", { id });
  const target = toRegisters(changedState(fromRegisters(fields), changes));
  if (!isSameValue(fields.validity, target.validity)) assertInterval(target.validity);
  return target;
}

/** Moves a memory to the trash or back. A memory that is already there does not change. */
export function trashed({ fields }: RuledMemory, isDeleted: boolean, at: number): Target {
  return (fields.deletedAt !== null) === isDeleted ? {} : { deletedAt: isDeleted ? at : null };
}

/** @throws invalid_argument if the successor is the memory itself or is superseded */
export function superseded({ id }: RuledMemory, by: RuledMemory): Target {
  if (id !== by.id && by.fields.supersededBy === null) return { supersededBy: by.id };
  throw new RecollectError("merge_impossible", { id: by.id, other: id }, { field: "others" });
}

/**
 * Supersedes a memory. If the successor is not valid yet, the interval of the memory ends when the successor's starts
 * instead, so that one of them is current at any time.
 * @throws invalid_argument as {@link superseded} and {@link updated}
 */
export function replaced(
  memory: RuledMemory,
  by: RuledMemory,
  now: number,
): { readonly target: Target; readonly action: Edit["action"] } {
  const { validFrom, validUntil } = memory.fields.validity;
  const start = by.fields.validity.validFrom;
  const isUpcoming = start !== null && Date.parse(start) > now;
  if (!isUpcoming || (validFrom !== null && validFrom >= start)) {
    return { target: superseded(memory, by), action: "supersede" };
  }
  const endsLater = validUntil === null || validUntil > start;
  return { target: updated(memory, endsLater ? { validUntil: start } : {}), action: "update" };
}

/** Undoes {@link superseded}. @throws invalid_argument if the memory is not superseded by that one */
export function separated({ id, fields }: RuledMemory, by: string): Target {
  if (fields.supersededBy === by) return { supersededBy: null };
  throw new RecollectError("not_merged", { id: by, other: id }, { field: "others" });
}

/** Makes a superseded memory current again. */
export const REINSTATED: Target = { supersededBy: null };
