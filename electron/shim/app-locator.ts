import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Endpoint, readLiveEndpoint } from "../platform/endpoint-file.ts";
import type { DataFiles } from "../platform/paths.ts";
import { findServerFault } from "../platform/server-proof.ts";
import { AppUnavailable, appStopped } from "./app-unavailable.ts";
import type { Diagnostics } from "./diagnostics.ts";
import { AppStarter, findStartCommand } from "./start-app.ts";

/** A start takes a second; on a busy machine it has taken 20. Clients wait for a minute or more. */
const START_TIMEOUT_MS = 45_000;
/** How long an application that runs may not respond before it is treated as not running. */
const HEALTH_TIMEOUT_MS = 2_000;
const MIN_POLL_MS = 20;
const MAX_START_POLL_MS = 250;
const MAX_IDLE_POLL_MS = 1_000;

/**
 * Finds the application by its endpoint file. The file is a hint; only a response with the proof that it knows the
 * file's token shows that the application runs.
 */
export class AppLocator {
  readonly #endpointFile: string;
  readonly #starter: AppStarter;
  #trusted: Endpoint | null = null;
  #distrusted = false;
  #search: Promise<Endpoint> | null = null;
  /** Each ends the pause of one `waitUntilRunning`. */
  readonly #sleepers = new Set<() => void>();

  constructor(endpointFile: string, starter: AppStarter) {
    this.#endpointFile = endpointFile;
    this.#starter = starter;
  }

  /** Whether a caller of `locate` waits for the application. */
  get searching(): boolean {
    return this.#search !== null;
  }

  /** Returns the application's endpoint; starts the application if it does not run. @throws AppUnavailable */
  async locate(): Promise<Endpoint> {
    if (this.#trusted !== null) return this.#trusted;
    this.#search ??= this.#find().finally(() => {
      this.#search = null;
    });
    const endpoint = await this.#search;
    return this.#trusted ?? this.#trust(endpoint);
  }

  /** The endpoint does not respond or rejects its token: the next `locate` searches again. */
  distrust(endpoint: Endpoint): void {
    if (this.#trusted !== null && this.#trusted !== endpoint) return;
    this.#trusted = null;
    this.#distrusted = true;
  }

  /** Waits until an application runs, without starting one. @throws AbortError */
  async waitUntilRunning(signal: AbortSignal): Promise<Endpoint> {
    for (let pauseMs = MIN_POLL_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_IDLE_POLL_MS)) {
      if (this.#trusted !== null) return this.#trusted;
      // A stopped process may continue.
      const healthy = await this.#check().catch(() => null);
      if (healthy?.endpoint != null) return this.#trusted ?? this.#trust(healthy.endpoint);
      await this.#pauseUntilTrusted(pauseMs, signal);
      signal.throwIfAborted();
    }
  }

  /** Releases the start lock if it is held. */
  close(): void {
    this.#starter.finish();
  }

  async #find(): Promise<Endpoint> {
    const begun = performance.now();
    // In the usual case one small file is read; the first request shows whether the application responds.
    const endpoint = readLiveEndpoint(this.#endpointFile);
    if (endpoint !== null && !this.#distrusted) return endpoint;
    try {
      for (let pauseMs = MIN_POLL_MS; ; pauseMs = Math.min(pauseMs * 1.5, MAX_START_POLL_MS)) {
        const { endpoint: healthy, foreignPort } = await this.#check();
        if (healthy !== null) return healthy;
        const waitedMs = performance.now() - begun;
        const mayRecover = waitedMs < HEALTH_TIMEOUT_MS;
        const isSilent = mayRecover && foreignPort === null && readLiveEndpoint(this.#endpointFile) !== null;
        const failure = isSilent ? null : this.#starter.start();
        // Something else may be starting it, for example after an update.
        if (failure !== null && !mayRecover) {
          const isUnknown = failure.details?.reason === "app_start_unknown";
          throw isUnknown && foreignPort !== null
            ? new AppUnavailable("app_address_foreign", { port: foreignPort })
            : failure;
        }
        if (waitedMs > START_TIMEOUT_MS) {
          throw new AppUnavailable("app_start_timeout", { seconds: START_TIMEOUT_MS / 1000 });
        }
        await sleep(pauseMs);
      }
    } finally {
      this.#starter.finish();
    }
  }

  /** @throws AppUnavailable if the application's process is stopped */
  async #check(): Promise<{ readonly endpoint: Endpoint | null; readonly foreignPort: number | null }> {
    const endpoint = readLiveEndpoint(this.#endpointFile);
    if (endpoint === null) return { endpoint: null, foreignPort: null };
    const fault = await findServerFault(endpoint, HEALTH_TIMEOUT_MS);
    if (fault === "stopped") throw appStopped(endpoint);
    return { endpoint: fault === null ? endpoint : null, foreignPort: fault === "foreign" ? endpoint.port : null };
  }

  #trust(endpoint: Endpoint): Endpoint {
    this.#trusted = endpoint;
    this.#distrusted = false;
    for (const wake of this.#sleepers) wake();
    return endpoint;
  }

  #pauseUntilTrusted(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#sleepers.delete(wake);
        signal.removeEventListener("abort", wake);
        resolve();
      };
      const timer = setTimeout(wake, ms).unref();
      this.#sleepers.add(wake);
      signal.addEventListener("abort", wake);
    });
  }
}

/** A locator for the application of this data folder, which starts the application that belongs to this bundle. */
export function createAppLocator(files: DataFiles, diagnostics: Diagnostics, env: NodeJS.ProcessEnv): AppLocator {
  const command = findStartCommand({
    env,
    platform: process.platform,
    execPath: process.execPath,
    shimFolder: path.dirname(fileURLToPath(import.meta.url)),
    isElectron: process.versions.electron !== undefined,
  });
  const starter = new AppStarter(command, files, diagnostics);
  return new AppLocator(files.endpoint, starter);
}
