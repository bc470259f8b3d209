import {
  cancelled,
  conflict,
  denied,
  type ErrorTexts,
  invalid,
  notFound,
  storage,
  unavailable,
} from "../../message.ts";

/** Errors of the memory database and of files. `finding` is what SQLite or the operating system reported. */
export const storageErrors = {
  memory_gone: ({ id }: { id: string }) =>
    notFound(
      `There is no memory ${id}.`,
      "Find its id with search_memories or list_memories; it may have been deleted permanently.",
    ),
  memory_in_trash: ({ id }: { id: string }) =>
    notFound(`Memory ${id} is in the trash.`, "Restore it first, then change it."),
  memory_changed: ({ id, revision, expected }: { id: string; revision: number; expected: number }) =>
    conflict(
      `Memory ${id} is at revision ${revision}, not ${expected}.`,
      "It was changed since you read it. Merge your change into details.current and retry with its revision.",
    ),
  merge_impossible: ({ id, other }: { id: string; other: string }) =>
    invalid(
      `Memory ${id} cannot replace ${other}.`,
      "Merge two different memories, and keep a memory that is not superseded.",
    ),
  merge_empty: ({ field }: { field?: string }) => invalid(`${field} is empty.`, "Name at least one memory to merge."),
  merge_too_many: ({ field, count, maximum }: { field?: string; count: number; maximum: number }) =>
    invalid(
      `${field} has ${count} memories; at most ${maximum} can be merged together.`,
      "Merge a part of them, then the rest.",
    ),
  merge_twice: ({ field, id }: { field?: string; id: string }) =>
    invalid(`${field} contains memory ${id} twice.`, "Name each memory once."),
  not_merged: ({ id, other }: { id: string; other: string }) =>
    invalid(
      `Memory ${other} is not superseded by ${id}.`,
      "Only merged memories can be separated; the superseded one names the other.",
    ),
  cursor_invalid: ({ field }: { field?: string }) =>
    invalid(
      `${field} is not a cursor of this list.`,
      "Pass nextCursor of the previous page with the same sort and filters; leave it out for the first page.",
    ),
  rebuild_cancelled: () =>
    cancelled(
      "Rebuilding the text index was cancelled.",
      "Start it again when you like; until then search uses the index as it is.",
    ),
  counts_unavailable: () =>
    unavailable("Recollect is stopping, or it cannot count its memories now.", "Try again in a moment."),
  database_replaced: () => unavailable("The database is being repaired or restored.", "Try again in a minute."),
  indexes_rebuilt: ({ setAside }: { setAside: string }) =>
    storage(
      "An index of the database was damaged and has been rebuilt. All memories are there.",
      `The damaged file is kept as ${setAside}. If this happens again, check the disk.`,
    ),
  damage_restored: ({ recovered, lost, setAside }: { recovered: number; lost: number; setAside: string }) =>
    storage(
      `The damaged database was replaced. ${recovered} memories that the backup lacks were recovered from it; ${lost} could not be read.`,
      `The damaged file is kept as ${setAside}. If this happens again, check the disk.`,
    ),
  database_set_aside: ({ file, setAside }: { file: string; setAside: string }) =>
    storage(
      `${file} could not be read. It was renamed to ${setAside}, and a new file was started.`,
      "Its contents are missing here. Check the disk if this happens again.",
    ),
  database_missing: ({ file }: { file: string }) =>
    storage(
      `${file} was deleted or moved while Recollect was stopped.`,
      "Its contents are missing here, unless they were restored from a backup. To get them back, put the file back while Recollect is stopped.",
    ),
  maintenance_unavailable: () =>
    unavailable("Recollect is stopping, or it cannot check or copy its database now.", "Try again in a moment."),
  store_closed: () => unavailable("Recollect is stopping.", "Try again when it is running."),
  record_damaged: ({ path, setAside }: { path: string; setAside: string }) =>
    storage(
      `The file ${path} was damaged. It was renamed to ${setAside}.`,
      "Recollect continues with the part of it that can be read. If this happens again, check the disk.",
    ),
  record_unreadable: ({ path, finding }: { path: string; finding: string }) =>
    storage(
      `The file ${path} cannot be read: ${finding}`,
      "Check its permissions, then restart Recollect. Until then the file is not changed.",
    ),
  disk_full: (_: { finding: string }) =>
    storage("The disk is full.", "Free some space and try again. Nothing that was acknowledged is lost."),
  disk_full_refuses: () =>
    storage(
      "The disk is full. New memories, changes and deletions, backups and settings are refused. Memories can be read and searched.",
      "Free some space. Recollect then continues by itself. Nothing that was acknowledged is lost.",
    ),
  not_writable: ({ finding }: { finding: string }) =>
    storage(
      `Recollect may not write to its data folder: ${finding}`,
      "Check the folder's permissions, or set RECOLLECT_DATA_DIR to another folder.",
    ),
  path_occupied: ({ finding }: { finding: string }) =>
    storage(
      `Recollect needs a folder with the name of an existing file, or a file with the name of an existing folder: ${finding}`,
      "Move it to another place and try again.",
    ),
  busy: (_: { finding: string }) => storage("Another program is using the database.", "Close it and try again."),
  disk_failed: ({ finding }: { finding: string }) =>
    storage(
      `The disk failed to read or write: ${finding}`,
      "Check the disk. The newest backup is in the folder backups.",
    ),
  database_failed: ({ finding, sqliteCode }: { finding: string; sqliteCode: string }) =>
    storage(`The database failed: ${finding} (${sqliteCode}).`),
  database_newer: ({ found, known }: { path: string; found: number; known: number }) =>
    storage(
      `The database has schema ${found}; this version of Recollect supports up to ${known}.`,
      "Start the newer version of Recollect, or update this one. The database was not changed.",
    ),
  data_newer: ({
    version,
    writer,
    files,
    backup,
    needsBackup,
  }: {
    version: string;
    writer: string | null;
    files: readonly string[];
    backup: string | null;
    needsBackup: boolean;
  }) =>
    storage(
      `The data was last used by ${writer === null ? "a newer version of Recollect" : `Recollect ${writer}`}, whose formats Recollect ${version} does not know (${files.join(", ")}).`,
      `Nothing was changed. Install ${writer === null ? "the newer version" : `Recollect ${writer} or newer`}${
        !needsBackup
          ? ", or go back: the newer files are kept under another name."
          : backup === null
            ? ". There is no backup that this version can read."
            : `, or go back to the backup ${backup}. The newer memories are then kept as a backup too.`
      }`,
    ),
  database_foreign: ({ path }: { path: string }) =>
    storage(
      `The file ${path} is a database of another program.`,
      "Move it to another place, or set RECOLLECT_DATA_DIR to another folder. The file was not changed.",
    ),
  lock_damaged: ({ path }: { path: string }) =>
    storage(
      `The lock file ${path} is damaged.`,
      "Make sure that no Recollect runs on this data, delete the file, and start again. It contains no memories.",
    ),
  lock_of_another: ({ path }: { path: string }) =>
    denied(
      `The lock file ${path} belongs to another user, for example because Recollect was started with sudo.`,
      "End that Recollect, and make your user the owner of all files in the folder. Then start again.",
    ),
  backup_damaged: ({ path, finding }: { path: string; finding: string }) =>
    storage(`The backup ${path} is damaged: ${finding}`, "Choose another backup. Nothing was changed."),
  backup_unknown: ({ name }: { name: string }) =>
    notFound(`There is no backup ${name}.`, "List the backups and name one of them, or use latest."),
  backup_ids_unknown: ({ ids }: { ids: readonly string[] }) =>
    invalid(
      `Neither the backup nor the present has these memories: ${ids.join(", ")}.`,
      "Compare the backup first. Nothing was changed.",
    ),
  second_folder_failed: ({ path, problem }: { path: string; problem: string }) =>
    storage(
      `The second copy of the backups could not be written to ${path}: ${problem}`,
      "The backups in the data folder are complete. Check the folder, or choose another in Settings.",
    ),
  second_folder_invalid: ({ path, problem }: { field?: string; path: string; problem: string }) =>
    invalid(
      `The folder ${path} cannot have backups: ${problem}`,
      "Choose an existing folder outside the data folder that you may write to, by its full path.",
    ),
  backup_unreadable: ({ path }: { path: string }) => storage(`The backup ${path} cannot be read.`),
  backup_failed: ({ problem }: { problem: string }) =>
    storage(
      `The memories are not backed up: ${problem}`,
      "Recollect tries again every hour. Check the folder of the backups and the space on the disk.",
    ),
  backup_smaller: ({ memories, before, name }: { memories: number; before: number; name: string }) =>
    storage(
      `The newest backup has ${memories} memories with those in the trash, the one before has ${before}.`,
      `Both are kept. If memories are missing, restore ${name} in Settings.`,
    ),
  damaged: ({ path, newestBackup, finding }: { path: string; newestBackup: string | null; finding: string }) =>
    storage(
      `The database ${path} is damaged: ${finding}`,
      newestBackup === null
        ? "There is no backup. Start with an empty database; the damaged file is kept next to it under another name."
        : `Restore the newest backup (${newestBackup}); the damaged file is kept next to it under another name.`,
    ),
} satisfies ErrorTexts;
