import type { Clock, Logger } from "../core/ports.ts";
import type { UpdateObstacle, UpdateService, UpdateState, UpdateStatus } from "../core/updates.ts";
import { runWhenDue } from "../core/util/run-when-due.ts";
import { RecollectError, toErrorBody } from "../text/errors.ts";
import { type CheckOptions, checkRelease } from "./check-release.ts";
import type { SignedRelease } from "./release-signature.ts";
import type { UpdateSource } from "./update-source.ts";
import { isNewer } from "./versions.ts";

/** Clients have connected by then. */
const FIRST_CHECK_DELAY_MS = 60_000;
const CHECK_INTERVAL_MS = 24 * 60 * 60_000;

/** What the owner chose, and when the last check succeeded (ISO 8601). */
export interface UpdateSettings {
  readonly agreed: boolean | null;
  readonly checkedAt: string | null;
}

/** Downloads a release and replaces the application. Only a desktop has one. */
export interface Installer {
  /**
   * Downloads the newest release and verifies signature and digest.
   * @returns the downloaded release, which can be newer than the release that the check found
   * @throws RecollectError; then nothing changed
   */
  download(options: {
    readonly source: UpdateSource;
    readonly publicKey: string;
    readonly onProgress: (progress: { readonly done: number; readonly total: number }) => void;
    readonly signal: AbortSignal;
    readonly logger: Logger;
  }): Promise<SignedRelease>;
  /** Quits, and installs the download once the application has stopped. */
  quitAndInstall(): void;
  /** Whether the downloaded update is installed when the owner quits. */
  setInstallOnQuit(wanted: boolean): void;
}

export interface UpdatesOptions {
  /** The running version. */
  readonly version: string;
  readonly source: UpdateSource | null;
  readonly publicKey: string | null;
  readonly obstacle: UpdateObstacle | null;
  readonly installer: Installer | null;
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  readonly settings: { get(): UpdateSettings; set(settings: UpdateSettings): void };
  readonly fetch: CheckOptions["fetch"];
  /** Waits until no client waits for a response, then stops serving. */
  readonly stopWhenIdle: (signal: AbortSignal) => Promise<void>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onChange: () => void;
}

/** Checks for releases, once the owner has agreed, and installs them on request. */
export class Updates implements UpdateService {
  readonly #options: UpdatesOptions;
  readonly #closing = new AbortController();
  readonly #stopChecks: () => Promise<void>;
  #state: UpdateState = "idle";
  #release: SignedRelease | null = null;
  #progress: UpdateStatus["progress"] = null;
  #error: unknown = null;
  #installsOnQuit = false;
  /** Stops the wait for requests in progress. */
  #waiting: AbortController | null = null;
  #running: Promise<UpdateStatus> | null = null;

