import { count, memoryCount } from "./format.ts";

/** Settings › Backups, and the restore. */
export const backups = {
  newest: "Newest",
  none: "None yet. The first is made a minute after the start.",
  hint: "One a day, checked after it is made. Those of seven days and four weeks are kept, and some before imports, restores and updates.",
  now: "Back up now",
  making: "Backing up…",
  made: (value: number) => `Backed up: ${memoryCount(value)}`,
  second: {
    label: "Second copy",
    hint: "A folder on another disk or in a synced place. Each backup is copied there.",
    none: "None",
    choose: "Choose folder…",
    path: "Full path of the folder",
  },
  list: "All backups",
  kind: {
    daily: "Daily",
    manual: "On request",
    version: "Before a new version",
    schema: "Before an update",
    import: "Before an import",
    restore: "Before a restore",
  },
  contents: (value: number, trash: number) =>
    trash === 0 ? memoryCount(value) : `${memoryCount(value)}, ${count(trash)} in the trash`,
  unreadable: "Cannot be read",
  restore: "Restore…",
  restoreOf: (date: string) => `Restore the backup of ${date}`,
  comparing: "Comparing with the present memories",
  same: "The memories are the same as in this backup.",
  noMatch: "No difference contains this text.",
  search: "Search the differences",
  keep: "The present state is kept as a backup first.",
  difference: { added: "Added", changed: "Changed", removed: "Removed" },
  group: {
    added: (value: number) => `${count(value)} to add: missing now`,
    changed: (value: number) => `${count(value)} to change back: different now`,
    removed: (value: number) => `${count(value)} to remove: not in the backup`,
  },
  removedHint: "If selected, they are moved to the trash.",
  more: (value: number) => `and ${count(value)} more. Search to find them.`,
  present: (content: string) => `Now: ${content}`,
  isInTrash: "in the trash now",
  wasInTrash: "in the trash in the backup",
  restoreChosen: (value: number) => (value === 0 ? "Restore selected" : `Restore ${count(value)} selected`),
  restoreAll: "Restore everything",
  restoring: "Restoring…",
  restored: ({ added, changed, removed }: { added: number; changed: number; removed: number }) =>
    `Restored: ${count(added)} added, ${count(changed)} changed, ${count(removed)} removed`,
  replaced: "The backup has replaced the damaged database.",
  salvaged: ({ recovered, lost }: { recovered: number; lost: number }) =>
    `The backup has replaced the damaged database. ${count(recovered)} memories that it lacks were recovered; ${count(lost)} could not be read.`,
};
