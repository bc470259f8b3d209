import type { Logger } from "../core/ports.ts";

/** What was started, to be stopped in reverse. */
export interface Shutdown {
  /** Names what was started and how it stops. */
  add(name: string, stop: () => unknown): void;
  /** Stops everything, the last started first; what fails or hangs is logged and passed over. Again: the same promise. */
  run(): Promise<void>;
}

/** @param limitMs how long each part may take before the next is stopped */
export function createShutdown(logger: Logger, limitMs: number): Shutdown {
  const parts: { readonly name: string; readonly stop: () => unknown }[] = [];
  let running: Promise<void> | null = null;

  const stopOne = async ({ name, stop }: (typeof parts)[number]): Promise<void> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`It took longer than ${limitMs} ms.`)), limitMs);
    });
    try {
      await Promise.race([(async () => stop())(), late]);
    } catch (error) {
      logger.error(`Stopping the ${name} failed`, { error });
    } finally {
      clearTimeout(timer);
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
