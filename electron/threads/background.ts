import { setPriority } from "node:os";

/** A nice value (setpriority(2)). On a busy processor the thread still gets a tenth of the time. */
const BACKGROUND_PRIORITY = 10;

/**
 * Lowers the priority of the calling thread, for work that requests do not wait for. Linux applies a nice value to one thread
 * (setpriority(2)). Other systems would apply it to the entire process, so nothing changes there.
 */
export function runInBackground(): void {
  if (process.platform === "linux") setPriority(BACKGROUND_PRIORITY);
}
