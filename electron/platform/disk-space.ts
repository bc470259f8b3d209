import { appendFileSync, rmSync, statfsSync, statSync } from "node:fs";
import type { Logger } from "../core/ports.ts";
import { RecollectError } from "../text/errors.ts";

/** Below this the disk counts as full: less than a start and a few requests write. */
const MIN_FREE_BYTES = 1024 * 1024;
/** What a start writes at least: SQLite's shared memory, `endpoint.json`, some lines of the log. */
const RESERVE_BYTES = 512 * 1024;
/** What a running application writes on a full disk: its log, the state of its sessions. */
const LEFT_BYTES = 64 * 1024;
const POLL_INTERVAL_MS = 2_000;

interface DiskSpaceOptions {
  readonly folder: string;
  /** A file that reserves space, which a start on a full disk uses. */
  readonly reserve: string;
  readonly logger: Logger;
  /** Called when {@link DiskSpace.problem} changed. */
  readonly onChange: () => void;
}

/** Whether the disk of the data folder is full, and the space that a start on a full disk needs. */
export class DiskSpace {
  readonly #options: DiskSpaceOptions;
  /** Whether it was full at the start. The reserve is used then, and must not be used up by memories. */
  #fullAtStart: boolean;
  #full: boolean;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: DiskSpaceOptions) {
    this.#options = options;
    this.#fullAtStart = this.#freeBytes() < MIN_FREE_BYTES;
    this.#full = this.#fullAtStart;
    if (this.#full) {
      rmSync(options.reserve, { force: true });
      options.logger.warn("The disk is full. Recollect starts without writing memories.");
      this.#poll();
    } else this.#makeReserve();
  }

  /** What the full disk prevents; null if it is not full. */
  problem(): RecollectError | null {
    return this.#full ? new RecollectError("disk_full_refuses", {}) : null;
  }

  /** Whether memories must not be written, because the disk was full at the start and still is. */
  refusesWrites(): boolean {
    return this.#full && this.#fullAtStart;
  }

  /** Must be called with the error of a failed write. */
  report(error: unknown): void {
    const isFull = error instanceof Error && "code" in error && /^(SQLITE_FULL|ENOSPC|EDQUOT)/.test(String(error.code));
    if (!isFull || this.#full) return;
    this.#full = true;
    this.#poll();
    this.#options.onChange();
  }

  close(): void {
    clearTimeout(this.#timer);
    // Space that this start used, for the next one.
    this.#makeReserve();
  }

  #poll(): void {
    this.#timer = setTimeout(() => {
      if (this.#freeBytes() < MIN_FREE_BYTES + RESERVE_BYTES) {
        this.#makeReserve();
        return this.#poll();
      }
      this.#full = false;
      this.#fullAtStart = false;
      this.#makeReserve();
      this.#options.onChange();
    }, POLL_INTERVAL_MS).unref();
  }

  #freeBytes(): number {
    try {
      const { bavail, bsize } = statfsSync(this.#options.folder);
      return bavail * bsize;
    } catch {
      // A file system that does not report it: the first failed write shows that it is full.
      return Number.POSITIVE_INFINITY;
    }
  }

  /** Reserves the space, or the rest of a full disk: the start may be followed by another. */
  #makeReserve(): void {
    const { reserve, logger } = this.#options;
    try {
      const present = statSync(reserve, { throwIfNoEntry: false })?.size ?? 0;
      const free = this.#freeBytes() - (this.#full ? LEFT_BYTES : 0);
      const missing = Math.min(RESERVE_BYTES - present, free);
      if (missing > 0) appendFileSync(reserve, Buffer.alloc(missing), { mode: 0o600 });
    } catch (error) {
      logger.warn("No space could be reserved for a start on a full disk.", { error });
    }
  }
}
