/** The mark of a key in the search field, and the measures: from the last key to its results, and to the first list on screen. */
const KEY_MARK = "recollect.search-key";
const MEASURE = "recollect.search";
const FIRST_LIST = "recollect.first-list";

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
  whenPainted(() => {
    performance.clearMeasures(MEASURE);
    performance.measure(MEASURE, { start: key.startTime, detail: text });
  });
}

/** The first list of the page is on screen: measured once, from when the page was asked for. */
export function measureFirstList(): void {
  if (isListMeasured) return;
  isListMeasured = true;
  whenPainted(() => performance.measure(FIRST_LIST, { start: 0 }));
}
let isListMeasured = false;

/** Calls back once what was rendered just now has been painted. */
function whenPainted(then: () => void): void {
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    // A message sent in a frame arrives once that frame has been drawn.
    port1.onmessage = () => {
      then();
      port1.close();
    };
    port2.postMessage(null);
  });
}
