import { setTimeout as sleep } from "node:timers/promises";
import { type Endpoint, readLiveEndpoint } from "../platform/endpoint-file.ts";
import type { AppStarter } from "./app-starter.ts";
import { isHealthy } from "./http-channel.ts";

/** The application is not there and could not be brought up; the message says why and what to do. */
export class AppUnavailable extends Error {}

export interface AppLocator {
  /** Where the application answers; starts it where none runs. @throws AppUnavailable */
  locate(): Promise<Endpoint>;
  /** What was located does not answer, or refuses its token: look anew next time. */
  distrust(endpoint: Endpoint): void;
  /** Whether someone waits for an application that is looked for or being started. */
  readonly searching: boolean;
  /** Waits until an application runs, without starting one. @throws AbortError */
  waitUntilRunning(signal: AbortSignal): Promise<Endpoint>;
}

export interface LocatorTimes {
  /** Longest wait for an application that starts. */
  readonly startMs: number;
  /** Longest wait for one that does not answer although it should, before it counts as not there. */
  readonly silentMs: number;
}

const DEFAULT_TIMES: LocatorTimes = { startMs: 20_000, silentMs: 2_000 };
const FIRST_POLL_MS = 20;
const LONGEST_POLL_MS = 1_000;

/** Finds the application by its endpoint file, which is only ever a hint: what answers is what counts. */
export function createAppLocator(
  endpointFile: string,
  starter: AppStarter,
  times: LocatorTimes = DEFAULT_TIMES,
): AppLocator {
  let trusted: Endpoint | null = null;
  let distrusted = false;
  let search: Promise<Endpoint> | null = null;
  /** Ends the pauses of those who wait. */
  const sleepers = new Set<() => void>();

  const trust = (endpoint: Endpoint): Endpoint => {
    trusted = endpoint;
    distrusted = false;
    for (const wake of sleepers) wake();
    return endpoint;
  };

  const pauseUntilTrusted = (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        sleepers.delete(wake);
        signal.removeEventListener("abort", wake);
        resolve();
      };
      const timer = setTimeout(wake, ms).unref();
      sleepers.add(wake);
      signal.addEventListener("abort", wake);
    });

  const healthyEndpoint = async (): Promise<Endpoint | null> => {
    const endpoint = readLiveEndpoint(endpointFile);
    return endpoint !== null && (await isHealthy(endpoint, times.silentMs)) ? endpoint : null;
  };

  const find = async (): Promise<Endpoint> => {
    const begun = performance.now();
    // The usual case costs one small read: whether it answers, the first request will show.
    const endpoint = readLiveEndpoint(endpointFile);
    if (endpoint !== null && !distrusted) return endpoint;
    try {
      for (let pause = FIRST_POLL_MS; ; pause = Math.min(pause * 1.5, 250)) {
        const healthy = await healthyEndpoint();
        if (healthy !== null) return healthy;
        const waited = performance.now() - begun;
        const mayComeBack = waited < times.silentMs;
        const runsSilently = mayComeBack && readLiveEndpoint(endpointFile) !== null;
        const problem = runsSilently ? null : starter.start();
        // It may be starting without our help, after an update for example.
        if (problem !== null && !mayComeBack) throw new AppUnavailable(`Recollect is not running. ${problem}`);
        if (waited > times.startMs) {
          throw new AppUnavailable(
            `Recollect did not answer within ${Math.round(times.startMs / 1000)} s after it was started.`,
          );
        }
        await sleep(pause);
      }
    } finally {
      starter.finish();
    }
  };

  return {
    async locate() {
      if (trusted !== null) return trusted;
      search ??= find().finally(() => {
        search = null;
      });
      const endpoint = await search;
      return trusted ?? trust(endpoint);
    },
    distrust(endpoint) {
      if (trusted !== null && trusted !== endpoint) return;
      trusted = null;
      distrusted = true;
    },
    get searching() {
      return search !== null;
    },
    async waitUntilRunning(signal) {
      for (let pause = FIRST_POLL_MS; ; pause = Math.min(pause * 2, LONGEST_POLL_MS)) {
        if (trusted !== null) return trusted;
        const healthy = await healthyEndpoint();
        if (healthy !== null) return trusted ?? trust(healthy);
        await pauseUntilTrusted(pause, signal);
        signal.throwIfAborted();
      }
    },
  };
}
