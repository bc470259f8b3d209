import type { Logger } from "../core/ports.ts";

/** Long enough that clients have connected and been answered. */
const AFTER_MS = 30_000;

/**
 * Looks the whole database through, some time after an unclean stop; the quick look at the start has found nothing.
 * @param check answers what it found, or null
 * @param onDamage is told what was found
 * @returns what ends the wait
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
        logger.info("The database was looked through whole after an unclean stop: all is well");
      } else {
        logger.error("The database is damaged. Restore a backup, or export what can be read", { finding });
        onDamage(finding);
      }
    } catch (error) {
      logger.warn("The database was not looked through whole", { error });
    }
  };
  const timer = setTimeout(() => void run(), AFTER_MS).unref();
  return () => clearTimeout(timer);
}
