/**
 * User timings for `npm run bench window` and the browser's profiler. They are in the product because only the list
 * knows which query it shows; seen from outside, a paint cannot be attributed to a key.
 */
const KEY_MARK = "recollect.search-key";
const MEASURE = "recollect.search";
const FIRST_LIST = "recollect.first-list";

/** Marks a key that changed the search text. */
export function markSearchKey(text: string): void {
  performance.clearMarks(KEY_MARK);
  performance.mark(KEY_MARK, { detail: text });
}

/** Measures from the last key to the paint of its results. Call it when the results of `text` are rendered. */
export function measureSearch(text: string): void {
  const [key] = performance.getEntriesByName(KEY_MARK) as PerformanceMark[];
  if (key?.detail !== text) return;
  performance.clearMarks(KEY_MARK);
  whenPainted(() => {
    performance.clearMeasures(MEASURE);
    performance.measure(MEASURE, { start: key.startTime, detail: text });
  });
}

/** Measures from the start of navigation to the paint of the first list. Later calls do nothing. */
export function measureFirstList(): void {
  if (performance.getEntriesByName(FIRST_LIST).length > 0) return;
  whenPainted(() => performance.measure(FIRST_LIST, { start: 0 }));
}

/** Calls back after the next paint. */
function whenPainted(then: () => void): void {
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    // A message posted in an animation frame arrives after that frame is painted.
    port1.onmessage = () => {
      then();
      port1.close();
    };
    port2.postMessage(null);
  });
}
