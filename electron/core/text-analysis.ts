/**
 * How text becomes the tokens of the full-text index. The same functions run on what is stored and on what is asked.
 *
 * SQLite's `unicode61` takes a run of Chinese, Japanese, Korean or Thai for one word, and `trigram` misses words of two
 * characters, so such runs are cut here into overlapping pairs (bigrams). It folds diacritics of Latin letters alone, so
 * folding is done here for all scripts. Inflection is left to the index's `porter`.
 */
/** Counts up with every change of what {@link analyseForIndex} answers: an index made by another version is made anew. */
export const ANALYSER_VERSION = 1;

const UNSPACED_SCRIPTS = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々〆]`;
const UNSPACED = new RegExp(UNSPACED_SCRIPTS, "v");
const PIECES = new RegExp(`${UNSPACED_SCRIPTS}+|[[\\p{L}\\p{N}\\p{M}\\p{Co}]--${UNSPACED_SCRIPTS}]+`, "gv");
/** A letter with the marks written on it: the unit of a pair, since Thai or Khmer vowels mean nothing alone. */
const LETTER_WITH_MARKS = /\P{M}\p{M}*|\p{M}+/gu;

/** A stretch of text that is searched as a unit: a word, or a run of a script that writes no spaces. */
export interface Piece {
  readonly text: string;
  /** UTF-16 offsets in the text given. */
  readonly start: number;
  readonly end: number;
  readonly unspaced: boolean;
}

/** Cuts text (in NFC or as it is) into pieces; what is neither letter, mark nor number separates. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  for (const match of text.matchAll(PIECES)) {
    const piece = match[0];
    pieces.push({ text: piece, start: match.index, end: match.index + piece.length, unspaced: UNSPACED.test(piece) });
  }
  return pieces;
}

/** The letters of an unspaced run, each with its marks. */
export function lettersOf(run: string): string[] {
  return run.match(LETTER_WITH_MARKS) ?? [];
}

/** The index tokens of one piece: itself folded, or the overlapping pairs of an unspaced run (one letter stays single). */
export function tokensOfPiece(piece: Pick<Piece, "text" | "unspaced">): string[] {
  if (!piece.unspaced) return [foldText(piece.text)];
  const letters = lettersOf(foldText(piece.text));
  if (letters.length < 2) return letters;
  return letters.slice(0, -1).map((letter, index) => letter + letters[index + 1]);
}

/** Marks that writers leave out: combining diacritics (but the breve of й), Hebrew points, Arabic vowels and tatweel. */
const OPTIONAL_MARKS =
  /(?<![ии])[\u0300-\u036f]|[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed]/g;
/** Letters that have a plain form but no decomposition in Unicode. */
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
// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant
const ASCII = /^[\u0000-\u007f]*$/;

/**
 * Text as it is compared: lower case, compatibility forms unified (NFKC: full-width letters, ligatures), diacritics and
 * optional vowel signs removed, letters without a plain form spelt out (ß as ss), Arabic alef, ya and ta marbuta unified.
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

/** Where an identifier changes its word: aB, 1B, ABc. */
const HUMP = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** The words of a camelCase or PascalCase identifier, folded; empty where it has no humps. */
export function humpsOf(word: string): string[] {
  const parts = word.split(HUMP);
  return parts.length < 2 ? [] : parts.map(foldText);
}

/** Longest identifier that is indexed as a whole, in characters. */
const MAX_COMPOUND_LENGTH = 64;

/** Pieces that stand together as one identifier: joined by single `_` or `-` (snake_case, kebab-case). */
export function compoundsOf(text: string, pieces: readonly Piece[]): Piece[][] {
  const compounds: Piece[][] = [];
  let open: Piece[] = [];
  const close = (): void => {
    const length = (open.at(-1)?.end ?? 0) - (open[0]?.start ?? 0);
    if (open.length > 1 && length <= MAX_COMPOUND_LENGTH) compounds.push(open);
    open = [];
  };
  for (const piece of pieces) {
    const last = open.at(-1);
    const joined = last !== undefined && piece.start === last.end + 1 && /[_-]/.test(text.charAt(last.end));
    if (!joined || piece.unspaced) close();
    if (!piece.unspaced) open.push(piece);
  }
  close();
  return compounds;
}

/** The token that stands for a whole identifier, however it is written: `getusername` for get_user_name, get-user-name. */
export function tokenOfCompound(compound: readonly Pick<Piece, "text">[]): string {
  return foldText(compound.map(({ text }) => text).join(""));
}

/**
 * Text as the full-text index stores it: folded tokens separated by spaces. First the text in its order, so that
 * phrases are found; an unspaced run ends with its last letter alone, so that every letter begins some token. Then, after
 * the text, what identifiers add: the words of camelCase ones, and snake_case and kebab-case ones as a whole.
 */
export function analyseForIndex(text: string): string {
  const normal = text.normalize("NFKC");
  const pieces = piecesOf(normal);
  const tokens: string[] = [];
  const additions: string[] = [];
  for (const piece of pieces) {
    tokens.push(...tokensOfRun(piece));
    if (!piece.unspaced) additions.push(...humpsOf(piece.text));
  }
  for (const compound of compoundsOf(normal, pieces)) additions.push(tokenOfCompound(compound));
  return [...tokens, ...additions].join(" ");
}

/** A piece's tokens in running text: those of the piece, and an unspaced run's last letter. */
export function tokensOfRun(piece: Pick<Piece, "text" | "unspaced">): string[] {
  const tokens = tokensOfPiece(piece);
  if (!piece.unspaced) return tokens;
  const letters = lettersOf(foldText(piece.text));
  const last = letters.at(-1);
  return letters.length > 1 && last !== undefined ? [...tokens, last] : tokens;
}
