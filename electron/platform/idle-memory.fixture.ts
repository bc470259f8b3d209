/** A process that leaves garbage behind after a request, and prints the heap in use before and after it was quiet. */
import { createEvents } from "../core/events.ts";
import { releaseMemoryWhenQuiet } from "./idle-memory.ts";

const events = createEvents(() => undefined);
const nothing = () => undefined;
const used = () => Math.round(process.memoryUsage().heapUsed / 2 ** 20);

function litter(): number {
  const objects = Array.from({ length: 500_000 }, (_, index) => ({ index }));
  return objects.length > 0 ? used() : 0;
}

const before = litter();
const staysOpen = setInterval(nothing, 1000);
const stop = releaseMemoryWhenQuiet(
  events,
  {
    debug(message) {
      process.stdout.write(JSON.stringify({ message, before, after: used() }));
      clearInterval(staysOpen);
      stop();
    },
    info: nothing,
    warn: nothing,
    error: nothing,
  },
  10,
);
events.emit("requests.recorded", []);
