/** Whether a folded word may have one of the stems, by the character codes of its first two letters; 0 without a letter. */
export type StartFilter = (first: number, second: number) => boolean;

/**
 * Creates a test that is cheaper than stemming and excludes most words. A stem of three letters or more has the first two
 * letters of its word, a shorter one only the first.
 */
export function createStartFilter(stems: Iterable<string>): StartFilter {
  const starts = new Set<number>();
  for (const stem of stems) {
    starts.add(stem.length > 2 ? startOf(stem.charCodeAt(0), stem.charCodeAt(1)) : stem.charCodeAt(0));
  }
  return (first, second) => starts.has(startOf(first, second)) || starts.has(first);
}

const startOf = (first: number, second: number): number => first * 0x10000 + second;
