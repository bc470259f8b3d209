import {
  backupPathOf,
  readConfigurationFile,
  replaceConfigurationFile,
} from "../connect/install/configuration-file.ts";
import type { ChangedText } from "../connect/instructions/insert-instructions.ts";
import type { CommandText } from "../text/command-line.ts";
import { type CommandCall, type CommandContext, UsageError } from "./command.ts";

/** The options of a command that changes a file of another program. */
export const CHANGE_OPTIONS = ["-w, --write", "-r, --remove", "--dry-run"];

export type Change = "write" | "remove";

/** The requested change, or null for none. @throws UsageError */
export function changeOf(call: CommandCall, { usage }: CommandText): Change | null {
  if (call.flag("write") && call.flag("remove")) throw new UsageError(usage.onlyOne("--write", "--remove"));
  const change = call.flag("write") ? "write" : call.flag("remove") ? "remove" : null;
  if (change === null && call.flag("dry-run")) throw new UsageError(usage.needs("--dry-run", "--write / --remove"));
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
  { terminal, files, text: words }: CommandContext,
): Promise<void> {
  const { path, project } = target;
  const file = readConfigurationFile(path, project);
  const { text, changed } = edit(file.text);
  const written = changed && !call.flag("dry-run");
  const backup = written && file.bytes !== null ? backupPathOf(files.replacedFiles, path, Date.now()) : null;
  if (written) replaceConfigurationFile(file, text === "" ? null : text, { backupPath: backup, newMode: NEW_MODE });
  const { differenceOf, formatDifference } = await import("../connect/install/difference.ts");
  const difference = formatDifference(differenceOf(file.text, text));
  if (call.json) return terminal.printJson({ file: path, changed, written, backup, difference });
  if (changed) terminal.print(terminal.difference(difference.trimEnd()));
  terminal.note(describeChange(path, { changed, written, backup }, words));
}

/** Returns a sentence about the change of a file. */
export function describeChange(
  path: string,
  result: { readonly changed: boolean; readonly written: boolean; readonly backup: string | null },
  { change }: CommandText,
): string {
  const { changed, written, backup } = result;
  const sentence = !changed ? change.upToDate(path) : written ? change.changed(path) : change.wouldChange(path);
  return `${sentence}${backup === null ? "" : change.backup(backup)}`;
}
