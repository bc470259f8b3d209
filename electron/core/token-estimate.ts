/**
 * An estimate of the tokens of a text, to keep answers within a budget. It is at least the count of the tokenizers
 * o200k_base and cl100k_base for prose in 22 languages, code, JSON, Markdown and identifiers, and about 1.5 times that
 * count for English and code: token-estimate.test.ts measures it. A tokenizer would be exact for one model only, and
 * its tables take megabytes.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const { 0: run, groups = {} } of text.matchAll(RUNS)) {
    const { length } = run;
    if (groups.mixed !== undefined) tokens += length;
    else if (groups.word !== undefined) tokens += 0.6 + length / 5;
    else if (groups.capitals !== undefined) tokens += 0.6 + length * 0.45;
    else if (groups.digits !== undefined) tokens += Math.ceil(length / 3);
    else if (groups.space !== undefined) tokens += run === " " ? 0.05 : 1 + length / 16;
    else if (groups.letters !== undefined) tokens += 0.5 + length * 1.1;
    else if (groups.marks !== undefined) tokens += 0.4 + length * 0.6;
    else tokens += length > 1 ? 3 : 1.5;
  }
  return Math.ceil(tokens);
}

/**
 * Characters that are counted together: identifiers of letters and digits, words, capitals, digits, white space, words
 * of scripts with an alphabet; otherwise single characters.
 */
const RUNS =
  /(?<mixed>(?=[A-Za-z]{0,20}\d{1,20}[A-Za-z])[A-Za-z\d]+|\b[A-Za-z]{1,40}\d[A-Za-z\d]*)|(?<word>[A-Z]?[a-z]+)|(?<capitals>[A-Z]+)|(?<digits>\d+)|(?<space>\s+)|(?<letters>[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Thai}]+)|(?<marks>[!-/:-@[-`{-~]+)|(?<other>.)/gsu;
