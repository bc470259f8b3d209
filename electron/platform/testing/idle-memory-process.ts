/**
 * A process that creates garbage and a request, runs a thread after the release, and prints the used heap before and
 * after the first release, and the number of releases once memory was released again.
 */
import { Worker } from "node:worker_threads";
import { createEvents } from "../../core/events.ts";
import { releaseMemoryWhenIdle } from "../idle-memory.ts";

const events = createEvents(() => undefined);
const nothing = () => undefined;
const used = () => Math.round(process.memoryUsage().heapUsed / 2 ** 20);

function createGarbage(): number {
  const objects = Array.from({ length: 500_000 }, (_, index) => ({ index }));
  return objects.length > 0 ? used() : 0;
}

let returned = 0;
let after = Number.NaN;
const before = createGarbage();
const keepAlive = setInterval(nothing, 1000);
const cache = Array.from({ length: 500_000 }, (_, index) => ({ index }));
const stop = releaseMemoryWhenIdle({
  events,
  release: () => {
    cache.length = 0;
  },
  returnFreeMemory: () => {
    returned += 1;
  },
  logger: {
    debug(message) {
      if (returned === 1) {
        after = used();
        new Worker("", { eval: true });
        return;
      }
      process.stdout.write(JSON.stringify({ message, returned, before, after }));
      clearInterval(keepAlive);
      stop();
    },
    info: nothing,
    warn: nothing,
    error: nothing,
  },
  idleMs: 10,
  threadEndDelayMs: 10,
});
events.emit("requests.written", null);
