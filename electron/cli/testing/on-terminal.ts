import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import path from "node:path";
import { COMMAND_LINE_ENTRY } from "../../../tests/testing/entries.ts";

/** Runs a command on a terminal of its own (util-linux). */
const SCRIPT = "/usr/bin/script";

/** Whether this computer has a program that opens a terminal for a test. */
export const HAS_TERMINAL = process.platform === "linux" && existsSync(SCRIPT);

/**
 * Runs `recollect …` on a terminal, and enters each text once its prompt is shown.
 * @param folder the home folder, with the data folder `data`
 */
export async function runOnTerminal(
  args: readonly string[],
  folder: string,
  entered: readonly (readonly [prompt: string, text: string])[],
): Promise<{ readonly code: number; readonly shown: string }> {
  const command = [process.execPath, COMMAND_LINE_ENTRY, ...args].map((word) => `'${word}'`).join(" ");
  // `script` runs the command in the user's shell, which may be disabled.
  const env = {
    ...process.env,
    SHELL: "/bin/sh",
    HOME: folder,
    RECOLLECT_DATA_DIR: path.join(folder, "data"),
    RECOLLECT_START_COMMAND: "[]",
  };
  const child = spawn(SCRIPT, ["-qec", command, "/dev/null"], { env, stdio: "pipe" });
  let shown = "";
  let position = 0;
  const left = [...entered];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    shown += text;
    const [prompt, answer] = left[0] ?? [];
    const at = prompt === undefined ? -1 : shown.indexOf(prompt, position);
    if (prompt === undefined || at === -1) return;
    position = at + prompt.length;
    left.shift();
    child.stdin.write(answer);
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { code: code ?? -1, shown };
}
