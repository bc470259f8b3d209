import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import {
  backupPathOf,
  readConfigurationFile,
  replaceConfigurationFile,
} from "../../connect/install/configuration-file.ts";
import type { CommandContext } from "../command.ts";
import { ownCommand } from "../own-command.ts";
import { completionScript, type Shell } from "./scripts.ts";

/** The mark of our line in the file that a shell reads at its start. */
const MARK = "# recollect completion";

/** The places of a shell's completion: the script, and the file with the line that loads it; null if none is needed. */
interface Places {
  readonly script: string;
  readonly startFile: string | null;
}

/** Returns the shell that runs this command, by its `SHELL`; null for an unknown one. */
export function ownShell({ env, platform }: Pick<CommandContext, "env" | "platform">): Shell | null {
  const name = path.basename(env.SHELL ?? "").replace(/\.exe$/, "");
  if (name === "bash" || name === "zsh" || name === "fish") return name;
  if (name === "pwsh" || name === "powershell" || (name === "" && platform === "win32")) return "powershell";
  return null;
}

/** Returns the file that installing the completion changes. fish has a folder for scripts; other shells read a line. */
export function changedFile(shell: Shell, context: CommandContext): string {
  const { script, startFile } = placesOf(shell, context);
  return startFile ?? script;
}

/** The words that start this program, for a script: with its variables. */
export function scriptOf(shell: Shell, context: CommandContext): string {
  const { command, args, env = {} } = ownCommand(context);
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const words = [command, ...args];
  // PowerShell has no `env`; its users have the program on the path.
  return completionScript(
    shell,
    shell === "powershell" || variables.length === 0 ? words : ["env", ...variables, ...words],
  );
}

/** Writes the script for this user, and the line that loads it. */
export function installCompletion(shell: Shell, context: CommandContext): void {
  const { script, startFile } = placesOf(shell, context);
  mkdirSync(path.dirname(script), { recursive: true });
  writeFileSync(script, scriptOf(shell, context));
  if (startFile === null) return;
  const line =
    shell === "powershell"
      ? `. '${script.replaceAll("'", "''")}' ${MARK}`
      : `[ -f '${script}' ] && . '${script}' ${MARK}`;
  changeStartFile(startFile, (lines) => [...lines, line], context);
}

/** Removes the script, and the line that loads it. */
export function removeCompletion(shell: Shell, context: CommandContext): void {
  const { script, startFile } = placesOf(shell, context);
  rmSync(script, { force: true });
  if (startFile !== null) changeStartFile(startFile, (lines) => lines, context);
}

function placesOf(shell: Shell, { env, files, home, platform }: CommandContext): Places {
  const config = env.XDG_CONFIG_HOME || path.join(home, ".config");
  if (shell === "fish") return { script: path.join(config, "fish", "completions", "recollect.fish"), startFile: null };
  const folder = path.join(files.folder, "completion");
  if (shell === "powershell") {
    const profile = platform === "win32" ? path.join(home, "Documents", "PowerShell") : path.join(config, "powershell");
    return {
      script: path.join(folder, "recollect.ps1"),
      startFile: path.join(profile, "Microsoft.PowerShell_profile.ps1"),
    };
  }
  const startFile = shell === "zsh" ? path.join(env.ZDOTDIR || home, ".zshrc") : path.join(home, ".bashrc");
  return { script: path.join(folder, `recollect.${shell}`), startFile };
}

/** Removes our line, and passes the others to `change`. Everything else in the file stays as it is. */
function changeStartFile(
  startFile: string,
  change: (lines: readonly string[]) => readonly string[],
  { files }: CommandContext,
): void {
  const file = readConfigurationFile(startFile, null);
  const kept = file.text.split("\n").filter((line) => !line.endsWith(MARK));
  if (kept.at(-1) === "") kept.pop();
  const lines = change(kept);
  const text = lines.length === 0 ? "" : `${lines.join("\n")}\n`;
  if (text === file.text) return;
  mkdirSync(path.dirname(startFile), { recursive: true });
  const backupPath = file.bytes === null ? null : backupPathOf(files.replacedFiles, startFile, Date.now());
  replaceConfigurationFile(file, text === "" ? null : text, { backupPath, newMode: 0o644 });
}
