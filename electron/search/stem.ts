/**
 * Martin Porter's stemmer (1980, tartarus.org/martin/PorterStemmer), the one SQLite's `porter` tokenizer applies: words
 * that the index holds for equal are seen as equal when a match is shown. Only plain Latin words of 3 to 64 letters have
 * a stem; anything else is its own.
 */
export function stem(token: string): string {
  const known = stems.get(token);
  if (known !== undefined) return known;
  const result = /^[a-z]{3,64}$/.test(token) ? computeStem(token) : token;
  if (stems.size >= MAX_REMEMBERED) stems.clear();
  stems.set(token, result);
  return result;
}

/** Stems are asked for again and again; what was computed is remembered, up to this many words. */
const MAX_REMEMBERED = 20_000;
const stems = new Map<string, string>();

const CONSONANT = "[^aeiou]";
const VOWEL = "[aeiouy]";
const CONSONANTS = `${CONSONANT}[^aeiouy]*`;
const VOWELS = `${VOWEL}[aeiou]*`;
/** Measure of a stem, [C](VC)^m[V]: at least 1, exactly 1, at least 2; and whether it holds a vowel. */
const HAS_MEASURE = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}`);
const MEASURE_ONE = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}(${VOWELS})?$`);
const MEASURE_TWO = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}${VOWELS}${CONSONANTS}`);
const HAS_VOWEL = new RegExp(`^(${CONSONANTS})?${VOWEL}`);
/** Ends consonant, vowel, consonant, where the last is not w, x or y. */
const SHORT_END = new RegExp(`^${CONSONANTS}${VOWEL}[^aeiouwxy]$`);
const DOUBLE_END = /([^aeiouylsz])\1$/;

const STEP_TWO: Readonly<Record<string, string>> = {
  ational: "ate",
  tional: "tion",
  enci: "ence",
  anci: "ance",
  izer: "ize",
  bli: "ble",
  alli: "al",
  entli: "ent",
  eli: "e",
  ousli: "ous",
  ization: "ize",
  ation: "ate",
  ator: "ate",
  alism: "al",
  iveness: "ive",
  fulness: "ful",
  ousness: "ous",
  aliti: "al",
  iviti: "ive",
  biliti: "ble",
  logi: "log",
};
const STEP_THREE: Readonly<Record<string, string>> = {
  icate: "ic",
  ative: "",
  alize: "al",
  iciti: "ic",
  ical: "ic",
  ful: "",
  ness: "",
};
const STEP_TWO_END =
  /^(.+?)(ational|tional|enci|anci|izer|bli|alli|entli|eli|ousli|ization|ation|ator|alism|iveness|fulness|ousness|aliti|iviti|biliti|logi)$/;
const STEP_THREE_END = /^(.+?)(icate|ative|alize|iciti|ical|ful|ness)$/;
const STEP_FOUR_END =
  /^(.+?)(al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|ou|ism|ate|iti|ous|ive|ize|(?<=[st])ion)$/;

function computeStem(token: string): string {
  let word = token.startsWith("y") ? `Y${token.slice(1)}` : token;
  word = removePlural(word);
  word = removePast(word);
  if (word.endsWith("y") && HAS_VOWEL.test(word.slice(0, -1))) word = `${word.slice(0, -1)}i`;
  word = replaceEnd(word, STEP_TWO_END, STEP_TWO);
  word = replaceEnd(word, STEP_THREE_END, STEP_THREE);
  const ending = STEP_FOUR_END.exec(word)?.[1];
  if (ending !== undefined && MEASURE_TWO.test(ending)) word = ending;
  if (word.endsWith("e")) {
    const base = word.slice(0, -1);
    if (MEASURE_TWO.test(base) || (MEASURE_ONE.test(base) && !SHORT_END.test(base))) word = base;
  }
  if (word.endsWith("ll") && MEASURE_TWO.test(word)) word = word.slice(0, -1);
  return word.toLowerCase();
}

function removePlural(word: string): string {
  if (/(ss|i)es$/.test(word)) return word.slice(0, -2);
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

function removePast(word: string): string {
  if (word.endsWith("eed")) return HAS_MEASURE.test(word.slice(0, -3)) ? word.slice(0, -1) : word;
  const base = /^(.+?)(ed|ing)$/.exec(word)?.[1];
  if (base === undefined || !HAS_VOWEL.test(base)) return word;
  if (/(at|bl|iz)$/.test(base)) return `${base}e`;
  if (DOUBLE_END.test(base)) return base.slice(0, -1);
  return SHORT_END.test(base) ? `${base}e` : base;
}

function replaceEnd(word: string, end: RegExp, replacements: Readonly<Record<string, string>>): string {
  const match = end.exec(word);
  const base = match?.[1];
  const replacement = replacements[match?.[2] ?? ""];
  return base !== undefined && replacement !== undefined && HAS_MEASURE.test(base) ? base + replacement : word;
}
