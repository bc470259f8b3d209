/**
 * Splits text into the tokens of the full-text index, for stored text and for queries.
 *
 * SQLite's `unicode61` treats a run of Chinese, Japanese, Korean or Thai as one word, and `trigram` misses words of two
 * characters, so such runs are split here into overlapping pairs (bigrams). `unicode61` folds the diacritics of Latin
 * letters only, so folding is done here for all scripts. Inflection is left to the index's `porter`.
 */

import { signsOf } from "./signs.ts";

/** Increment with every change of the result of {@link analyseForIndex}: an index of another version is rebuilt. */
export const ANALYSER_VERSION = 3;

const UNSPACED_SCRIPTS = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30FC\u3005\u3006]`;
const UNSPACED = new RegExp(UNSPACED_SCRIPTS, "v");
/** Marks that choose how an emoji is drawn. */
const PARTS_OF_SIGNS = String.raw`[\uFE00-\uFE0F\u20E3]`;
const PIECES = new RegExp(
  `${UNSPACED_SCRIPTS}+|[[\\p{L}\\p{N}\\p{M}\\p{Co}]--${PARTS_OF_SIGNS}--${UNSPACED_SCRIPTS}]+`,
  "gv",
);
/** A letter with its marks: the unit of a pair, because Thai and Khmer vowels are marks. */
const LETTER_WITH_MARKS = /\P{M}\p{M}*|\p{M}+/gu;

/** A range of text that is searched as a unit: a word, or a run of a script without spaces. */
export interface Piece {
  readonly text: string;
  /** UTF-16 offsets in the text. */
  readonly start: number;
  readonly end: number;
  readonly unspaced: boolean;
}

/** Splits text into pieces, at everything that is not a letter, mark or number. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  const hasUnspaced = UNSPACED.test(text);
  for (const match of text.matchAll(PIECES)) {
    const piece = match[0];
    const unspaced = hasUnspaced && UNSPACED.test(piece);
    pieces.push({ text: piece, start: match.index, end: match.index + piece.length, unspaced });
  }
  return pieces;
}

/** The letters of a run without spaces, each with its marks. */
export function lettersOf(run: string): string[] {
  return run.match(LETTER_WITH_MARKS) ?? [];
}

/**
 * The index tokens of a piece: the folded word, or the overlapping pairs of a run without spaces (or its only letter).
 */
export function tokensOfPiece(piece: Pick<Piece, "text" | "unspaced">): string[] {
  if (!piece.unspaced) return [foldText(piece.text)];
  const letters = lettersOf(foldText(piece.text));
  if (letters.length < 2) return letters;
  return letters.slice(0, -1).map((letter, index) => letter + letters[index + 1]);
}

/** The index tokens of a text, in their order. */
export function tokensOfText(text: string): string[] {
  // The same tokens, in an eighth of the time.
  if (ASCII.test(text)) return text.toLowerCase().match(ASCII_WORDS) ?? [];
  return piecesOf(text).flatMap(tokensOfPiece);
}

/** Returns a function that reports whether a token is one of a text's, as {@link tokensOfText} returns them. */
export function tokenTestOf(text: string): (token: string) => boolean {
  if (!ASCII.test(text)) {
    const tokens = new Set(tokensOfText(text));
    return (token) => tokens.has(token);
  }
  // For a few tokens, a tenth of the time of splitting the text.
  const lower = text.toLowerCase();
  return (token) => isAsciiWord(token) && hasAsciiWord(lower, token);
}

function hasAsciiWord(lower: string, word: string): boolean {
  for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) {
    if (!isAsciiWord(lower.charAt(at - 1)) && !isAsciiWord(lower.charAt(at + word.length))) return true;
  }
  return false;
}

/** Whether a text is one or more lower-case letters or digits of ASCII. */
function isAsciiWord(text: string): boolean {
  return ASCII_WORD.test(text);
}

/**
 * Marks that writers often omit: combining diacritics (except the breve of й), Hebrew points, Arabic vowels, tatweel.
 */
const OPTIONAL_MARKS =
  /(?<![ии])[\u0300-\u036f]|[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed]/g;
/** Letters with a plain form but without a decomposition in Unicode. */
const PLAIN_FORMS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  ς: "σ",
  ى: "ي",
  ة: "ه",
};
const WITH_PLAIN_FORM = new RegExp(`[${Object.keys(PLAIN_FORMS).join("")}]`, "g");
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is intended
const ASCII = /^[\u0000-\u007f]*$/;
/** The pieces of a text in ASCII, in lower case. */
const ASCII_WORDS = /[a-z0-9]+/g;
const ASCII_WORD = /^[a-z0-9]+$/;
const BETWEEN_ASCII_WORDS = /[^a-z0-9]+/g;
const ANY_ASCII_WORDS = /[A-Za-z0-9]+/g;
const ASCII_HUMP = /[a-z0-9][A-Z]|[A-Z]{2}[a-z]/;
const ASCII_JOINED = /(?<![A-Za-z0-9])[A-Za-z0-9]+(?:[_-][A-Za-z0-9]+)+/g;
const ASCII_DOTTED = /(?<![A-Za-z0-9])[A-Za-z0-9]+(?:\.[A-Za-z0-9]+)+/g;
/** Of a run that dots join, the parts in which each piece has a letter. */
const ASCII_NAMES = /(?<![A-Za-z0-9])[0-9]*[A-Za-z][A-Za-z0-9]*(?:\.[0-9]*[A-Za-z][A-Za-z0-9]*)+(?![A-Za-z0-9])/g;
const ASCII_COMPOUND = /[A-Za-z0-9][_.-][A-Za-z0-9]/;

/**
 * Folds text for comparison: lower case, compatibility forms unified (NFKC: full-width letters, ligatures), diacritics
 * and optional vowel signs removed, letters such as ß spelt out (ss), Arabic alef, ya and ta marbuta unified.
 */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  if (ASCII.test(lower)) return lower;
  return lower
    .normalize("NFKD")
    .replace(OPTIONAL_MARKS, "")
    .replace(WITH_PLAIN_FORM, (letter) => PLAIN_FORMS[letter] ?? letter)
    .normalize("NFC");
}

/** The word boundaries in an identifier: aB, 1B, ABc. */
const HUMP = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** The folded words of a camelCase or PascalCase identifier; empty for one word. */
export function humpsOf(word: string): string[] {
  const parts = word.split(HUMP);
  return parts.length < 2 ? [] : parts.map(foldText);
}

/** Maximum length of an identifier that is also indexed as one token, in characters. */
const MAX_COMPOUND_LENGTH = 64;

/** Groups of pieces that form one identifier, joined by single `_` or `-` (snake_case, kebab-case). */
export function compoundsOf(text: string, pieces: readonly Piece[]): Piece[][] {
  return joinedBy(/[_-]/, text, pieces);
}

/** Groups of pieces with letters that single dots join (`Node.js`): they are also written as one word. */
export function dottedNamesOf(text: string, pieces: readonly Piece[]): Piece[][] {
  return joinedBy(/\./, text, pieces, ({ text: piece }) => /\p{L}/u.test(piece));
}

function joinedBy(
  joint: RegExp,
  text: string,
  pieces: readonly Piece[],
  canJoin: (piece: Piece) => boolean = () => true,
): Piece[][] {
  const compounds: Piece[][] = [];
  let open: Piece[] = [];
  const close = (): void => {
    const length = (open.at(-1)?.end ?? 0) - (open[0]?.start ?? 0);
    if (open.length > 1 && length <= MAX_COMPOUND_LENGTH) compounds.push(open);
    open = [];
  };
  for (const piece of pieces) {
    const last = open.at(-1);
    const isJoined = last !== undefined && piece.start === last.end + 1 && joint.test(text.charAt(last.end));
    const isPart = !piece.unspaced && canJoin(piece);
    if (!isJoined || !isPart) close();
    if (isPart) open.push(piece);
  }
  close();
  return compounds;
}

/** The other forms of a word, such as `mueller` for Müller ({@link otherFormsOf}); none of a run without spaces. */
export function formsOfPiece({ text, unspaced }: Pick<Piece, "text" | "unspaced">): string[] {
  return unspaced || ASCII.test(text) ? [] : otherFormsOf(text, foldText(text)).map(foldText);
}

/** The token of a full identifier in any notation: `getusername` for get_user_name and get-user-name. */
export function tokenOfCompound(compound: readonly Pick<Piece, "text">[]): string {
  return foldText(compound.map(({ text }) => text).join(""));
}

/**
 * Returns text as the full-text index stores it: folded tokens separated by spaces. The tokens of the text come first,
 * in their order, so that phrases can be found; a run without spaces ends with its last letter, so that every letter
 * starts a token. Further tokens follow: the words of camelCase; snake_case, kebab-case and dotted names as one token;
 * other forms of words; and each sign of the text once.
 */
export function analyseForIndex(text: string): string {
  if (ASCII.test(text)) return analyseAscii(text);
  const normal = text.normalize("NFKC");
  const pieces = piecesOf(normal);
  const tokens: string[] = [];
  const additions: string[] = [];
  for (const piece of pieces) {
    tokens.push(...tokensOfRun(piece));
    if (!piece.unspaced) additions.push(...humpsOf(piece.text), ...formsOfPiece(piece));
  }
  for (const compound of compoundsOf(normal, pieces)) additions.push(tokenOfCompound(compound));
  for (const name of dottedNamesOf(normal, pieces)) additions.push(tokenOfCompound(name));
  // NFKC turns some signs into letters: ™ into TM.
  additions.push(...new Set(signsOf(text).map(({ token }) => token)));
  return [...tokens, ...additions].join(" ");
}

/** The same for a text in ASCII, in a fraction of the time. */
function analyseAscii(text: string): string {
  const tokens = text.toLowerCase().replace(BETWEEN_ASCII_WORDS, " ").trim();
  const humps = ASCII_HUMP.test(text)
    ? (text.match(ANY_ASCII_WORDS) ?? []).flatMap((word) => (ASCII_HUMP.test(word) ? humpsOf(word) : []))
    : [];
  const compounds = ASCII_COMPOUND.test(text) ? asciiCompoundsOf(text) : [];
  const signs = new Set(signsOf(text).map(({ token }) => token));
  return [tokens, ...humps, ...compounds, ...signs].join(" ").trimStart();
}

/** The tokens of {@link compoundsOf} and {@link dottedNamesOf} in a text in ASCII. */
function asciiCompoundsOf(text: string): string[] {
  const joined = (text.match(ASCII_JOINED) ?? []).filter(isShort);
  const dotted = (text.match(ASCII_DOTTED) ?? []).flatMap((run) => run.match(ASCII_NAMES) ?? []).filter(isShort);
  return [...joined, ...dotted].map((name) => name.replace(/[_.-]/g, "").toLowerCase());
}

const isShort = (name: string): boolean => name.length <= MAX_COMPOUND_LENGTH;

/** The tokens of a piece in running text: its own, and the last letter of a run without spaces. */
export function tokensOfRun(piece: Pick<Piece, "text" | "unspaced">): string[] {
  const tokens = tokensOfPiece(piece);
  if (!piece.unspaced) return tokens;
  const letters = lettersOf(foldText(piece.text));
  const last = letters.at(-1);
  return letters.length > 1 && last !== undefined ? [...tokens, last] : tokens;
}

/** Letters that are also written as two. `ß` is folded to ss. */
const TWO_LETTERS: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", å: "aa", ø: "oe" };
const WITH_TWO_LETTERS = /[äöüåø]/g;

/**
 * The affixes of light stemming, in folded letters: the Arabic ones of light10 (Larkey, Ballesteros and Connell 2002,
 * "Improving stemming for Arabic information retrieval"); of Hebrew the article, conjunctions and prepositions; of Russian
 * and Ukrainian the endings of cases and genders, as in Dolamic and Savoy 2009, "Indexing and searching strategies for the
 * Russian language".
 */
const ARABIC = {
  word: /^[\u0621-\u064a]{4,}$/,
  article: /^(?:[وبكف]?ال|و?لل|و)/,
  ending: /(?:ها|ان|ات|ون|ين|يه|ه|ي)$/,
};
const HEBREW = { word: /^[\u05d0-\u05ea]{4,}$/, article: /^(?:[וש]?ה|ו[בלמכ]|[ובלמכש])/, ending: /(?:ים|ות|ה)$/ };
const CYRILLIC = {
  word: /^[\u0430-\u044f\u0454\u0456\u0457\u0491]{4,}$/,
  article: /(?!)/,
  ending:
    /(?:иями|ями|ами|ыми|ими|иях|ях|ах|ого|его|ому|ему|ией|ый|ий|ій|ой|ей|ая|яя|ое|ее|ые|ие|ия|ии|ию|ья|ью|ую|юю|ым|им|ых|их|ом|ем|ам|ям|ов|ев|ів|ої|ою|ею|ові|еві|[аяоеыиуюьіїє])$/,
};
const AFFIXES = [ARABIC, HEBREW, CYRILLIC];
/** The letters that remain of a word without its affixes. */
const MIN_LETTERS = 3;
/** Hebrew letters at the end of a word. */
const FINAL: Readonly<Record<string, string>> = { כ: "ך", מ: "ם", נ: "ן", פ: "ף", צ: "ץ" };
const NON_LATIN = /[\u0430-\u0457\u0491\u05d0-\u05ea\u0621-\u064a]/;

/**
 * Returns the other forms that writers use for the same word, folded: umlauts as two letters, Arabic and Hebrew words
 * without the article and endings that are written together with them, and Russian and Ukrainian words without their
 * ending.
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
