/** A process that frees most of its C heap, and prints its resident memory before and after it is returned. */
import { returnFreeMemory } from "../return-free-memory.ts";

/** One block of this many is kept. */
const KEPT = 1000;

function collectGarbage(): void {
  if (globalThis.gc === undefined) throw new Error("Start with --expose-gc.");
  globalThis.gc();
}

const resident = () => Math.round(process.memoryUsage.rss() / 2 ** 20);
/** Each buffer is a block of the C heap. Those that are kept are between the others and at the end of the heap. */
function allocateBlocks(): Buffer[] {
  const blocks = Array.from({ length: 30 * KEPT }, () => Buffer.allocUnsafeSlow(3000).fill(1));
  return blocks.filter((_, number) => number % KEPT === KEPT - 1);
}

const kept = allocateBlocks();
collectGarbage();
// The blocks are freed on another thread.
setTimeout(() => {
  const before = resident();
  returnFreeMemory();
  process.stdout.write(JSON.stringify({ before, after: resident(), kept: kept.length }));
}, 300);
