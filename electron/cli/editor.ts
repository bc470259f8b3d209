import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Machine } from "../connect/client.ts";
import { findProgram } from "../connect/install/client-file.ts";
import { type CommandContext, InputEnded, UsageError } from "./command.ts";

/** The text that a person saved, and how to dispose of the file. */
export interface EditedText {
  readonly text: string;
  readonly file: string;
}

/**
 * Opens a text in the owner's editor: `RECOLLECT_EDITOR`, `VISUAL`, `EDITOR`, or an installed editor. Only the owner can
 * read the file, which is deleted afterwards.
 * @throws UsageError without an editor; InputEnded if it fails, as with `:cq` in vim
 */
export async function editText(
  text: string,
  name: string,
  { env, platform, home, text: words }: CommandContext,
): Promise<EditedText> {
  const command = env.RECOLLECT_EDITOR || env.VISUAL || env.EDITOR || findEditor({ env, platform, home });
  if (command === null) throw new UsageError(words.input.noEditor);
  const folder = mkdtempSync(path.join(tmpdir(), "recollect-"));
  const file = path.join(folder, name);
  try {
    writeFileSync(file, text, { mode: 0o600 });
    // The variable can contain arguments, as in `code --wait`. The name of the file is ours, without special characters.
    const child = spawn(`${command} "${file}"`, { shell: true, stdio: "inherit", env });
    const ignore = () => undefined;
    process.on("SIGINT", ignore);
    const [code] = (await once(child, "close").finally(() => process.off("SIGINT", ignore))) as [number | null];
    if (code !== 0) throw new InputEnded();
    return { text: readFileSync(file, "utf8").replace(/\r\n/g, "\n"), file };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Debian's choice of the user, then the usual editors of a terminal; null if none is on the PATH. */
function findEditor(machine: Machine): string | null {
  if (machine.platform === "win32") return "notepad";
  return ["editor", "nano", "vim", "vi"].find((name) => findProgram(name, machine) !== null) ?? null;
}
