/** Scripts that are written without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * Whether every word of the query is the start of a word of the title, in any order. An empty query matches. A word in a
 * script without spaces matches at any place.
 */
export function matchesWords(title: string, query: string): boolean {
  const whole = title.toLowerCase();
  const words = whole.split(/[\s/]+/);
  return query
    .toLowerCase()
    .split(/\s+/)
    .filter((part) => part !== "")
    .every(
      (part) =>
        words.some((word) => word.startsWith(part)) ||
        (part.includes("/") && whole.includes(part)) ||
        (UNSPACED.test(part) && whole.includes(part)),
    );
}
