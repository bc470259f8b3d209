/**
 * An estimate of the tokens of a text, to keep answers within a budget. It is at least the count of the tokenizers
 * o200k_base and cl100k_base for prose in 22 languages, code, JSON, Markdown and identifiers, and about 1.5 times that
 * count for English and code: token-estimate.test.ts measures it. A tokenizer would be exact for one model only, and
 * its tables take megabytes.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const run of text.match(RUNS) ?? []) tokens += tokensOfRun(run);
  return Math.ceil(tokens);
}

const ALPHABETS = String.raw`[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Thai}]+`;
const IDENTIFIER = String.raw`(?=[A-Za-z]{0,20}\d{1,20}[A-Za-z])[A-Za-z\d]+|\b[A-Za-z]{1,40}\d[A-Za-z\d]*`;
const MARKS = "[!-/:-@[-`{-~]+";
/**
 * Characters that are counted together: identifiers of letters and digits, words, capitals, digits, white space, words
 * of scripts with an alphabet, punctuation marks; otherwise single characters.
 */
const RUNS = new RegExp(String.raw`${IDENTIFIER}|[A-Z]?[a-z]+|[A-Z]+|\d+|\s+|${ALPHABETS}|${MARKS}|.`, "gsu");
const SPACE = /^\s/;
const LETTERS = new RegExp(`^${ALPHABETS}`, "u");

/** The kind of a run follows from its characters. Groups in {@link RUNS} would name it, and take four times as long. */
function tokensOfRun(run: string): number {
  const { length } = run;
  if (run === " ") return 0.05;
  const first = run.charCodeAt(0);
  if (isLower(first) || isCapital(first) || isDigit(first)) {
    const digits = countDigits(run);
    if (digits === length) return Math.ceil(length / 3);
    if (digits > 0) return length;
    return isLower(run.charCodeAt(length - 1)) ? 0.6 + length / 5 : 0.6 + length * 0.45;
  }
  if (SPACE.test(run)) return 1 + length / 16;
  if (first > 0x20 && first < 0x7f) return 0.4 + length * 0.6;
  if (LETTERS.test(run)) return 0.5 + length * 1.1;
  return length > 1 ? 3 : 1.5;
}

const isDigit = (unit: number) => unit >= 0x30 && unit <= 0x39;
const isCapital = (unit: number) => unit >= 0x41 && unit <= 0x5a;
const isLower = (unit: number) => unit >= 0x61 && unit <= 0x7a;

function countDigits(run: string): number {
  let digits = 0;
  for (let index = 0; index < run.length; index += 1) if (isDigit(run.charCodeAt(index))) digits += 1;
  return digits;
}
