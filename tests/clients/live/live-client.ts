import { withTimeout } from "../../../electron/core/util/with-timeout.ts";
import type { ProgramOptions } from "../run-program.ts";

/** A client process that keeps running between calls. */
export interface LiveClient {
  /**
   * Makes the client call one of our tools, and returns the result as text.
   * @throws Error if the client no longer has the tool, or does not respond in time
   */
  call(tool: string, args: object): Promise<string>;
  close(): Promise<void>;
}

export interface LiveOptions extends ProgramOptions {
  /** The path of the client's executable. */
  readonly file: string;
}

/** Waits for `work` at most `timeoutMs`. @throws Error after the timeout */
export function waitFor<Value>(work: Promise<Value>, timeoutMs: number, name: string): Promise<Value> {
  return withTimeout(work, timeoutMs, () => {
    throw new Error(`${name} took longer than ${timeoutMs / 1000} s.`);
  });
}
