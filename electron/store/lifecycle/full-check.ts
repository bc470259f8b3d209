import { readFileSync, rmSync } from "node:fs";
import type { Clock, Logger } from "../../core/ports.ts";
import { runWhenDue } from "../../core/util/run-when-due.ts";

/** Late enough that clients have connected and made their first requests. */
const DELAY_MS = 30_000;
/** Bits change on a disk also under a program that stops cleanly. */
const INTERVAL_MS = 7 * 24 * 60 * 60_000;

interface FullCheckOptions {
  /** Returns the damage that remains, or null. */
  readonly check: () => Promise<string | null>;
  /** Whether the last stop was unclean; the quick check at the start has found nothing then. */
  readonly stoppedUncleanly: boolean;
  /** Keeps the time of the last check. */
  readonly file: string;
  /** Replaces a file atomically, readable only by its owner. */
  readonly write: (file: string, text: string) => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Checks the entire database once a week, and some time after an unclean stop. Damage is reported by `check` itself.
 * @returns a function that cancels this
 */
export function scheduleFullCheck(options: FullCheckOptions): () => Promise<void> {
  const { check, stoppedUncleanly, file, write, clock, logger } = options;
  let lastAt = stoppedUncleanly ? null : readTime(file);
  const run = async () => {
    try {
      if ((await check()) === null) logger.info("The database was fully checked: no damage found");
      lastAt = clock.now();
      write(file, `${new Date(lastAt).toISOString()}\n`);
      return true;
    } catch (error) {
      logger.warn("The full check of the database did not finish", { error });
      return false;
    }
  };
  return runWhenDue({ clock, firstDelayMs: DELAY_MS, intervalMs: INTERVAL_MS, lastAt: () => lastAt, run });
}

function readTime(file: string): number | null {
  const time = Date.parse(read(file) ?? "");
  return Number.isNaN(time) ? null : time;
}

/**
 * Keeps damage that was found in a file, so that the next start checks the entire database before it opens it.
 * @param write replaces the file atomically, readable only by its owner
 */
export function openDamageNote(file: string, write: (file: string, text: string) => void, logger: Logger) {
  let finding = read(file);
  return {
    /** Null if no damage was found. */
    finding: (): string | null => finding,
    note(found: string): void {
      finding = found;
      try {
        write(file, `${found}\n`);
      } catch (error) {
        logger.error("The damage could not be noted for the next start", { error });
      }
    },
    /** Must be called when the database has been checked, or replaced. */
    clear(): void {
      finding = null;
      rmSync(file, { force: true });
    },
  };
}

function read(file: string): string | null {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return null;
  }
}
