import { readFileSync, rmSync } from "node:fs";
import type { Logger } from "../../core/ports.ts";

/** Late enough that clients have connected and made their first requests. */
const DELAY_MS = 30_000;

/**
 * Checks the entire database some time after an unclean stop, when the quick check at the start has found nothing.
 * @param check returns its finding, or null
 * @returns a function that cancels the check
 */
export function scheduleFullCheck(
  check: () => Promise<string | null>,
  onDamage: (finding: string) => void,
  logger: Logger,
): () => void {
  const run = async () => {
    try {
      const finding = await check();
      if (finding === null) {
        logger.info("The database was fully checked after an unclean stop: no damage found");
      } else {
        logger.error("The database is damaged. Restore a backup, or export what can be read", { finding });
        onDamage(finding);
      }
    } catch (error) {
      logger.warn("The full check of the database did not finish", { error });
    }
  };
  const timer = setTimeout(() => void run(), DELAY_MS).unref();
  return () => clearTimeout(timer);
}

/**
 * Keeps the finding of a full check in a file, so that the next start repeats the check before it opens the database.
 * @param write replaces the file atomically, readable only by its owner
 */
export function openDamageNote(file: string, write: (file: string, text: string) => void) {
  let finding = read(file);
  return {
    /** Null if no damage was found. */
    finding: (): string | null => finding,
    note(found: string): void {
      finding = found;
      write(file, `${found}\n`);
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
