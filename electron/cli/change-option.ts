import {
  backupPathOf,
  readConfigurationFile,
  replaceConfigurationFile,
} from "../clients/install/configuration-file.ts";
import type { ChangedText } from "../clients/instructions/insert-instructions.ts";
import type { CommandCall, Options } from "./command.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";
import type { Terminal } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

/** What to do with a file of another program. */
export const CHANGE_OPTIONS = {
  write: {
    type: "boolean",
    short: "w",
    help: "Add it to the file, or bring it up to date; the old file is kept beside it.",
  },
  remove: { type: "boolean", short: "r", help: "Take it out of the file again; everything else stays." },
  "dry-run": { type: "boolean", help: "With --write or --remove: only show the difference." },
} as const satisfies Options;

export type Change = "write" | "remove";

/** Null: nothing is to be changed. @throws UsageError */
export function changeOf(call: CommandCall, command: string): Change | null {
  if (call.flag("write") && call.flag("remove")) throw new UsageError("Give --write or --remove, not both.", command);
  const change = call.flag("write") ? "write" : call.flag("remove") ? "remove" : null;
  if (change === null && call.flag("dry-run")) {
    throw new UsageError("--dry-run goes with --write or --remove.", command);
  }
  return change;
}

/** Permission bits of a file that is not there yet: it holds no secret. */
const NEW_MODE = 0o644;

/** Changes a file, or shows how it would be changed; one that would hold nothing any more is removed. */
export async function applyChange(
  path: string,
  edit: (text: string) => ChangedText,
  call: CommandCall,
  terminal: Terminal,
): Promise<ExitCode> {
  const file = readConfigurationFile(path);
  const { text, changed } = edit(file.text);
  const written = changed && !call.flag("dry-run");
  const backup = written && file.bytes !== null ? backupPathOf(path, Date.now()) : null;
  if (written) replaceConfigurationFile(file, text === "" ? null : text, { backupPath: backup, newMode: NEW_MODE });
  const { differenceOf, formatDifference } = await import("../clients/install/difference.ts");
  const difference = formatDifference(differenceOf(file.text, text));
  if (call.json) {
    terminal.print(JSON.stringify({ file: path, changed, written, backup, difference }, null, 2));
    return EXIT.ok;
  }
  if (changed) terminal.print(difference.trimEnd());
  const what = !changed ? "is as it should be" : written ? "was changed" : "would be changed like this";
  terminal.note(`${path} ${what}.${backup === null ? "" : ` What was there is in ${backup}`}`);
  return EXIT.ok;
}
