/**
 * Signs, operators and emoji as tokens of the full-text index. Its tokenizer reads letters, digits and private-use
 * characters only, so a sign is written with a private-use character and its decimal number, which no stemmer changes.
 */

/** Precedes the number of each character of a sign in a token. */
const MARK = "\ue000";

/** A sign in a text. */
export interface Sign {
  readonly text: string;
  /** UTF-16 offsets in the text. */
  readonly start: number;
  readonly end: number;
  readonly token: string;
  /** Whether it is a word with its sign, such as `C++` and `.env`. */
  readonly isAttached: boolean;
}

/** A symbol or emoji outside ASCII; a flag is a pair of letters. Colours of skin are left out. */
const SYMBOL = String.raw`\p{RI}\p{RI}|[[\p{S}\p{Extended_Pictographic}\u00a7\u00b6\u2020\u2021\u2022\u2030]--[\p{Emoji_Modifier}\u0000-\u007f]]`;
/** A run of the characters that ASCII operators have. */
const OPERATOR = String.raw`[!#$%&*+\-\/:<=>?@\\\^\|~]+`;
const SIGNS = new RegExp(`(${SYMBOL})|${OPERATOR}`, "gv");
/** C++, C#, F#; and .env, .NET, @types, $HOME. */
const SUFFIXED = /(?<![\p{L}\p{N}_])(\p{L}[\p{L}\p{N}]{0,19})(\+\+(?![+=])|[+#](?![\p{L}\p{N}+#=]))/gu;
const PREFIXED = /(?<![\p{L}\p{N}_.)\]@])([.@$])(\p{L}[\p{L}\p{N}]{0,39})/gu;
/** Rules, headings, emphasis and comments of Markdown, and punctuation: in most texts, so that they find nothing. */
const PUNCTUATION = /^(?:[*#~]+|[-/:?!]|-{3,}|={4,}|:\/+|\/{3,})$/;
/** A longer run is a rule or a drawing. */
const MAX_OPERATOR = 4;
const NO_SIGN = /^[\w\s.,;()'"`-]*$/;

/** Finds the signs of a text: symbols, emoji, operators, and words with a sign. Punctuation is not a sign. */
export function signsOf(text: string): Sign[] {
  const signs: Sign[] = [];
  const add = (written: string, start: number, token: string, isAttached: boolean): void => {
    signs.push({ text: written, start, end: start + written.length, token, isAttached });
  };
  if (!NO_SIGN.test(text)) {
    for (const { 0: run, 1: symbol, index } of text.matchAll(SIGNS)) {
      if (symbol !== undefined) add(symbol, index, tokenOfSign(symbol), false);
      else addOperator(run, index);
    }
  }
  for (const { 0: written, 1: word = "", 2: sign = "", index } of text.matchAll(SUFFIXED)) {
    add(written, index, attach(word, sign), true);
  }
  for (const { 0: written, 1: sign = "", 2: word = "", index } of text.matchAll(PREFIXED)) {
    add(written, index, attach(word, sign), true);
  }
  return signs;

  function addOperator(run: string, index: number): void {
    // Emphasis around an operator: **->**.
    const [emphasis = ""] = /^\*+(?=[^*])/.exec(run) ?? [];
    const operator = run.slice(emphasis.length).replace(/(?<=[^*])\*+$/, "");
    if (operator.length > MAX_OPERATOR || PUNCTUATION.test(operator)) return;
    add(operator, index + emphasis.length, tokenOfSign(operator), false);
  }
}

/** Whether a token contains a sign. */
export function isSignToken(token: string): boolean {
  return token.includes(MARK);
}

function attach(word: string, sign: string): string {
  return word.toLowerCase().normalize("NFKC") + tokenOfSign(sign);
}

function tokenOfSign(sign: string): string {
  return Array.from(sign, (character) => MARK + character.codePointAt(0)).join("");
}
