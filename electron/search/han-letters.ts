/** Chinese letters that are words without content: particles, pronouns, prepositions, auxiliaries, interrogatives. */
const FUNCTION_LETTERS = new Set(
  "的了是用吗呢吧在和与或也都就把被让对从到给为个几谁哪这那我你他她它们很还又再不没有会要能可以时候上下里中",
);

/** Chinese letters that are mostly parts of interrogatives. */
const INTERROGATIVE_LETTERS = new Set("什么怎样多少何");

const HAN = /\p{Script=Han}/gu;
/** A longer memory contains more of any letters by chance, so that they count for less. */
const FULL_LENGTH = 80;

/** Additive smoothing, as memories without the letter: among few memories, all letters count nearly the same. */
const EMPTY_MEMORIES = 20;

/** Whether a Chinese letter is a word without content. */
export function isFunctionLetter(letter: string): boolean {
  return FUNCTION_LETTERS.has(letter);
}

/** The Chinese letters of a query that have content. */
export function contentLettersOf(query: string): ReadonlySet<string> {
  const letters = query.match(HAN) ?? [];
  return new Set(letters.filter((letter) => !FUNCTION_LETTERS.has(letter) && !INTERROGATIVE_LETTERS.has(letter)));
}

/**
 * The share of a query's letters that each memory contains, 0 to 1. A letter counts by how few of the memories contain
 * it. A Chinese letter has a meaning of its own, so that words with a common letter are often related (花费, 费用).
 * @param letters as {@link contentLettersOf} returns them
 */
export function letterShares(letters: ReadonlySet<string>, contents: readonly string[]): number[] {
  if (letters.size === 0) return contents.map(() => 0);
  const weights = new Map(
    Array.from(letters, (letter) => {
      const frequency = contents.filter((content) => content.includes(letter)).length;
      const others = contents.length + EMPTY_MEMORIES - frequency;
      return [letter, Math.log(1 + (others + 0.5) / (Math.max(1, frequency) + 0.5))];
    }),
  );
  const total = weights.values().reduce((sum, weight) => sum + weight, 0);
  return contents.map((content) => {
    let found = 0;
    for (const [letter, weight] of weights) if (content.includes(letter)) found += weight;
    const length = content.match(HAN)?.length ?? 0;
    return total === 0 ? 0 : (found / total) * Math.sqrt(FULL_LENGTH / Math.max(FULL_LENGTH, length));
  });
}
