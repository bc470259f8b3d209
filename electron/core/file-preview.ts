import type { ClientNote } from "./client-note.ts";

/** A line of a difference. `gap` represents omitted lines. */
export interface DifferenceLine {
  readonly kind: "same" | "added" | "removed" | "gap";
  readonly text: string;
}

/** The changes that a plan would make to another program's file. */
export interface FilePreview {
  /** The id of the plan. */
  readonly id: string;
  /** The path that the program uses. A symbolic link is followed when the file is written. */
  readonly path: string;
  readonly exists: boolean;
  /** Empty if there is nothing to change. */
  readonly difference: readonly DifferenceLine[];
  /** The path of the backup, or null for a new file and if nothing changes. */
  readonly backupPath: string | null;
  /** Warnings for the owner before the file is written. */
  readonly warnings: readonly ClientNote[];
}
