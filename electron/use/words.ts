import { analyseForIndex } from "../core/text-analysis.ts";
import { dayBefore, type Period } from "../search/periods/calendar.ts";
import { namedPeriods } from "../search/periods/named-periods.ts";

/** Returns how rare a word is, as a weight: 0 for a word that every text has. */
export type Rarity = (word: string) => number;

/** The weight of a word that `count` of `texts` texts have (inverse document frequency). */
export function rarityOf(count: number, texts: number): number {
  return Math.max(0, Math.log((texts + 1) / (count + 0.5)));
}

/** The first character of words for periods. No word of a text contains it. */
const PERIOD = "@";
/** A named period weighs as much as a rare word. */
const PERIOD_WEIGHT = 6;
/** The weight that every word loses: frequent words agree by chance, also several of them. */
const COMMON_WEIGHT = 1.25;
/** A year alone, as an answer or an item of a list. */
const YEAR_ALONE = /^\W*((?:19|20)\d\d)\W*$/;

/** Whether a word is one for a period. */
export function isPeriod(word: string): boolean {
  return word.startsWith(PERIOD);
}

/** The weight of a word of {@link wordsOf} or {@link wordsAndPeriodsOf}. */
export function weightOf(word: string, rarity: Rarity): number {
  return isPeriod(word) ? PERIOD_WEIGHT : Math.max(0, rarity(word) - COMMON_WEIGHT);
}

/** The words of a text, with the parts and the joined form of identifiers. */
export function wordsOf(text: string): ReadonlySet<string> {
  return new Set(analyseForIndex(text).split(" ").map(stem));
}

/**
 * The words of a text, and one word for each period that it names, in place of the words of the name: "yesterday" is the
 * same word as the date.
 * @param at when the text was written, in milliseconds since 1970
 * @param withCurrent whether "today", "this year" and other periods around `at` count too
 */
export function wordsAndPeriodsOf(text: string, at: number, withCurrent: boolean): ReadonlySet<string> {
  const [, year] = YEAR_ALONE.exec(text) ?? [];
  const { periods, rest } = namedPeriods(year === undefined ? text : `in ${year}`, at);
  const counted = periods.filter(({ from, to }) => from > 0 && (withCurrent || to <= at || from > at));
  if (counted.length === 0) return wordsOf(text);
  return wordsOf(rest).union(new Set(counted.map(periodWord)));
}

/** The words and periods of a memory, and the day on which it was written: clients get it with the text. */
export function wordsOfMemory(content: string, writtenAt: number): ReadonlySet<string> {
  const day = periodWord(dayBefore(new Date(writtenAt), 0));
  return wordsAndPeriodsOf(content, writtenAt, true).union(new Set([day]));
}

function periodWord({ from, to }: Period): string {
  return `${PERIOD}${from}-${to}`;
}

/** Removes the endings of English inflection from a word, so that the forms of a word are the same word. */
function stem(word: string): string {
  return word.length > 4 && /^[a-z]+$/.test(word) ? word.replace(/(?:ies|ing|ed|es|s|y|e)$/, "") : word;
}
