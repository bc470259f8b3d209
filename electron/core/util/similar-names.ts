/** Names that differ by more edits than this share of their length are not similar. */
const MAX_SHARE = 0.34;
/** The highest cost at which a name is taken for another one: a quarter of its letters. */
const MAX_MISTYPED = 0.37;
/** A longer name is not compared: the work grows with the product of the lengths. */
const MAX_LENGTH = 100;

/**
 * The known names that a mistyped name may mean, the most similar first: few edits apart, with the same last part after a
 * slash, or one a part of the other. Case does not count. A name that is equal to the given one is not similar to it.
 */
export function similarNames(given: string, known: readonly string[], limit: number): string[] {
  const name = given.toLowerCase().slice(0, MAX_LENGTH);
  if (name === "") return [];
  return known
    .filter((other) => other !== given)
    .map((other) => ({ other, cost: costBetween(name, other.toLowerCase().slice(0, MAX_LENGTH)) }))
    .filter(({ cost }) => cost <= 1)
    .sort((one, two) => one.cost - two.cost || (one.other < two.other ? -1 : 1))
    .slice(0, limit)
    .map(({ other }) => other);
}

/** The one known name that a mistyped name means: a few edits apart, and no other is as near. Null if there is none. */
export function mistyped(given: string, known: readonly string[]): string | null {
  const [first, second] = similarNames(given, known, 2);
  const costOf = (name: string) => costBetween(given.toLowerCase(), name.toLowerCase());
  if (first === undefined || costOf(first) > MAX_MISTYPED) return null;
  return second !== undefined && costOf(second) === costOf(first) ? null : first;
}

/** 0 for equal names, at most 1 for similar ones. */
function costBetween(one: string, other: string): number {
  if (one === other) return 0;
  const longest = Math.max(one.length, other.length);
  const share = editDistance(one, other) / longest;
  if (share <= MAX_SHARE) return share / MAX_SHARE / 2;
  const [last, otherLast] = [lastPart(one), lastPart(other)];
  if (last === otherLast) return 0.6;
  const lastShare = editDistance(last, otherLast) / Math.max(last.length, otherLast.length);
  if (lastShare <= MAX_SHARE) return 0.7 + lastShare / 10;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= 3 && long.includes(short) ? 0.9 : Number.POSITIVE_INFINITY;
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}

/**
 * The number of insertions, deletions, replacements and swaps of neighbours between two texts (optimal string alignment).
 * Hand-written: a dozen lines for a hint do not justify a dependency.
 */
export function editDistance(one: string, other: string): number {
  let [before, row] = [[] as number[], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const edits = [(row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (isSame ? 0 : 1)];
      if (isSwap) edits.push((before[j - 2] ?? 0) + 1);
      next.push(Math.min(...edits));
    }
    [before, row] = [row, next];
  }
  return row[other.length] ?? 0;
}
