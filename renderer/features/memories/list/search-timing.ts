/** The mark of a key in the search field, and the measure from the last key to its results on screen. */
const KEY_MARK = "recollect.search-key";
const MEASURE = "recollect.search";

/** A key changed what is searched for. */
export function markSearchKey(text: string): void {
  performance.clearMarks(KEY_MARK);
  performance.mark(KEY_MARK, { detail: text });
}

/** The results of a text are on screen: once they are painted, their measure joins the page's timeline. */
export function measureSearch(text: string): void {
  const [key] = performance.getEntriesByName(KEY_MARK) as PerformanceMark[];
  if (key?.detail !== text) return;
  performance.clearMarks(KEY_MARK);
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    // A message sent in a frame arrives once that frame has been drawn.
    port1.onmessage = () => {
      performance.clearMeasures(MEASURE);
      performance.measure(MEASURE, { start: key.startTime, detail: text });
      port1.close();
    };
    port2.postMessage(null);
  });
}
