import { setPriority } from "node:os";

/** A nice value (setpriority(2)). The thread still gets a tenth of a processor that all others want. */
const BACKGROUND_PRIORITY = 10;

/**
 * Lowers the priority of the calling thread, for work that no request waits for. Linux applies a nice value to one thread
 * (setpriority(2)). Other systems would apply it to the entire process, so nothing changes there.
 */
export function runInBackground(): void {
  if (process.platform === "linux") setPriority(BACKGROUND_PRIORITY);
}
