import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** How long a program may take to leave by itself. */
const PATIENCE_MS = 3000;

/** Asks a program to leave, and ends it where it does not. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill();
  const hard = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
  await gone;
  clearTimeout(hard);
}
