/** Scripts that are written without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * Whether every word of the query is the start of a word of the title, in any order. An empty query matches. A word in a
 * script without spaces matches at any place.
 */
export function matchesWords(title: string, query: string): boolean {
  return wordsOf(query).every((word) => startOf(title, word) !== null);
}

/** The parts of a title that words of the query match, in order and without overlap. */
export function matchedParts(title: string, query: string): readonly MatchedPart[] {
  const found = wordsOf(query).flatMap((word) => {
    const start = startOf(title, word);
    return start === null ? [] : [{ start, end: start + word.length }];
  });
  return found
    .toSorted((one, other) => one.start - other.start || other.end - one.end)
    .filter(({ start }, index, all) => all.slice(0, index).every(({ end }) => end <= start));
}

interface MatchedPart {
  /** UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
}

function wordsOf(query: string): readonly string[] {
  return query
    .toLowerCase()
    .split(/\s+/)
    .filter((part) => part !== "");
}

/** The offset at which a title has a word of the query, or null. */
function startOf(title: string, word: string): number | null {
  const whole = title.toLowerCase();
  for (let at = whole.indexOf(word); at !== -1; at = whole.indexOf(word, at + 1)) {
    if (at === 0 || /[\s/]/.test(whole[at - 1] ?? "") || word.includes("/") || UNSPACED.test(word)) return at;
  }
  return null;
}
