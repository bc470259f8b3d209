import { Session } from "node:inspector";
import type { Worker } from "node:worker_threads";
import type { Events } from "../core/events.ts";
import type { Logger } from "../core/ports.ts";

/** Memory is released after this long without a request or use of the window. */
const IDLE_TIMEOUT_MS = 50_000;
/** After the end of a thread in an idle application. Several threads may end together. */
const THREAD_END_DELAY_MS = 2_000;
/** V8 frees the buffers that a collection found on another thread. */
const SWEEP_MS = 500;

interface IdleMemoryOptions {
  readonly events: Pick<Events, "on">;
  /** Drops caches, so that the collection frees them. */
  readonly release: () => void;
  /** Returns the free memory of the C library's heap to the system. */
  readonly returnFreeMemory: () => void;
  readonly logger: Logger;
  readonly idleMs?: number;
  readonly threadEndDelayMs?: number;
}

/**
 * Releases memory once no requests arrive, and again when a thread ends in the idle application: a backup of 100,000
 * memories leaves 15 MB of free memory behind. V8 keeps the young generation at its largest size (about 70 MB after a
 * thousand captures) and has no other function to shrink it. The collection takes about 50 ms, while no request is in
 * progress.
 * @returns a function that stops this
 */
export function releaseMemoryWhenIdle({
  events,
  release,
  returnFreeMemory,
  logger,
  idleMs = IDLE_TIMEOUT_MS,
  threadEndDelayMs = THREAD_END_DELAY_MS,
}: IdleMemoryOptions): () => void {
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;
  const schedule = (delayMs: number) => {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(act, delayMs).unref();
  };
  const wait = () => schedule(idleMs);
  const followThread = (worker: Worker) => {
    worker.once("exit", () => {
      // Otherwise memory is released later, once no requests arrive.
      if (timer === null && !stopped) schedule(threadEndDelayMs);
    });
  };
  const act = () => {
    timer = null;
    const before = residentMegabytes();
    const started = performance.now();
    release();
    collectGarbage(() => {
      const milliseconds = Math.round(performance.now() - started);
      setTimeout(() => {
        returnFreeMemory();
        logger.debug("Memory was released", { before, after: residentMegabytes(), milliseconds });
      }, SWEEP_MS).unref();
    });
  };
  const stops = [
    events.on("requests.written", wait),
    events.on("window.used", wait),
    events.on("index.progress", wait),
  ];
  process.on("worker", followThread);
  wait();
  return () => {
    stopped = true;
    for (const stop of stops) stop();
    process.off("worker", followThread);
    if (timer !== null) clearTimeout(timer);
  };
}

/** The inspector's `HeapProfiler.collectGarbage` also returns empty pages to the system, as under memory pressure. */
function collectGarbage(done: () => void): void {
  const session = new Session();
  session.connect();
  session.post("HeapProfiler.collectGarbage", () => {
    // A session that disconnects within its own callback deadlocks.
    setImmediate(() => session.disconnect());
    done();
  });
}

const residentMegabytes = () => Math.round(process.memoryUsage.rss() / 2 ** 20);
