/** How conversations are ranked. The values come from the measurements in ADR 0040 (`npm run bench retrieval`). */
export interface ConversationRanking {
  /** Messages of which the text is read to rank them by words. */
  readonly candidates: number;
  /** Messages whose similarity is known: the last of them counts as 0. */
  readonly similar: number;
  /** The score that a conversation needs to be a result. */
  readonly floor: Floor;
  /** The score that a message needs to count in a conversation that reaches the floor. */
  readonly evidence: Evidence;
  /** The share of words in the score of a conversation that is also found by meaning. */
  readonly wordsShare: number;
  /** Added to the score, of at most 1, of a conversation in a period that the query names. */
  readonly periodBonus: number;
  /**
   * The messages that rank a conversation. By words each counts this share of the one before it, by meaning equally.
   */
  readonly summed: { readonly words: number; readonly share: number; readonly similar: number };
}

/**
 * A conversation is relevant if a message has this share of the weight of the query's words, or a similarity
 * that stands out. The words that its messages have together lower the similarity that is needed.
 */
interface Floor extends Evidence {
  /** Used instead of `words` if the similarity is not known: without a model, and for messages without vectors. */
  readonly wordsOnly: number;
  /** How much lower the similarity may be if the messages have all words of the query together. */
  readonly together: number;
}

/** A message is relevant by its share of the weight of the query's words, or by a similarity that stands out. */
interface Evidence {
  readonly words: number;
  readonly similarity: number;
  /** Standard deviations above the mean similarity. */
  readonly deviations: number;
}

export const DEFAULT_CONVERSATION_RANKING: ConversationRanking = {
  candidates: 100,
  similar: 100,
  floor: { words: 0.5, wordsOnly: 0.34, similarity: 0.4, together: 0.05, deviations: 2.25 },
  evidence: { words: 0.17, similarity: 0.3, deviations: 1.5 },
  wordsShare: 0.65,
  periodBonus: 0.3,
  summed: { words: 5, share: 0.5, similar: 3 },
};
