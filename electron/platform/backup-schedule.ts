import type { Logger } from "../core/ports.ts";

/** A minute after the start, when clients have connected, and then once a day. */
const FIRST_AFTER_MS = 60_000;
const EVERY_MS = 24 * 60 * 60_000;

/** Has the backup of the day made while the application runs; the returned function ends it. */
export function scheduleBackups(backUp: () => Promise<string>, logger: Logger): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const run = () => {
    running = backUp().then(
      (file) => logger.info("The memories were backed up", { file }),
      (error: unknown) => logger.error("The backup failed", { error }),
    );
    timer = setTimeout(run, EVERY_MS).unref();
  };
  let timer = setTimeout(run, FIRST_AFTER_MS).unref();
  return () => {
    clearTimeout(timer);
    return running;
  };
}
