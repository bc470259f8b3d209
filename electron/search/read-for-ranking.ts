import type { Stem } from "../core/stem.ts";
import { tokensOfText } from "../core/text-analysis.ts";
import { functionWordsOf } from "./function-words.ts";
import { contentCharactersOf } from "./han-characters.ts";
import type { NamedKind } from "./lexicon/named-kinds.ts";
import { namedPeriods } from "./periods/named-periods.ts";
import { namesIn } from "./query-terms.ts";
import type { RerankedQuery } from "./reranking.ts";
import type { ScopeStatistics } from "./scope-statistics.ts";

/** The start of a query that re-ranking reads. */
export const MAX_RERANKED_TOKENS = 200;
/** The start of a query in which periods and Chinese characters are looked for, in UTF-16 units. */
export const MAX_PERIOD_TEXT = 500;

interface Reading {
  readonly statistics: ScopeStatistics;
  /** As in the settings of search. */
  readonly frequentShare: number;
  readonly stem: Stem;
  readonly now: number;
}

/** Reads from the text of a query what re-ranking needs. @param kinds the kinds of things that it asks for */
export function readForRanking(
  text: string,
  kinds: readonly NamedKind[],
  { statistics, frequentShare, stem, now }: Reading,
): Omit<RerankedQuery, "vectorWeight"> {
  const tokens = tokensOfText(text).slice(0, MAX_RERANKED_TOKENS);
  const functionWords = functionWordsOf(tokens);
  const content = tokens.filter((token) => !functionWords.has(token));
  const written = namesIn(text);
  const named = content.filter((token) => written.has(token));
  const isFrequent = (token: string) => statistics.shareInScope(token) > frequentShare;
  // In other languages, nouns may have a capital letter. A number is not a name.
  const isRare = (token: string) => functionWords.areEnglish && !/\d/.test(token) && !isFrequent(token);
  const { periods, rest } = namedPeriods(text.slice(0, MAX_PERIOD_TEXT), now);
  return {
    stems: content.map(stem),
    frequentNames: new Set(named.filter(isFrequent).map(stem)),
    names: new Set(named.filter(isRare).map(stem)),
    dialogueShare: statistics.dialogueShare,
    characters: contentCharactersOf(rest),
    kinds,
    periods,
  };
}
