import type { TextQuery, TextTerm } from "../core/search.ts";
import type { SearchSettings } from "./settings.ts";
import type { WordStatistics } from "./word-statistics.ts";

/** Most terms a query is asked with. */
const MOST_TERMS = 64;
/** They are chosen of so many: who pastes whole pages is answered by how they begin. */
const MOST_CONSIDERED = 4000;
/** The rarest so many are always asked for. */
const FEWEST_TERMS = 3;
/** Letters from which on an unknown word may be the beginning of one. */
export const SHORTEST_BEGINNING = 3;

export interface ChosenTerms {
  readonly query: TextQuery;
  /** How many terms were left out since the index holds them too often. */
  readonly leftOut: number;
  /** BM25 of a memory of average length that holds every word of the query once: the sum of their weights. */
  readonly idealRank: number;
}

/** The tokens whose frequencies {@link chooseTerms} wants to know. */
export function tokensOfTerms(query: TextQuery): string[] {
  return [...new Set([...query.any.slice(0, MOST_CONSIDERED), ...query.all].flatMap(tokensOf))];
}

/**
 * Keeps a query's telling terms: not those that much of the scope holds (BM25 weighs words by the whole index, where a
 * project's own names look rare), and of the rest the rarest, as many as together stay within the budget of index
 * entries. What a common word adds to BM25 is little, and reading its entries is what makes a large store slow. A word that
 * no memory holds is asked for as the beginning of one: someone may still be typing it.
 */
export function chooseTerms(
  query: TextQuery,
  statistics: WordStatistics,
  { frequentShare, postingsBudget }: Pick<SearchSettings, "frequentShare" | "postingsBudget">,
): ChosenTerms {
  const considered = query.any.slice(0, MOST_CONSIDERED);
  const telling = considered.filter((term) => !isFrequent(term, statistics, frequentShare));
  const costed = (telling.length > 0 ? telling : considered)
    .map((term) => ({ term, cost: costOf(term, statistics) }))
    .sort((one, other) => rarityOf(one.cost) - rarityOf(other.cost));
  const kept = new Set<TextTerm>();
  let spent = 0;
  for (const { term, cost } of costed) {
    spent += cost;
    if (kept.size >= MOST_TERMS || (kept.size >= FEWEST_TERMS && spent > postingsBudget)) break;
    kept.add(term);
  }
  let idealRank = 0;
  for (const { term, cost } of costed) {
    if (term.kind === "word" && cost > 0) idealRank += inverseFrequency(cost, statistics.size);
  }
  return {
    query: { any: query.any.filter((term) => kept.has(term)).map((term) => widen(term, statistics)), all: query.all },
    leftOut: query.any.length - kept.size,
    idealRank,
  };
}

function widen(term: TextTerm, statistics: WordStatistics): TextTerm {
  if (term.kind !== "word" || term.token.length < SHORTEST_BEGINNING) return term;
  return statistics.documentFrequency(term.token) > 0 ? term : { kind: "prefix", token: term.token };
}

/** Unknown words come last: of many they would crowd out what is known, but a word captured just now may be one. */
function rarityOf(cost: number): number {
  return cost === 0 ? Number.POSITIVE_INFINITY : cost;
}

function isFrequent(term: TextTerm, statistics: WordStatistics, frequentShare: number): boolean {
  return term.kind === "word" && statistics.shareInScope(term.token) > frequentShare;
}

/** Entries a term reads: a phrase, those of its rarest word. */
function costOf(term: TextTerm, statistics: WordStatistics): number {
  return Math.min(...tokensOf(term).map((token) => statistics.documentFrequency(token)));
}

/** The weight FTS5's bm25() gives a word (Robertson's IDF, sqlite.org/fts5.html#the_bm25_function). */
function inverseFrequency(documents: number, size: number): number {
  return Math.max(1e-6, Math.log((size - documents + 0.5) / (documents + 0.5)));
}

function tokensOf(term: TextTerm): readonly string[] {
  return term.kind === "phrase" ? term.tokens : [term.token];
}
