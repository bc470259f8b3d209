/** The languages of texts. Counts are of texts; the most frequent language first. */
export interface Languages {
  /** The texts whose language is known. */
  readonly known: number;
  readonly others: readonly { readonly code: string; readonly count: number }[];
}

/** Characters of a text that are read. More do not change the result and take longer. */
const MAX_READ = 400;
/** Shorter prose is mostly names and numbers. */
const MIN_LETTERS = 12;
/** Text without a language: code, addresses, paths, identifiers. */
const NOT_PROSE = /```[\s\S]*?(?:```|$)|`[^`\n]*`|<[^<>\n]*>|(?<!\S)\S*(?:[/\\_@=(){}]|::|\w[.:]\w)\S*/g;

/**
 * Identifies the languages of texts: by their script, and by frequent letter sequences (eld: no network, no model).
 * English is not among `others`. A text takes half a millisecond, and the data of the identifier some megabytes.
 */
export async function identifyLanguages(texts: readonly string[]): Promise<Languages> {
  const { eld } = await import("eld/extrasmall");
  const counts = new Map<string, number>();
  let known = 0;
  for (const text of texts) {
    const prose = text
      .slice(0, 4 * MAX_READ)
      .replace(NOT_PROSE, " ")
      .slice(0, MAX_READ);
    if (weightOf(prose) < MIN_LETTERS) continue;
    const result = eld.detect(prose);
    if (result.language === "" || !result.isReliable()) continue;
    known += 1;
    if (result.language !== "en") counts.set(result.language, (counts.get(result.language) ?? 0) + 1);
  }
  const others = [...counts].map(([code, count]) => ({ code, count })).sort((one, other) => other.count - one.count);
  return { known, others };
}

/** The number of letters; one of a script without spaces counts as a word's part of three. */
function weightOf(text: string): number {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return (
    letters + 2 * (text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/gu)?.length ?? 0)
  );
}
