/** [start, end) in UTF-16 units. */
export type TextRange = readonly [number, number];

/** The ranges of words in a text, ignoring case. Adjacent and overlapping ranges are merged. */
export function rangesOfWords(text: string, words: readonly string[]): TextRange[] {
  const lower = text.toLowerCase();
  // Some letters change length in lower case, such as İ; then the offsets would be wrong.
  if (lower.length !== text.length) return [];
  const found: [number, number][] = [];
  for (const word of words.map((word) => word.toLowerCase()).filter((word) => word !== "")) {
    for (let at = lower.indexOf(word); at !== -1; at = lower.indexOf(word, at + word.length)) {
      found.push([at, at + word.length]);
    }
  }
  found.sort((a, b) => a[0] - b[0]);
  const merged: [number, number][] = [];
  for (const range of found) {
    const last = merged.at(-1);
    if (last !== undefined && range[0] <= last[1]) last[1] = Math.max(last[1], range[1]);
    else merged.push(range);
  }
  return merged;
}
