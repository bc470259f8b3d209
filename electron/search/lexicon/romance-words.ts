import { type Piece, tokensOfPiece, tokensOfText } from "../../core/text-analysis.ts";
import { once } from "../../core/util/once.ts";
import type { FunctionWords } from "../function-words.ts";
import type { Entry, ReadEntries } from "./word-list.ts";

/** A French or Spanish word of one or several pieces. */
export interface RomanceWord {
  /** The number of pieces. */
  readonly length: number;
  readonly english: readonly string[];
}

interface RomanceList {
  /** The endings of a plural. */
  readonly plural: RegExp;
  /** The endings of inflected words, longest first. */
  readonly endings: readonly string[];
  /** By the folded words. */
  readonly words: ReadonlyMap<string, readonly string[]>;
  /** By the folded words in singular. */
  readonly singulars: ReadonlyMap<string, readonly string[]>;
  /** By the stems of the words; of several words the first. */
  readonly stems: ReadonlyMap<string, readonly string[]>;
}

const MIN_STEM = 4;
const MIN_PLURAL = 4;
const MAX_PIECES = 4;
const FRENCH_ENDINGS = "aient erons eront ement ees ons ent ait era ant ez er ee es ir is it re ie e s x t";
const SPANISH_ENDINGS =
  "iendo ieron aremos amos emos imos aron ados adas idos idas ando ado ada ido ida aba ar er ir an en as es os a e o s";

/** Whether a text is French or Spanish, by its function words. */
export function isRomance({ languages }: FunctionWords): boolean {
  return languages.includes("fr") || languages.includes("es");
}

/** Lists of French and Spanish words, which find them in any inflection. */
export class RomanceWords {
  /** By language. */
  readonly #lists: ReadonlyMap<string, () => RomanceList>;

  constructor(read: ReadEntries) {
    this.#lists = new Map([
      ["fr", once(() => listOf(read("french"), /[sx]$/, FRENCH_ENDINGS))],
      ["es", once(() => listOf(read("spanish"), /(?<=[nrldz])es$|s$/, SPANISH_ENDINGS))],
    ]);
  }

  /**
   * Returns the longest known word that starts at a piece; null without one. If the text shows no language by its
   * function words, both lists count.
   */
  wordAt(pieces: readonly Piece[], at: number, { areEnglish, languages, has }: FunctionWords): RomanceWord | null {
    if (areEnglish) return null;
    const lists = [...this.#lists].filter(([language]) => languages.length === 0 || languages.includes(language));
    const next = pieces.slice(at, at + MAX_PIECES);
    const end = next.findIndex(({ unspaced }) => unspaced);
    const tokens = lists.length === 0 ? [] : (end < 0 ? next : next.slice(0, end)).flatMap(tokensOfPiece);
    for (let length = tokens.length; length > 0; length--) {
      const words = tokens.slice(0, length);
      if (length === 1 && words.every(has)) return null;
      for (const [, list] of lists) {
        const { plural, endings, words: exact, singulars, stems } = list();
        const english =
          exact.get(words.join(" ")) ?? singulars.get(singularsOf(words, plural)) ?? stems.get(stemsOf(words, endings));
        if (english !== undefined) return { length, english };
      }
    }
    return null;
  }
}

function listOf(lines: readonly Entry[], plural: RegExp, ending: string): RomanceList {
  const endings = ending.split(" ");
  const entries = lines.map(([words, english]) => [tokensOfText(words), english] as const);
  const keyed = (keyOf: (tokens: readonly string[]) => string) =>
    // Of several words with the same key, the first stays.
    new Map(entries.map(([tokens, english]) => [keyOf(tokens), english] as const).toReversed());
  return {
    plural,
    endings,
    words: keyed((tokens) => tokens.join(" ")),
    singulars: keyed((tokens) => singularsOf(tokens, plural)),
    stems: keyed((tokens) => stemsOf(tokens, endings)),
  };
}

function singularsOf(tokens: readonly string[], plural: RegExp): string {
  const singular = (token: string) => (token.length < MIN_PLURAL ? token : token.replace(plural, ""));
  return tokens.map(singular).join(" ");
}

function stemsOf(tokens: readonly string[], endings: readonly string[]): string {
  const stem = (token: string) => {
    const ending = endings.find((each) => token.endsWith(each) && token.length - each.length >= MIN_STEM);
    return ending === undefined ? token : token.slice(0, -ending.length);
  };
  return tokens.map(stem).join(" ");
}
