import type { Clock } from "../core/ports.ts";
import type { TokenRow } from "../core/tokens.ts";

/** Longest time that is waited at once: timers count in 31 bits, and a machine that slept wakes late. Milliseconds. */
const LONGEST_WAIT_MS = 60_000;

/** Tells of tokens when they expire. */
export interface ExpiryWatch {
  /** Also of a row that changed: its new day counts. */
  watch(rows: readonly TokenRow[]): void;
  close(): void;
}

/**
 * Nothing asks about a token while its client only listens, so its streams are ended by the clock.
 * @param onExpired told once for each time a token expires
 */
export function createExpiryWatch(clock: Clock, onExpired: (id: string) => void): ExpiryWatch {
  /** When each that still serves will end, milliseconds since 1970. */
  const ends = new Map<string, number>();
  let timer: NodeJS.Timeout | null = null;

  function arm(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (ends.size === 0) return;
    const wait = Math.max(0, Math.min(...ends.values()) - clock.now());
    timer = setTimeout(tell, Math.min(wait, LONGEST_WAIT_MS)).unref();
  }

  function tell(): void {
    for (const [id, end] of [...ends]) {
      if (end > clock.now()) continue;
      ends.delete(id);
      onExpired(id);
    }
    arm();
  }

  return {
    watch(rows) {
      for (const { id, expiresAt, revokedAt } of rows) {
        if (revokedAt === null && expiresAt !== null && expiresAt > clock.now()) ends.set(id, expiresAt);
        else ends.delete(id);
      }
      arm();
    },
    close() {
      ends.clear();
      arm();
    },
  };
}
