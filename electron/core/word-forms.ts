/**
 * Other forms of words that writers use for the same word: umlauts as two letters, and Arabic and Hebrew words without
 * the article and endings that are written together with them. English inflection is left to the index's `porter`.
 */

/** Letters that are also written as two. `ß` is folded to ss. */
const TWO_LETTERS: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", å: "aa", ø: "oe" };
const WITH_TWO_LETTERS = /[äöüåø]/g;

/**
 * The affixes of light stemming: the Arabic ones of light10 (Larkey, Ballesteros and Connell 2002, "Improving stemming
 * for Arabic information retrieval"), in folded letters; of Hebrew the article, conjunctions and prepositions.
 */
const ARABIC = {
  word: /^[\u0621-\u064a]{4,}$/,
  article: /^(?:[وبكف]?ال|و?لل|و)/,
  ending: /(?:ها|ان|ات|ون|ين|يه|ه|ي)$/,
};
const HEBREW = { word: /^[\u05d0-\u05ea]{4,}$/, article: /^(?:[וש]?ה|ו[בלמכ]|[ובלמכש])/, ending: /(?:ים|ות|ה)$/ };
const AFFIXES = [ARABIC, HEBREW];
/** The letters that remain of a word without its affixes. */
const MIN_LETTERS = 3;
/** Hebrew letters at the end of a word. */
const FINAL: Readonly<Record<string, string>> = { כ: "ך", מ: "ם", נ: "ן", פ: "ף", צ: "ץ" };
const NON_LATIN = /[\u05d0-\u05ea\u0621-\u064a]/;

/**
 * Returns the other forms of a word, folded.
 * @param written the word as written, in NFC
 * @param folded the same, folded (`foldText`)
 */
export function otherFormsOf(written: string, folded: string): string[] {
  if (!NON_LATIN.test(folded)) {
    const lower = written.toLowerCase();
    if (lower.search(WITH_TWO_LETTERS) < 0) return [];
    return [lower.replace(WITH_TWO_LETTERS, (letter) => TWO_LETTERS[letter] ?? letter)];
  }
  const { article, ending } = AFFIXES.find(({ word }) => word.test(folded)) ?? {};
  if (article === undefined || ending === undefined) return [];
  const bare = without(folded, article);
  const forms = [bare, withFinalLetter(without(bare, ending)), withFinalLetter(without(folded, ending))];
  return [...new Set(forms)].filter((form) => form !== folded);
}

function without(word: string, affix: RegExp): string {
  const rest = word.replace(affix, "");
  return rest.length >= MIN_LETTERS ? rest : word;
}

function withFinalLetter(word: string): string {
  return word.replace(/[כמנפצ]$/, (letter) => FINAL[letter] ?? letter);
}
