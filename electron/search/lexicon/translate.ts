import { foldText, type Piece, tokensOfPiece, tokensOfText } from "../../core/text-analysis.ts";
import { once } from "../../core/util/once.ts";
import type { FunctionWords } from "../function-words.ts";
import { namesOfKinds } from "./kinds.ts";
import { KnownWords, knownShareOf, MIN_KNOWN_SHARE } from "./known-words.ts";
import { FRENCH, SPANISH } from "./romance-translations.ts";
import { CHINESE, GERMAN } from "./translations.ts";
import { entriesOf, LISTED_LANGUAGES, type ListedLanguage, MIN_COMPOUND_PART, type ReadEntries } from "./word-list.ts";

/** A word or phrase with the same meaning in another language. */
export interface Translation {
  /** The word as it is written in the text. */
  readonly written: string;
  /** The index tokens of that word. */
  readonly insteadOf: readonly string[];
  /** The index tokens of a word or phrase in the other language. */
  readonly tokens: readonly string[];
}

const LISTS: Readonly<Record<ListedLanguage, string>> = {
  german: GERMAN,
  chinese: CHINESE,
  french: FRENCH,
  spanish: SPANISH,
};

/** The words that a search translates. */
export const searchedWords: ReadEntries = (language) => entriesOf(LISTS[language]);

/** The English words that German compounds may contain (`Paketmanager`): the words of searches, and the names of kinds. */
export function loanwords(): ReadonlySet<string> {
  const english = LISTED_LANGUAGES.flatMap(searchedWords).flatMap(([, words]) => words);
  const words = [...english, ...namesOfKinds()].flatMap((each) => each.split(/[ -]/));
  return new Set(words.filter(({ length }) => length >= MIN_COMPOUND_PART));
}

/** Made when a query is first translated: it takes 6 ms. */
const lexicon = once(() => {
  /** Words of the other languages by their English word. */
  const foreign = new Map<string, string[]>();
  for (const [word, english] of LISTED_LANGUAGES.flatMap(searchedWords)) {
    for (const translation of english) {
      const known = foreign.get(translation);
      if (known === undefined) foreign.set(translation, [word]);
      else known.push(word);
    }
  }
  return { words: new KnownWords(searchedWords, loanwords), foreign };
});

/**
 * Returns the translations of a text's words: of words of the lists into English, of English words into all languages.
 * @param functionWords of the text. They decide which list is used; if they are English, none.
 */
export function translationsOf(pieces: readonly Piece[], functionWords: FunctionWords): Translation[] {
  const intoEnglish = lexicon()
    .words.unitsOf(pieces, functionWords)
    .flatMap(({ piece, found }) =>
      found.flatMap(({ start, end, insteadOf, english }) =>
        english.flatMap(spellingsOfEnglish).map((word) => ({
          written: piece.text.slice(start, end),
          insteadOf,
          tokens: word.split(/[ -]/),
        })),
      ),
    );
  return [...intoEnglish, ...pieces.flatMap(translationsFromEnglish)];
}

/** Whether enough words of a text are in the lists, so that it can be in one of their languages. */
export function hasTranslations(pieces: readonly Piece[], functionWords: FunctionWords): boolean {
  return knownShareOf(lexicon().words.unitsOf(pieces, functionWords), functionWords) >= MIN_KNOWN_SHARE;
}

/**
 * The words of a text one after the other in English: those that are known by their most usual translation, others as
 * they are, except runs of a script without spaces.
 */
export function stepsOf(
  pieces: readonly Piece[],
  functionWords: FunctionWords,
): { readonly english: string; readonly insteadOf: readonly string[] }[] {
  return lexicon()
    .words.unitsOf(pieces, functionWords)
    .flatMap(({ piece, found }) => {
      if (found.length > 0) {
        return found.map(({ english: [first = ""], insteadOf }) => ({ english: first, insteadOf }));
      }
      return piece.unspaced ? [] : [{ english: piece.text, insteadOf: tokensOfPiece(piece) }];
    });
}

/** A text of which the memories contain fewer words is in another language. */
const MAX_KNOWN_SHARE = 1 / 3;
/** The share of the memories in scope that contain a function word of their language, or a frequent pair. */
const MIN_SHARE = 0.03;
/** The function words of a text that decide without its other words, which are often the same in several languages. */
const MIN_FUNCTION_WORDS = 2;
/** Pairs that occur in most stores with Chinese notes. */
const CHINESE_PAIRS =
  "一个 使用 可以 不能 需要 没有 必须 默认 之前 时间 用户 数据 之后 每个 如果 问题 系统 更新 进行 通过 修改 测试 文件 所有 已经 不要 只有 因为 改成 自动 支持".split(
    " ",
  );

/** The tokens whose shares {@link isForeign} needs in addition to the text's own. */
export function tokensOfLanguage(pieces: readonly Piece[]): readonly string[] {
  return pieces.some(({ unspaced }) => unspaced) ? CHINESE_PAIRS : [];
}

/**
 * Whether the memories in scope are in another language than a text: they contain none of the pairs of a script without
 * spaces and hardly any frequent pair, or less than a third of the function words, or of all words if it has few of these.
 */
export function isForeign(
  pieces: readonly Piece[],
  { has }: FunctionWords,
  shareInScope: (token: string) => number,
): boolean {
  const unspaced = pieces.filter(({ unspaced }) => unspaced).flatMap(tokensOfPiece);
  const isFrequent = (token: string) => shareInScope(token) >= MIN_SHARE;
  const isKnown = (token: string) => shareInScope(token) > 0;
  if (unspaced.length > 0) return !unspaced.some(isKnown) && !CHINESE_PAIRS.some(isFrequent);
  const tokens = pieces.flatMap(tokensOfPiece);
  const functionWords = tokens.filter(has);
  const isDecided = functionWords.length >= MIN_FUNCTION_WORDS;
  const [all, known] = isDecided ? [functionWords, functionWords.filter(isFrequent)] : [tokens, tokens.filter(isKnown)];
  return known.length < all.length * MAX_KNOWN_SHARE;
}

/** An English word, and its British spelling if it has another one. */
function spellingsOfEnglish(word: string): string[] {
  const british = word.replace(/iz(?=e\b|ed\b|ing\b|ation\b)/g, "is");
  return british === word ? [word] : [word, british];
}

function translationsFromEnglish(piece: Piece): Translation[] {
  if (piece.unspaced) return [];
  const token = foldText(piece.text);
  const { foreign } = lexicon();
  const words = foreign.get(token) ?? foreign.get(token.replace(/s$/, "")) ?? [];
  return words.map((word) => ({
    written: piece.text,
    insteadOf: [token],
    tokens: tokensOfText(word),
  }));
}
