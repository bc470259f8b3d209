/** Chinese characters that are words without content: particles, pronouns, prepositions, auxiliaries, interrogatives. */
const FUNCTION_CHARACTERS = new Set(
  "的了是用吗呢吧在和与或也都就把被让对从到给为个几谁哪这那我你他她它们很还又再不没有会要能可以时候上下里中",
);

/** Chinese characters that are mostly parts of interrogatives. */
const INTERROGATIVE_CHARACTERS = new Set("什么怎样多少何");

const HAN = /\p{Script=Han}/gu;
/** A longer memory contains more of any characters by chance, so that they count for less. */
const FULL_LENGTH = 80;

/** Additive smoothing, as memories without the character: among few memories, all characters count nearly the same. */
const EMPTY_MEMORIES = 20;

/** Whether a Chinese character is a word without content. */
export function isFunctionCharacter(character: string): boolean {
  return FUNCTION_CHARACTERS.has(character);
}

/** The Chinese characters of a query that have content. */
export function contentCharactersOf(query: string): ReadonlySet<string> {
  const characters = query.match(HAN) ?? [];
  return new Set(
    characters.filter((character) => !FUNCTION_CHARACTERS.has(character) && !INTERROGATIVE_CHARACTERS.has(character)),
  );
}

/**
 * The share of a query's characters that each memory contains, 0 to 1. A character counts by how few of the memories contain
 * it. A Chinese character has a meaning of its own, so that words with a common character are often related (花费, 费用).
 * @param characters as {@link contentCharactersOf} returns them
 */
export function characterShares(characters: ReadonlySet<string>, contents: readonly string[]): number[] {
  if (characters.size === 0) return contents.map(() => 0);
  const weights = new Map(
    Array.from(characters, (character) => {
      const frequency = contents.filter((content) => content.includes(character)).length;
      const others = contents.length + EMPTY_MEMORIES - frequency;
      return [character, Math.log(1 + (others + 0.5) / (Math.max(1, frequency) + 0.5))];
    }),
  );
  const total = weights.values().reduce((sum, weight) => sum + weight, 0);
  return contents.map((content) => {
    let found = 0;
    for (const [character, weight] of weights) if (content.includes(character)) found += weight;
    const length = content.match(HAN)?.length ?? 0;
    return total === 0 ? 0 : (found / total) * Math.sqrt(FULL_LENGTH / Math.max(FULL_LENGTH, length));
  });
}
