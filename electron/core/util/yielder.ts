/** Longest stretch of work on the event loop, in milliseconds: half a frame at 60 frames per second. */
const MAX_STRETCH_MS = 8;

/**
 * Returns a function to await between the parts of long work; it yields to the event loop when a stretch has been long.
 */
export function createYielder(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < MAX_STRETCH_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    since = performance.now();
  };
}
