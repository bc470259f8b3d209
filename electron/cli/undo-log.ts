import { readFileSync } from "node:fs";
import { isRecord } from "../core/util/is-record.ts";
import { writePrivateFile } from "../platform/atomic-file.ts";
import type { DataFiles } from "../platform/paths.ts";

/** A change that the command line made, as its undo needs it. It contains no text of a memory. */
export type CommandChange =
  | { readonly kind: "add" | "delete" | "restore" | "pin" | "unpin"; readonly ids: readonly string[] }
  | {
      readonly kind: "edit" | "move" | "tag";
      readonly memories: readonly { readonly id: string; readonly before: number; readonly after: number }[];
    }
  | { readonly kind: "keep" | "reject"; readonly ids: readonly string[] }
  | { readonly kind: "place"; readonly id: string; readonly from: string };

/** A change with its time in ISO 8601. */
export type RecordedChange = CommandChange & { readonly at: string };

/** How many changes can be undone. */
const MAX_CHANGES = 50;

/** Returns the changes that can be undone, the newest last. A file that cannot be read has none. */
export function readChanges({ commandLineChanges }: DataFiles): readonly RecordedChange[] {
  try {
    const value: unknown = JSON.parse(readFileSync(commandLineChanges, "utf8"));
    const changes = isRecord(value) && Array.isArray(value.changes) ? value.changes : [];
    return changes.filter((change) => isRecord(change) && typeof change.kind === "string") as RecordedChange[];
  } catch {
    return [];
  }
}

/** Adds a change, for `recollect undo`. */
export function recordChange(files: DataFiles, change: CommandChange): void {
  const changes = [...readChanges(files), { ...change, at: new Date().toISOString() }];
  writePrivateFile(files.commandLineChanges, `${JSON.stringify({ changes: changes.slice(-MAX_CHANGES) })}\n`);
}

/** Removes the newest change, after its undo. */
export function removeLastChange(files: DataFiles): void {
  writePrivateFile(files.commandLineChanges, `${JSON.stringify({ changes: readChanges(files).slice(0, -1) })}\n`);
}
