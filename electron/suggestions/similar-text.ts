/** A passage with this share of the words of another one says the same. */
const SAME_WORDS = 0.7;

/** The different words of a text in lower case. */
export function wordsOfText(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]{2,100}/gu) ?? [];
  return new Set(words.flatMap((word) => (HAN.test(word) ? pairsOf(word) : [word])));
}

const HAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Text in Chinese and Japanese has no spaces between words. */
function pairsOf(word: string): string[] {
  return Array.from({ length: Math.max(1, word.length - 1) }, (_, at) => word.slice(at, at + 2));
}

/** Whether most words of the shorter text are in the other one. */
export function saysTheSame(words: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  const smaller = Math.min(words.size, others.size);
  if (smaller === 0) return false;
  let shared = 0;
  for (const word of words) if (others.has(word)) shared += 1;
  return shared / smaller > SAME_WORDS;
}
