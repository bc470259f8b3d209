/** One line of a difference; `gap` stands for lines left out. */
export interface DifferenceLine {
  readonly kind: "same" | "added" | "removed" | "gap";
  readonly text: string;
}

/** What would be written into a file of another program, before it is. */
export interface FilePreview {
  /** Names the plan while the application keeps it. */
  readonly id: string;
  /** The file as its program names it; a symbolic link is followed when it is written. */
  readonly path: string;
  readonly exists: boolean;
  /** Empty when there is nothing to change. */
  readonly difference: readonly DifferenceLine[];
  /** Where the file as it is now is kept; null where there is none yet or nothing changes. */
  readonly backupPath: string | null;
  /** What the owner should know first, a sentence each. */
  readonly warnings: readonly string[];
}
