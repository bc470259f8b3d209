/**
 * English words that carry no content: articles, pronouns, prepositions, auxiliaries, question words, and the fragments
 * that apostrophes leave (`don't` becomes `don` and `t`). They are indexed, but dropped from queries.
 */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above after again against all although am among an and any are aren as at be because been before being below between both
but by can cannot could couldn d despite did didn do does doesn doing don down during each few for from further had hadn has hasn
have haven having he her here hers herself him himself his how i if in into is isn it its itself just ll m me more most much
mustn my myself no nor not of off on once only or other ought our ours ourselves out over own re s same shan she should
shouldn so some such t than that the their theirs them themselves then there these they this those though through to too under
unless until up upon ve very was wasn we were weren what when where whether which while who whom whose why will with within without won would wouldn you your
yours yourself yourselves`.split(/\s+/),
);

/** Whether a folded token is a stop word. */
export function isStopWord(token: string): boolean {
  return STOP_WORDS.has(token);
}
