import { setTimeout as pause } from "node:timers/promises";
import type { ConversationSettings, ScanProgress } from "../core/conversations.ts";
import type { Clock, Logger } from "../core/ports.ts";
import { FolderWatch } from "../platform/folder-watch.ts";
import { type ErrorBody, toErrorBody } from "../text/errors.ts";
import type { ConversationThread } from "./conversation-threads.ts";
import type { ScanRules } from "./scan-rules.ts";
import type { NamedProject } from "./session-rows.ts";

interface ScanRunsOptions {
  /** Scans and writes. */
  readonly writer: ConversationThread;
  readonly reader: ConversationThread;
  readonly platform: NodeJS.Platform;
  readonly settings: () => ConversationSettings;
  readonly rules: () => ScanRules;
  /** Creates the database. */
  readonly open: () => Promise<void>;
  /** Returns the final name of a project. */
  readonly projectName: (name: string, host: string | null) => string;
  /** Called after each step. */
  onStep(): void;
  /** Called when a scan has ended and no other one follows. */
  onEnd(): void;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** One step of a scan. A request to the scanning thread waits at most this long. */
const STEP_MS = 100;
/** The part of the time in which a scan rests, so that it never needs more than four fifths of one processor. */
const REST_SHARE = 0.2;

/** Scans one after another, in steps with rests between them, and again when a transcript changes. */
export class ScanRuns {
  readonly #options: ScanRunsOptions;
  readonly #watch: FolderWatch;
  #scanning: Promise<void> | null = null;
  /** The options of the scan that follows the running one, or null if none does. */
  #again: { retry: boolean } | null = null;
  #progress: ScanProgress | null = null;
  #failure: ErrorBody | null = null;
  #problems: Readonly<Record<string, ErrorBody>> = {};
  #closed = false;

  constructor(options: ScanRunsOptions) {
    this.#options = options;
    this.#watch = new FolderWatch({ platform: options.platform, onChange: () => void this.start(false) });
  }

  isScanning(): boolean {
    return this.#scanning !== null;
  }

  /** Null while no scan runs. */
  progress(): ScanProgress | null {
    return this.#progress;
  }

  /** Why the last scan failed, apart from single transcripts. */
  failure(): ErrorBody | null {
    return this.#failure;
  }

  /** Why the transcripts of a client could not be listed, by client. */
  problems(): Readonly<Record<string, ErrorBody>> {
    return this.#problems;
  }

  /** Whether transcripts are read: a client is switched on, and reading is not paused. */
  isActive(): boolean {
    const { clients, readingPaused } = this.#options.settings();
    return clients.length > 0 && !readingPaused && !this.#closed;
  }

  /** Starts a scan, now or after the running one. Never rejects. @param retry see {@link ScanStart} */
  start(retry: boolean): Promise<void> {
    if (this.#scanning !== null) {
      this.#again = { retry: retry || this.#again?.retry === true };
      return this.#scanning;
    }
    if (!this.isActive()) return Promise.resolve();
    this.#again = null;
    this.#scanning = this.#run(retry)
      .catch((error: unknown) => {
        this.#failure = toErrorBody(error);
        this.#options.logger.warn("Conversations could not be read.", { error: String(error) });
      })
      .finally(() => {
        this.#scanning = null;
        this.#progress = null;
        if (this.#again !== null && this.isActive()) void this.start(this.#again.retry);
        else this.#options.onEnd();
      });
    return this.#scanning;
  }

  /** Stops watching for changes of transcripts until the next scan is started. */
  stopWatching(): void {
    this.#watch.close();
  }

  /** Waits until no scan runs. */
  async idle(): Promise<void> {
    while (this.#scanning !== null) await this.#scanning;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#watch.close();
    await this.#scanning;
  }

  async #run(retry: boolean): Promise<void> {
    const { writer, reader, settings, rules: currentRules, open, clock, onStep } = this.#options;
    await open();
    const { clients, archives } = settings();
    // Before the scan lists the transcripts: a file that is written after that must be reported.
    await reader.call("folders", clients).then(
      (folders) => (this.isActive() ? this.#watch.watch(folders) : undefined),
      () => undefined,
    );
    const rules = currentRules();
    // A conversation may have become too old since the last scan.
    if (rules.keptSince !== null) await writer.call("setRules", clients, rules);
    const { problems } = await writer.call("startScan", { clients, rules, archives, retry });
    this.#problems = problems;
    this.#failure = null;
    while (this.isActive()) {
      const start = performance.now();
      const { finished, progress, unnamed } = await writer.call("step", STEP_MS, clock.now());
      this.#progress = progress;
      if (unnamed.length > 0) {
        await writer.call(
          "nameProjects",
          unnamed.flatMap((found) => this.#named(found)),
        );
      }
      if (finished) break;
      onStep();
      await pause(((performance.now() - start) * REST_SHARE) / (1 - REST_SHARE));
    }
    if (this.#closed) return;
    // Conversations that were read may be excluded by their final project, or too old.
    await writer.call("setRules", settings().clients, currentRules());
  }

  /** The final name of a project, or none if it would be too long: the conversation then has no project. */
  #named(found: Omit<NamedProject, "project">): NamedProject[] {
    try {
      return [{ ...found, project: this.#options.projectName(found.name, found.host) }];
    } catch {
      return [];
    }
  }
}
