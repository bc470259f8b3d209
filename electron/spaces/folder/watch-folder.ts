// Hand-written: no library combines events with polling whose interval adapts to unreported changes.
import { type FSWatcher, watch } from "node:fs";
import path from "node:path";

/** The wait after the first event of a change: files that a program syncs together are reported once. */
const SETTLE_MS = 100;
const MIN_POLL_INTERVAL_MS = 2_000;
const MAX_POLL_INTERVAL_MS = 30_000;

interface WatchFolderOptions {
  /** The folder with one folder for each device. */
  readonly folder: string;
  /** Changes of this device are its own and not reported. */
  readonly device: string;
  /** Returns a text that differs after each change of another device. */
  readonly fingerprint: () => Promise<string>;
  readonly onChange: () => void;
  /** False: polls only, as on a network folder, whose changes by others are not reported to this machine. */
  readonly canWatch?: boolean;
}

/**
 * Watches a folder. Network folders, and some systems, do not report changes that others made, so the folder is also
 * compared from time to time: often while that finds unreported changes, seldom otherwise.
 */
export class FolderWatch {
  readonly #options: WatchFolderOptions;
  #watcher: FSWatcher | null = null;
  #timer: NodeJS.Timeout | undefined;
  #settling: NodeJS.Timeout | undefined;
  #interval = MIN_POLL_INTERVAL_MS;
  #known = "";
  #polling: Promise<void> = Promise.resolve();
  #isClosed = false;

  private constructor(options: WatchFolderOptions) {
    this.#options = options;
  }

  static async start(options: WatchFolderOptions): Promise<FolderWatch> {
    const folderWatch = new FolderWatch(options);
    folderWatch.#known = await options.fingerprint().catch(() => "");
    folderWatch.#watch();
    folderWatch.#schedule();
    return folderWatch;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#settling);
    this.#watcher?.close();
    await this.#polling;
  }

  #watch(): void {
    if (this.#options.canWatch === false) return;
    try {
      this.#watcher = watch(this.#options.folder, { recursive: true, persistent: false });
    } catch {
      // Not supported here, or the folder is not there: polling finds the changes.
      return;
    }
    this.#watcher.on("change", (_, name) => this.#onEvent(name === null ? null : String(name)));
    this.#watcher.on("error", () => {
      this.#watcher?.close();
      this.#watcher = null;
    });
  }

  #onEvent(name: string | null): void {
    if (name?.split(path.sep)[0] === this.#options.device || this.#settling !== undefined) return;
    this.#settling = setTimeout(() => {
      this.#settling = undefined;
      this.#poll(true);
    }, SETTLE_MS).unref();
  }

  #schedule(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => this.#poll(false), this.#interval).unref();
  }

  /** Compares the folder and reports a difference. */
  #poll(wasReported: boolean): void {
    clearTimeout(this.#timer);
    this.#polling = this.#polling.then(async () => {
      // The folder may be missing for a while.
      const now = await this.#options.fingerprint().catch(() => this.#known);
      if (this.#isClosed) return;
      const hasChanged = now !== this.#known;
      this.#known = now;
      const isMissed = hasChanged && !wasReported;
      this.#interval = isMissed ? MIN_POLL_INTERVAL_MS : Math.min(this.#interval * 2, MAX_POLL_INTERVAL_MS);
      if (isMissed && this.#watcher === null) this.#watch();
      clearTimeout(this.#timer);
      this.#schedule();
      if (hasChanged) this.#options.onChange();
    });
  }
}
