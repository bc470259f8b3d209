import type { ProgramOptions } from "../run-program.ts";

/** One client process that stays alive from call to call, as it does while a person works. */
export interface LiveClient {
  /**
   * Has the client call one of our tools; what it was answered, as text.
   * @throws Error where the client has no such tool any more, or does not come back in time
   */
  call(tool: string, args: object): Promise<string>;
  close(): Promise<void>;
}

export interface LiveOptions extends ProgramOptions {
  /** The client's executable. */
  readonly file: string;
}

/** Rejects once the limit is over; whoever waits for the first of two leaves nothing running. */
export async function within<Value>(limitMs: number, what: string, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${limitMs / 1000} s.`)), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
