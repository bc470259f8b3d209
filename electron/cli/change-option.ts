import {
  backupPathOf,
  readConfigurationFile,
  replaceConfigurationFile,
} from "../connect/install/configuration-file.ts";
import type { ChangedText } from "../connect/instructions/insert-instructions.ts";
import { type CommandCall, type CommandContext, EXIT, type ExitCode, type Options, UsageError } from "./command.ts";
import { formatJson } from "./terminal.ts";

/** The options of a command that changes a file of another program. */
export const CHANGE_OPTIONS = {
  write: {
    type: "boolean",
    short: "w",
    help: "Add or update it in the file; a backup is kept in the data folder.",
  },
  remove: { type: "boolean", short: "r", help: "Remove it from the file; the rest is unchanged." },
  "dry-run": { type: "boolean", help: "With --write or --remove: only show the changes." },
} as const satisfies Options;

export type Change = "write" | "remove";

/** The requested change, or null for none. @throws UsageError */
export function changeOf(call: CommandCall, command: string): Change | null {
  if (call.flag("write") && call.flag("remove")) throw new UsageError("Give --write or --remove, not both.", command);
  const change = call.flag("write") ? "write" : call.flag("remove") ? "remove" : null;
  if (change === null && call.flag("dry-run")) {
    throw new UsageError("--dry-run needs --write or --remove.", command);
  }
  return change;
}

/** The mode of a new file; it contains no secret. */
const NEW_MODE = 0o644;

/**
 * Changes a file, or with --dry-run shows the changes. A file that becomes empty is removed.
 * @param target.project the folder that a project's file must be in
 */
export async function applyChange(
  target: { readonly path: string; readonly project: string | null },
  edit: (text: string) => ChangedText,
  call: CommandCall,
  { terminal, files }: CommandContext,
): Promise<ExitCode> {
  const { path, project } = target;
  const file = readConfigurationFile(path, project);
  const { text, changed } = edit(file.text);
  const written = changed && !call.flag("dry-run");
  const backup = written && file.bytes !== null ? backupPathOf(files.replacedFiles, path, Date.now()) : null;
  if (written) replaceConfigurationFile(file, text === "" ? null : text, { backupPath: backup, newMode: NEW_MODE });
  const { differenceOf, formatDifference } = await import("../connect/install/difference.ts");
  const difference = formatDifference(differenceOf(file.text, text));
  if (call.json) {
    terminal.print(formatJson({ file: path, changed, written, backup, difference }));
    return EXIT.ok;
  }
  if (changed) terminal.print(difference.trimEnd());
  terminal.note(describeChange(path, { changed, written, backup }));
  return EXIT.ok;
}

/** One line about what happened to a file. */
export function describeChange(
  path: string,
  {
    changed,
    written,
    backup,
  }: { readonly changed: boolean; readonly written: boolean; readonly backup: string | null },
): string {
  const result = !changed ? "is up to date" : written ? "was changed" : "would be changed";
  return `${path} ${result}.${backup === null ? "" : ` Backup: ${backup}`}`;
}