  constructor(options: UpdatesOptions) {
    this.#options = options;
    const { clock, settings } = options;
    this.#stopChecks = runWhenDue({
      clock,
      firstDelayMs: FIRST_CHECK_DELAY_MS,
      intervalMs: CHECK_INTERVAL_MS,
      lastAt: () => Date.parse(settings.get().checkedAt ?? "") || null,
      run: () => this.#checkIfAgreed(),
    });
  }

  status(): UpdateStatus {
    const { version, source, obstacle, settings } = this.#options;
    const { agreed, checkedAt } = settings.get();
    const release = this.#release;
    return {
      version,
      agreed,
      obstacle,
      page: source?.page ?? null,
      state: this.#state,
      release: release === null ? null : { version: release.version, notes: release.notes },
      progress: this.#progress,
      checkedAt,
      error: this.#error === null ? null : toErrorBody(this.#error),
      installsOnQuit: this.#installsOnQuit,
    };
  }

  setAgreed(agreed: boolean): UpdateStatus {
    const { settings, logger } = this.#options;
    settings.set({ ...settings.get(), agreed });
    this.#error = null;
    this.#changed();
    if (agreed && this.#state === "idle" && this.#options.source !== null) {
      // The status has the error.
      this.check().catch((error: unknown) => logger.warn("The check for updates failed.", { error }));
    }
    return this.status();
  }

  async check(): Promise<UpdateStatus> {
    // A check would replace the download.
    if (["downloading", "ready", "waiting", "installing"].includes(this.#state)) return this.status();
    return this.#runOnce("checking", async () => {
      const release = await checkRelease({ ...this.#sourceOptions(), signal: this.#closing.signal });
      const { clock, settings } = this.#options;
      settings.set({ ...settings.get(), checkedAt: new Date(clock.now()).toISOString() });
      this.#note(release);
    });
  }

  async download(): Promise<UpdateStatus> {
    const { source, publicKey, obstacle, installer } = this.#options;
    if (obstacle !== null || source === null || publicKey === null || installer === null) {
      throw new RecollectError("update_not_possible", { obstacle: obstacle ?? "unsigned" });
    }
    this.#assertAgreed();
    // A check in progress can find another release.
    if (this.#state === "checking") await this.#running?.catch(() => undefined);
    if (["ready", "waiting", "installing"].includes(this.#state)) return this.status();
    if (this.#release === null) throw new RecollectError("update_none", {});
    return this.#runOnce("downloading", async () => {
      const onProgress = (progress: UpdateStatus["progress"]) => {
        this.#progress = progress;
        this.#changed();
      };
      try {
        const signal = this.#closing.signal;
        const { logger } = this.#options;
        this.#release = await installer.download({ source, publicKey, onProgress, signal, logger });
        this.#state = "ready";
      } finally {
        this.#progress = null;
      }
    });
  }

  install(when: "now" | "quit"): UpdateStatus {
    const { installer } = this.#options;
    if (installer === null || (this.#state !== "ready" && this.#state !== "waiting")) {
      throw new RecollectError("update_none", {});
    }
    if (when === "quit") {
      this.#installsOnQuit = true;
      installer.setInstallOnQuit(true);
    } else if (this.#state === "ready") void this.#installWhenIdle(installer);
    this.#changed();
    return this.status();
  }

  postpone(): UpdateStatus {
    this.#waiting?.abort();
    this.#installsOnQuit = false;
    this.#options.installer?.setInstallOnQuit(false);
    this.#changed();
    return this.status();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#waiting?.abort();
    await this.#stopChecks();
    await this.#running?.catch(() => undefined);
  }

  async #installWhenIdle(installer: Installer): Promise<void> {
    const { stopWhenIdle, logger } = this.#options;
    const waiting = new AbortController();
    this.#waiting = waiting;
    this.#state = "waiting";
    try {
      await stopWhenIdle(waiting.signal);
      this.#state = "installing";
      this.#changed();
      installer.quitAndInstall();
    } catch (error) {
      this.#state = "ready";
      if (!waiting.signal.aborted) {
        this.#error = error;
        logger.error("The update could not be installed.", { error });
      }
      this.#changed();
    } finally {
      this.#waiting = null;
    }
  }

  /** Never throws. Returns whether it was checked. */
  async #checkIfAgreed(): Promise<boolean> {
    const { settings, source, logger } = this.#options;
    if (settings.get().agreed !== true || source === null) return false;
    try {
      await this.check();
      return true;
    } catch (error) {
      logger.warn("The check for updates failed.", { error });
      return false;
    }
  }

  /** Takes note of the newest release. An older one than this version is not offered. */
  #note(release: SignedRelease): void {
    const isOffered = isNewer(release.version, this.#options.version);
    this.#release = isOffered ? release : null;
    this.#state = isOffered ? "available" : "current";
  }

  /** Runs one piece of work at a time. On failure the state is as before, and the status has the error. */
  #runOnce(state: "checking" | "downloading", work: () => Promise<void>): Promise<UpdateStatus> {
    this.#assertAgreed();
    this.#running ??= this.#run(state, work).finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #run(state: "checking" | "downloading", work: () => Promise<void>): Promise<UpdateStatus> {
    const before = this.#state;
    this.#state = state;
    this.#error = null;
    this.#changed();
    try {
      await work();
    } catch (error) {
      this.#state = before;
      this.#error = error;
      throw error;
    } finally {
      this.#changed();
    }
    return this.status();
  }

  #assertAgreed(): void {
    if (this.#options.settings.get().agreed !== true) throw new RecollectError("update_not_agreed", {});
  }

  #sourceOptions(): Omit<CheckOptions, "signal"> {
    const { source, publicKey, platform, arch, fetch } = this.#options;
    if (source === null) throw new RecollectError("update_not_possible", { obstacle: "source" });
    return { feed: source.feed, publicKey, platform, arch, fetch };
  }

  #changed(): void {
    this.#options.onChange();
  }
}
