import type { Logger } from "../core/ports.ts";
import { withTimeout } from "../core/util/with-timeout.ts";

/** Stops the started parts in reverse order. */
export interface Shutdown {
  /** Registers a started part and the function that stops it. */
  add(name: string, stop: () => unknown): void;
  /**
   * Stops all parts, last started first. Logs a part that fails or exceeds the limit. Later calls return the same
   * promise.
   */
  run(): Promise<void>;
}

/** @param timeoutMs how long each part may take to stop */
export function createShutdown(logger: Logger, timeoutMs: number): Shutdown {
  const parts: { readonly name: string; readonly stop: () => unknown }[] = [];
  let running: Promise<void> | null = null;

  const stopOne = async ({ name, stop }: (typeof parts)[number]): Promise<void> => {
    try {
      await withTimeout((async () => stop())(), timeoutMs, () => {
        throw new Error(`It took longer than ${timeoutMs} ms.`);
      });
    } catch (error) {
      logger.error(`Stopping the ${name} failed`, { error });
    }
  };

  return {
    add: (name, stop) => void parts.push({ name, stop }),
    run() {
      running ??= (async () => {
        for (const part of parts.toReversed()) await stopOne(part);
      })();
      return running;
    },
  };
}
