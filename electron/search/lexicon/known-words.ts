import { foldText, lettersOf, type Piece, tokensOfPiece } from "../../core/text-analysis.ts";
import { once } from "../../core/util/once.ts";
import type { FunctionWords } from "../function-words.ts";
import { isFunctionCharacter } from "../han-characters.ts";
import { ChineseWords } from "./chinese-words.ts";
import { GermanWords } from "./german-words.ts";
import { isRomance, RomanceWords } from "./romance-words.ts";
import type { ReadEntries } from "./word-list.ts";

/** A word of a text, and its translations into English, the most usual one first. */
export interface KnownWord {
  readonly start: number;
  readonly end: number;
  readonly insteadOf: readonly string[];
  readonly english: readonly string[];
  /** Whether only the parts of the word are known. */
  readonly isCompound?: boolean;
}

/** A piece of a text, or the pieces of a word of several, and the known words in it. */
export interface Unit {
  readonly piece: Piece;
  readonly found: readonly KnownWord[];
}

/** Finds the words of lists in texts. A list is prepared when a text first needs it. */
export class KnownWords {
  readonly #german: () => GermanWords;
  readonly #chinese: () => ChineseWords;
  readonly #romance: RomanceWords;

  /** @param readLoanwords returns the English words that German compounds may contain */
  constructor(read: ReadEntries, readLoanwords: () => ReadonlySet<string>) {
    this.#german = once(() => new GermanWords(read("german"), readLoanwords()));
    this.#chinese = once(() => new ChineseWords(read("chinese")));
    this.#romance = new RomanceWords(read);
  }

  /**
   * The units of a text. The particle of a known German verb belongs to its verb.
   * @param functionWords of the text. They decide which list is used; if they are English, only the Chinese one is.
   */
  unitsOf(pieces: readonly Piece[], functionWords: FunctionWords): Unit[] {
    const { areEnglish, has } = functionWords;
    const isGerman = !areEnglish && !isRomance(functionWords);
    const particle = isGerman ? this.#german().particleOf(pieces) : null;
    const units: Unit[] = [];
    for (let at = 0; at < pieces.length; ) {
      const piece = pieces[at];
      if (piece === undefined) break;
      const found = isGerman || piece.unspaced ? this.#wordsIn(piece, functionWords, particle) : [];
      const word = found.length > 0 || piece.unspaced ? null : this.#romance.wordAt(pieces, at, functionWords);
      const all = pieces.slice(at, at + (word?.length ?? 1));
      at += all.length;
      if (piece === particle) continue;
      if (word === null) units.push({ piece, found });
      else {
        const text = all.map((each) => each.text).join(" ");
        const tokens = all.flatMap(tokensOfPiece);
        const insteadOf = tokens.length === 1 ? tokens : tokens.filter((token) => !has(token));
        const known = { start: 0, end: text.length, insteadOf, english: word.english };
        units.push({ piece: { ...piece, text, end: all.at(-1)?.end ?? piece.end }, found: [known] });
      }
    }
    return units;
  }

  /** @param particle as {@link GermanWords.particleOf} returns it */
  #wordsIn(piece: Piece, { areEnglish, has }: FunctionWords, particle: Piece | null): readonly KnownWord[] {
    if (piece.unspaced) return this.#chinese().wordsIn(piece.text);
    const token = foldText(piece.text);
    if (areEnglish || has(token)) return [];
    const verb = particle === null ? undefined : this.#german().verbWith(particle, piece);
    const meaning = verb === undefined ? this.#german().meaningOf(piece.text) : { english: verb, isCompound: false };
    return meaning === null ? [] : [{ start: 0, end: piece.text.length, insteadOf: [token], ...meaning }];
  }
}

/** A text of which fewer words are known is in another language, or its translation says too little. */
export const MIN_KNOWN_SHARE = 0.3;
const NUMBER = /^\p{N}+$/u;

/** The share of a text's words with content that are known; in a script without spaces, of its letters. 0 without any. */
export function knownShareOf(units: readonly Unit[], functionWords: FunctionWords): number {
  let [known, all] = [0, 0];
  for (const { piece, found } of units) {
    if (piece.unspaced) {
      known += found.reduce((sum, { start, end }) => sum + end - start, 0);
      all += contentLetters(piece, found, functionWords);
    } else if (found.length > 0) {
      known += 1;
      all += 1;
    } else if (!NUMBER.test(piece.text) && !tokensOfPiece(piece).every(functionWords.has)) all += 1;
  }
  return all === 0 ? 0 : known / all;
}

/** The letters of a run that are in known words, or not in a function word. */
function contentLetters(piece: Piece, found: readonly KnownWord[], functionWords: FunctionWords): number {
  const letters = lettersOf(piece.text);
  const isKnown = (index: number) => found.some(({ start, end }) => index >= start && index < end);
  const isFunction = (index: number) =>
    isFunctionCharacter(letters[index] ?? "") ||
    [index - 1, index].some((start) => functionWords.has((letters[start] ?? "") + (letters[start + 1] ?? "")));
  return letters.filter((_, index) => isKnown(index) || !isFunction(index)).length;
}
