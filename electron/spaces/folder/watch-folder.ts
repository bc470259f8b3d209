// Hand-written: no library combines events with polling whose interval adapts to unreported changes.
import { type FSWatcher, watch } from "node:fs";
import path from "node:path";
import { ULID } from "../carrier.ts";
import { namesIn } from "./files.ts";

/** The wait after the first event of a change: files that a program syncs together are reported once. */
const SETTLE_MS = 100;
/** The wait is at least this many times as long as the last comparison took: many changes take a part of the time only. */
const SETTLE_RATIO = 10;
/** Systems limit the watches of a user. Changes in the folders of further devices are found by polling. */
const MAX_WATCHES = 300;
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
  readonly platform?: NodeJS.Platform;
  /** False: polls only, as on a network folder, whose changes by others are not reported to this machine. */
  readonly canWatch?: boolean;
}

/**
 * Watches a folder and the folders in it, each by itself: on Linux, Node watches a tree by reading it on the event loop
 * and comparing each file with all others, 12 s for 1,000 files. Network folders, and some systems, do not report changes that others made, so the folder is also
 * compared from time to time: often while that finds unreported changes, seldom otherwise.
 */
export class FolderWatch {
  readonly #options: WatchFolderOptions;
  readonly #watchers = new Map<string, FSWatcher>();
  #timer: NodeJS.Timeout | undefined;
  #settling: NodeJS.Timeout | undefined;
  #interval = MIN_POLL_INTERVAL_MS;
  #pollMs = 0;
  #known = "";
  #polling: Promise<void> = Promise.resolve();
  #isClosed = false;

  private constructor(options: WatchFolderOptions) {
    this.#options = options;
  }

  static async start(options: WatchFolderOptions): Promise<FolderWatch> {
    const folderWatch = new FolderWatch(options);
    folderWatch.#known = await options.fingerprint().catch(() => "");
    await folderWatch.#watch();
    folderWatch.#schedule();
    return folderWatch;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#settling);
    for (const watcher of this.#watchers.values()) watcher.close();
    await this.#polling;
  }

  /**
   * Watches the folders that are there now.
   * @returns whether a watch was added, before which the folder can have changed unseen
   */
  async #watch(): Promise<boolean> {
    const { folder, device, canWatch, platform = process.platform } = this.#options;
    if (canWatch === false) return false;
    const isTree = platform === "darwin" || platform === "win32";
    const below = isTree ? [] : await namesIn(folder, true).catch(() => []);
    const names = below.filter((name) => ULID.test(name) && name !== device).slice(0, MAX_WATCHES);
    const wanted = new Set([folder, ...names.map((name) => path.join(folder, name))]);
    if (this.#isClosed) return false;
    for (const [watched, watcher] of this.#watchers) {
      if (wanted.has(watched)) continue;
      watcher.close();
      this.#watchers.delete(watched);
    }
    const added = [...wanted].filter((each) => !this.#watchers.has(each) && this.#add(each, isTree));
    return added.length > 0;
  }

  #add(folder: string, recursive: boolean): boolean {
    let watcher: FSWatcher;
    try {
      watcher = watch(folder, { recursive, persistent: false });
    } catch {
      // Not supported here, or the folder is not there: polling finds the changes.
      return false;
    }
    this.#watchers.set(folder, watcher);
    watcher.on("change", (_, name) => this.#onEvent(name === null ? null : String(name)));
    watcher.on("error", () => {
      watcher.close();
      this.#watchers.delete(folder);
    });
    return true;
  }

  #onEvent(name: string | null): void {
    if (name?.split(path.sep)[0] === this.#options.device || this.#settling !== undefined) return;
    const wait = Math.min(Math.max(SETTLE_MS, SETTLE_RATIO * this.#pollMs), MAX_POLL_INTERVAL_MS);
    this.#settling = setTimeout(() => {
      this.#settling = undefined;
      this.#poll(true);
    }, wait).unref();
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
      const startedAt = performance.now();
      const now = await this.#options.fingerprint().catch(() => this.#known);
      this.#pollMs = performance.now() - startedAt;
      if (this.#isClosed) return;
      const hasChanged = now !== this.#known;
      this.#known = now;
      const isMissed = hasChanged && !wasReported;
      this.#interval = isMissed ? MIN_POLL_INTERVAL_MS : Math.min(this.#interval * 2, MAX_POLL_INTERVAL_MS);
      // A device can be new, or its folder was not there before.
      if (hasChanged && (await this.#watch())) this.#onEvent(null);
      clearTimeout(this.#timer);
      this.#schedule();
      if (hasChanged) this.#options.onChange();
    });
  }
}
