import { readFile } from "node:fs/promises";
import path from "node:path";
import { type Piece, piecesOf, tokensOfPiece } from "../../core/text-analysis.ts";
import { type FunctionWords, functionWordsOf } from "../function-words.ts";
import { KnownWords, knownShareOf, MIN_KNOWN_SHARE, type Unit } from "./known-words.ts";
import { loanwords, searchedWords } from "./translate.ts";
import { entriesOf, LISTED_LANGUAGES, type ReadEntries } from "./word-list.ts";

/** A text word by word in English. */
export interface Gloss {
  readonly text: string;
  /** The share of the words with content that are translated, 0 to 1. */
  readonly known: number;
}

/** The languages of the lists, as function words name them. */
const LANGUAGES = ["de", "fr", "es", "zh"];
/** As {@link MIN_KNOWN_SHARE}, for a text without function words, which may be English with words that the lists have too. */
const MIN_KNOWN_WITHOUT_LANGUAGE = 0.6;
const SENTENCE_END = /(?<=[.!?](?=\s|$)|[。！？；;\n])/;
const NOT_ENGLISH = /[^\p{ASCII}\P{L}]/u;
/** The start of a text that is translated, in UTF-16 units: a sentence model reads less. */
const MAX_TRANSLATED = 4000;
/** Letters that Japanese has and Chinese does not. */
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Grows when the lists or the rules have changed so much that stored vectors should be made from new translations. */
export const WORDS_VERSION = 1;
/** The start of a text that shows its language, in UTF-16 units. */
const MAX_EXAMINED = 400;

/**
 * Whether a text may be translated, without the model's vocabulary and quickly: it shows a language of the lists, or no
 * language and has letters that English does not have.
 */
export function mayBeTranslated(text: string): boolean {
  const pieces = piecesOf(text.slice(0, MAX_EXAMINED));
  const functionWords = functionWordsOf(pieces.flatMap(tokensOfPiece));
  if (!isInLanguageOfLists(text, pieces, functionWords)) return false;
  return functionWords.languages.length > 0 || NOT_ENGLISH.test(text);
}

/** Whether a text may be in a language of the lists. A text that shows none may be in any of them. */
function isInLanguageOfLists(text: string, pieces: readonly Piece[], functionWords: FunctionWords): boolean {
  const { areEnglish, languages } = functionWords;
  if (JAPANESE.test(text)) return false;
  if (isMostlyUnspaced(pieces)) return true;
  return !areEnglish && (languages.length === 0 || LANGUAGES.some((language) => languages.includes(language)));
}

/** Chinese with English names ("Tancred of Hauteville") is Chinese: a character weighs as much as three letters. */
function isMostlyUnspaced(pieces: readonly Piece[]): boolean {
  let difference = 0;
  for (const { text, unspaced } of pieces) difference += unspaced ? 3 * text.length : -text.length;
  return difference > 0;
}

/** Translates texts word by word into English, so that a sentence model that knows English only can compare them. */
export class Glosses {
  readonly #folder: string;
  readonly #isEnglish: (word: string) => boolean;
  #words: Promise<KnownWords> | null = null;

  /**
   * @param folder with a list for each language, `german.txt` for example: lines such as `wort: word`. The words that
   * searches translate are known too. The lists are read when a text first needs them, which takes 40 ms.
   * @param isEnglish whether the model knows a word
   */
  constructor(folder: string, isEnglish: (word: string) => boolean) {
    this.#folder = folder;
    this.#isEnglish = isEnglish;
  }

  /**
   * Returns the English words for the words of a German, Chinese, French or Spanish text in their order, without its
   * function words, and other words as they are. Without function words that show the language, English words stay.
   *
   * @returns null for a text in another language, or if fewer than {@link MIN_KNOWN_SHARE} of its words are known
   * @throws if a list cannot be read
   */
  async glossOf(whole: string): Promise<Gloss | null> {
    const text = whole.slice(0, MAX_TRANSLATED);
    const pieces = piecesOf(text);
    const functionWords = functionWordsOf(pieces.flatMap(tokensOfPiece));
    if (!this.#mayNeedGloss(text, pieces, functionWords)) return null;
    const words = await this.#readWords();
    const sentences: string[] = [];
    const read: Unit[] = [];
    for (const sentence of text.split(SENTENCE_END)) {
      const units = words
        .unitsOf(piecesOf(sentence), functionWords)
        .map((unit) => this.#withoutEnglish(unit, functionWords));
      read.push(...units);
      const glossed = units.flatMap(({ piece, found }) => {
        if (found.length > 0) return found.map(({ english: [first = ""] }) => first);
        return piece.unspaced || tokensOfPiece(piece).every(functionWords.has) ? [] : [piece.text];
      });
      if (glossed.length > 0) sentences.push(glossed.join(" "));
    }
    const known = knownShareOf(read, functionWords);
    const hasLanguage = functionWords.languages.length > 0 || pieces.some(({ unspaced }) => unspaced);
    return known >= (hasLanguage ? MIN_KNOWN_SHARE : MIN_KNOWN_WITHOUT_LANGUAGE)
      ? { text: sentences.join(". "), known }
      : null;
  }

  /** A failure is not kept: the next text tries again. */
  #readWords(): Promise<KnownWords> {
    this.#words ??= readWords(this.#folder).catch((error: unknown) => {
      this.#words = null;
      throw error;
    });
    return this.#words;
  }

  /**
   * A known word stays if it is English too: in a text that shows no language ("brief"), and a word of which only the parts
   * are listed ("Firmware").
   */
  #withoutEnglish(unit: Unit, { languages }: FunctionWords): Unit {
    const { piece, found } = unit;
    const mayBeEnglish = !piece.unspaced && (languages.length === 0 || found.some(({ isCompound }) => isCompound));
    return mayBeEnglish && this.#isEnglish(piece.text) ? { piece, found: [] } : unit;
  }

  #mayNeedGloss(text: string, pieces: readonly Piece[], functionWords: FunctionWords): boolean {
    if (!isInLanguageOfLists(text, pieces, functionWords)) return false;
    if (functionWords.languages.length > 0) return true;
    return pieces.some((piece) => piece.unspaced || !this.#isEnglish(piece.text));
  }
}

async function readWords(folder: string): Promise<KnownWords> {
  const read = LISTED_LANGUAGES.map((language) => readFile(path.join(folder, `${language}.txt`), "utf8"));
  const lists = new Map((await Promise.all(read)).map((list, index) => [LISTED_LANGUAGES[index], list]));
  const entries: ReadEntries = (language) => [...searchedWords(language), ...entriesOf(lists.get(language) ?? "")];
  return new KnownWords(entries, loanwords);
}
