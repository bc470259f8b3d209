import { writeSync } from "node:fs";

/** How long a pipe that is full is left to its reader. */
const FULL_PIPE_WAIT_MS = 5;

/**
 * Writes all of a text before it returns, also to a pipe that another program made non-blocking. Opening a stream takes
 * longer than most texts.
 * @throws an error of the file system, such as `EPIPE` if the reader is gone
 */
export function writeAll(descriptor: number, text: string): void {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, FULL_PIPE_WAIT_MS);
    }
  }
}
