import { Session } from "node:inspector";
import type { Events } from "../core/events.ts";
import type { Logger } from "../core/ports.ts";

/** Memory is released after this long without a request. */
const IDLE_TIMEOUT_MS = 30_000;

/**
 * Releases memory once no requests arrive. V8 keeps the young generation at its largest size (about 70 MB after a
 * thousand captures) and has no other function to shrink it. The collection takes about 50 ms, while no request is in
 * progress.
 * @returns a function that stops this
 */
export function releaseMemoryWhenIdle(
  events: Pick<Events, "on">,
  logger: Logger,
  idleMs = IDLE_TIMEOUT_MS,
): () => void {
  let timer: NodeJS.Timeout | null = null;
  const wait = () => {
    if (timer !== null) timer.refresh();
    else timer = setTimeout(act, idleMs).unref();
  };
  const act = () => {
    timer = null;
    const before = residentMegabytes();
    const started = performance.now();
    collectGarbage(() => {
      const milliseconds = Math.round(performance.now() - started);
      logger.debug("Memory was released", { before, after: residentMegabytes(), milliseconds });
    });
  };
  const stops = [events.on("requests.recorded", wait), events.on("index.progress", wait)];
  return () => {
    for (const stop of stops) stop();
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
