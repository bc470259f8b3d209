import { inverseFrequency } from "../core/bm25.ts";
import type { TextQuery, TextTerm } from "../core/search.ts";
import { isSignToken } from "../core/signs.ts";
import { MAX_SET_TERMS } from "../core/term-set.ts";
import type { ScopeStatistics } from "./scope-statistics.ts";
import type { SearchSettings } from "./settings.ts";

/** Terms considered: a pasted page is searched by its start. */
const MAX_CONSIDERED = 4000;
/** The rarest terms are searched even if they exceed the budget. */
const MIN_TERMS = 3;
/** The shortest word that is searched as a prefix if no memory contains it. */
export const MIN_PREFIX_LENGTH = 3;

/** A word of the query that is searched; phrases repeat their words. */
export interface SearchedWord {
  readonly token: string;
  /** Its index in {@link TextQuery.any}, and the indices of its other spellings. */
  readonly indices: readonly number[];
  /** The number of memories with the word, or with its most frequent spelling, that the caller may see. */
  readonly frequency: number;
  /** Whether the memories contain it only in another spelling or language. */
  readonly isOnlyInstead?: boolean;
  /** Whether the memories may say it in other words: they are in another language, and it is not a kind of thing. */
  readonly isUncertain?: boolean;
}

export interface ChosenTerms {
  readonly query: TextQuery;
  /** The number of terms dropped because they are too frequent. */
  readonly dropped: number;
  /**
   * The BM25 rank of a memory of average length that contains every word of the query once: the sum of their weights.
   */
  readonly idealRank: number;
  readonly words: readonly SearchedWord[];
}

/** The tokens whose frequencies {@link chooseTerms} needs. */
export function tokensOfTerms(query: TextQuery): string[] {
  return [...new Set([...query.any.slice(0, MAX_CONSIDERED), ...query.all].flatMap(tokensOf))];
}

/** Knowledge of the words of a query. */
export interface ReadQuery {
  /** Words that are searched, but that a result does not need. */
  readonly uncounted: ReadonlySet<string>;
  /** The words that name the kinds of things which the query asks for. */
  readonly needed: ReadonlySet<string>;
  /**
   * Whether the memories in scope are in another language: then words are translated even if memories elsewhere contain
   * them, and memories may say a word in another way.
   */
  readonly isInOtherLanguage: boolean;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Chooses the terms of a query that discriminate. Words that are frequent in scope are dropped (BM25 weighs words by
 * the entire index, in which a project's own names look rare). Of the others it keeps the rarest, as many as stay
 * within the budget of index entries: a frequent word adds little to BM25, and reading its entries is what makes a
 * large store slow. A word that no memory contains is searched as a prefix, since it may not be typed to the end yet.
 */
export function chooseTerms(
  query: TextQuery,
  statistics: ScopeStatistics,
  { frequentShare, postingsBudget }: Pick<SearchSettings, "frequentShare" | "postingsBudget">,
  { uncounted = NONE, needed = NONE, isInOtherLanguage = false }: Partial<ReadQuery> = {},
): ChosenTerms {
  const all = query.any.slice(0, MAX_CONSIDERED);
  const worthwhile = all.filter((term) => isWorthwhile(term, statistics, isInOtherLanguage));
  const considered = worthwhile.length > 0 ? worthwhile : all;
  const selective = considered.filter((term) => !isFrequent(term, statistics, frequentShare));
  const costed = (selective.length > 0 ? selective : considered)
    .map((term) => ({ term, cost: costOf(term, statistics) }))
    .sort((one, other) => rarityOf(one.cost) - rarityOf(other.cost));
  const kept = new Set<TextTerm>();
  let spent = 0;
  for (const { term, cost } of costed) {
    spent += cost;
    if (kept.size >= MAX_SET_TERMS || (kept.size >= MIN_TERMS && spent > postingsBudget)) break;
    kept.add(term);
  }
  let idealRank = 0;
  for (const { term, cost } of costed) {
    if (term.kind !== "word" || term.insteadOf !== undefined || uncounted.has(term.token) || cost === 0) continue;
    idealRank += inverseFrequency(cost, statistics.size);
  }
  const any = query.any.filter((term) => kept.has(term));
  return {
    query: { any: any.map((term) => widen(term, statistics)), all: query.all },
    dropped: query.any.length - kept.size,
    idealRank,
    words: searchedWords(any, statistics)
      .filter(({ token }) => !uncounted.has(token))
      .map((word) => (isInOtherLanguage && !needed.has(word.token) ? { ...word, isUncertain: true } : word)),
  };
}

function searchedWords(any: readonly TextTerm[], statistics: ScopeStatistics): SearchedWord[] {
  return any.flatMap((term, index) => {
    if (term.kind === "phrase" || term.insteadOf !== undefined) return [];
    const { token } = term;
    const spellings = any.flatMap((other, at) => (other.insteadOf?.includes(token) === true ? [{ other, at }] : []));
    const frequencies = [term, ...spellings.map(({ other }) => other)].map((each) => costOf(each, statistics));
    const word = { token, indices: [index, ...spellings.map(({ at }) => at)], frequency: Math.max(...frequencies) };
    return [costOf(term, statistics) === 0 && word.frequency > 0 ? { ...word, isOnlyInstead: true } : word];
  });
}

/**
 * Whether a term can find something. A spelling or sign that no memory contains says nothing, unlike a word, which may
 * not be typed to the end.
 */
function isWorthwhile(term: TextTerm, statistics: ScopeStatistics, isInOtherLanguage: boolean): boolean {
  if (term.kind !== "phrase" && isSignToken(term.token)) return costOf(term, statistics) > 0;
  if (term.insteadOf === undefined) return true;
  const isMissing = isInOtherLanguage || term.insteadOf.every((token) => statistics.documentFrequency(token) === 0);
  return costOf(term, statistics) > 0 && (isMissing || term.onlyIfMissing !== true);
}

function widen(term: TextTerm, statistics: ScopeStatistics): TextTerm {
  if (term.kind !== "word" || term.token.length < MIN_PREFIX_LENGTH || isSignToken(term.token)) return term;
  return statistics.documentFrequency(term.token) > 0 ? term : { kind: "prefix", token: term.token };
}

/** Unknown words come last: many of them would crowd out known ones, but one may have been captured just now. */
function rarityOf(cost: number): number {
  return cost === 0 ? Number.POSITIVE_INFINITY : cost;
}

function isFrequent(term: TextTerm, statistics: ScopeStatistics, frequentShare: number): boolean {
  return term.kind === "word" && statistics.shareInScope(term.token) > frequentShare;
}

/** The number of index entries a term reads; for a phrase, the entries of its rarest word. */
function costOf(term: TextTerm, statistics: ScopeStatistics): number {
  return Math.min(...tokensOf(term).map((token) => statistics.documentFrequency(token)));
}

function tokensOf(term: TextTerm): readonly string[] {
  return term.kind === "phrase" ? term.tokens : [term.token];
}
