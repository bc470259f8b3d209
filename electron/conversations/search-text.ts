import type { TextTerm } from "../core/search.ts";
import type { ParsedQuery } from "../core/search-engine.ts";
import { isSignToken } from "../core/signs.ts";
import { Heap } from "../core/util/heap.ts";
import { matchesOfWords } from "../core/word-matches.ts";
import type { Period } from "../search/periods/calendar.ts";
import { namedPeriods } from "../search/periods/named-periods.ts";
import { parseText } from "../search/query-syntax.ts";

/** Terms of one query, as bits of a number. */
const MAX_TERMS = 30;
/** Only the start of a longer text is searched. */
const MAX_SEARCHED_UNITS = 50_000;

/** A query in the form that a search reads. */
export interface QueryParts {
  /** Words and phrases; of `all`, each must be in the message. */
  readonly any: readonly TextTerm[];
  readonly all: readonly TextTerm[];
  /** The periods that the query names. They change the rank of conversations. */
  readonly periods: readonly Period[];
}

export function readQuery({ terms, text }: Pick<ParsedQuery, "terms" | "text">, now: number): QueryParts {
  const { periods, rest } = namedPeriods(text, now);
  const words = periods.length === 0 ? [] : parseText(rest).terms.any;
  return { any: words.length === 0 ? terms.any : words, all: terms.all, periods };
}

/** The terms of a query, each once, at most as many as a set of bits has. */
export function uniqueTerms(terms: readonly TextTerm[]): TextTerm[] {
  return [...new Map(terms.map((term) => [JSON.stringify(term), term])).values()].slice(0, MAX_TERMS);
}

/** Returns the `count` items with the largest weights, in no particular order of equal ones. */
export function takeBest<Item>(items: readonly Item[], count: number, weightOf: (item: Item) => number): Item[] {
  if (items.length <= count) return [...items];
  const heap = new LargestFirst(weightOf, items);
  const best: Item[] = [];
  while (best.length < count) {
    const next = heap.removeFirst();
    if (next === undefined) break;
    best.push(next);
  }
  return best;
}

class LargestFirst<Item> extends Heap<Item> {
  readonly #weightOf: (item: Item) => number;

  constructor(weightOf: (item: Item) => number, items: readonly Item[]) {
    super();
    this.#weightOf = weightOf;
    this.fill([...items]);
  }

  protected override isBefore(one: Item, other: Item): boolean {
    return this.#weightOf(one) > this.#weightOf(other);
  }
}

/** The words of terms, folded, without signs, the parts of split words, and translations of several words. */
export function wordsOfTerms(terms: readonly TextTerm[]): ReadonlySet<string> {
  const words = terms.filter((term) => term.kind !== "phrase" || term.onlyIfMissing !== true);
  const tokens = words.flatMap((term) => (term.kind === "phrase" ? term.tokens : [term.token]));
  return new Set(tokens.filter((token) => !isSignToken(token)));
}

/** Returns the part of a text with the most different words of a query, on one line, at most `length` units. */
export function excerptOf(text: string, words: ReadonlySet<string>, length: number): string {
  if (text.length <= length) return oneLine(text);
  const matches = matchesOfWords(text.slice(0, MAX_SEARCHED_UNITS), words);
  let best = { start: 0, count: 0 };
  // How often each word is in the part that starts at a match.
  const counts = new Map<string, number>();
  let end = 0;
  for (const { start, word } of matches) {
    for (let next = matches[end]; next !== undefined && next.start < start + length * 0.7; next = matches[end]) {
      counts.set(next.word, (counts.get(next.word) ?? 0) + 1);
      end += 1;
    }
    if (counts.size > best.count) best = { start, count: counts.size };
    const left = (counts.get(word) ?? 0) - 1;
    if (left === 0) counts.delete(word);
    else counts.set(word, left);
  }
  const from = Math.max(0, Math.min(best.start - Math.floor(length * 0.15), text.length - length));
  const start = from === 0 ? 0 : from + text.slice(from, best.start).search(/\s/) + 1;
  return `${start === 0 ? "" : "…"}${beginningOf(text.slice(start), length)}`;
}

/** Returns the start of a text on one line, cut at a word. */
export function beginningOf(text: string, length: number): string {
  const line = oneLine(text);
  if (line.length <= length) return line;
  const start = line.slice(0, length).replace(/[\ud800-\udbff]$/, "");
  const space = start.lastIndexOf(" ");
  return `${start.slice(0, space > length * 0.8 ? space : start.length).trimEnd()}…`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
