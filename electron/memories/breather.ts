/** Work on the serving thread goes on for so long at a stretch, in milliseconds; then others have their turn. */
const STRETCH_MS = 8;

/** To be awaited between the parts of long work: lets others have their turn when it has gone on for long enough. */
export function createBreather(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < STRETCH_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    since = performance.now();
  };
}
