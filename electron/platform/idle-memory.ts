import { Session } from "node:inspector";
import type { Events } from "../core/events.ts";
import type { Logger } from "../core/ports.ts";

/** Nobody asked for anything for so long, in milliseconds: the owner's machine has better use for the memory. */
const QUIET_MS = 30_000;

/**
 * Gives back what past work left resident, once it has been quiet after requests. The runtime keeps the room that its
 * young objects took at the busiest moment (some 70 MB after a thousand captures), and has no other way to be told.
 * It takes some 50 ms, in which nobody waits.
 * @returns ends it
 */
export function releaseMemoryWhenQuiet(events: Pick<Events, "on">, logger: Logger, quietMs = QUIET_MS): () => void {
  let timer: NodeJS.Timeout | null = null;
  const wait = () => {
    if (timer !== null) timer.refresh();
    else timer = setTimeout(act, quietMs).unref();
  };
  const act = () => {
    timer = null;
    const before = residentMegabytes();
    const started = performance.now();
    collectGarbage(() => {
      const milliseconds = Math.round(performance.now() - started);
      logger.debug("Memory was given back", { before, after: residentMegabytes(), milliseconds });
    });
  };
  const stops = [events.on("requests.recorded", wait), events.on("index.progress", wait)];
  return () => {
    for (const stop of stops) stop();
    if (timer !== null) clearTimeout(timer);
  };
}

/** As under memory pressure: the inspector's `HeapProfiler.collectGarbage` also returns emptied pages to the system. */
function collectGarbage(done: () => void): void {
  const session = new Session();
  session.connect();
  session.post("HeapProfiler.collectGarbage", () => {
    // Within its own answer a session would wait for itself.
    setImmediate(() => session.disconnect());
    done();
  });
}

const residentMegabytes = () => Math.round(process.memoryUsage.rss() / 2 ** 20);
