import type { Database } from "better-sqlite3";
import { lengthNorm } from "../core/bm25.ts";
import type { ConversationHit, ConversationPassage } from "../core/conversations.ts";
import type { TextTerm } from "../core/search.ts";
import { isSignToken } from "../core/signs.ts";
import { tokensOfText } from "../core/text-analysis.ts";
import type { Period } from "../search/periods/calendar.ts";
import { toPhrase } from "../sqlite/match-expression.ts";
import { MESSAGES_PER_SESSION } from "./conversation-file.ts";
import {
  type ConversationQueries,
  numberOf,
  type SessionFilter,
  type SessionOfRow,
  timeOf,
  toSession,
} from "./conversation-queries.ts";
import { type ConversationRanking, DEFAULT_CONVERSATION_RANKING } from "./conversation-ranking.ts";
import { MeaningSearch, type SimilarMessage } from "./meaning-search.ts";
import { beginningOf, excerptOf, type QueryParts, takeBest, uniqueTerms, wordsOfTerms } from "./search-text.ts";

export interface QueryMeaning {
  readonly vector: Int8Array;
  readonly fingerprint: string;
  /** Whether the model knows the language of the query. */
  readonly isFluent: boolean;
}

/** A search in stored conversations. */
export interface ConversationSearch extends Omit<QueryParts, "periods">, Partial<Pick<QueryParts, "periods">> {
  readonly filter: SessionFilter;
  /** Conversations. */
  readonly limit: number;
  /** The query's vector by the model with this fingerprint. Without it, only words count. */
  readonly meaning?: QueryMeaning | null;
  /** Only conversations that reach the floor count; without a vector, those that reach its share of words. */
  readonly isStrict?: boolean;
}

/** Occurrences read of a term. A more frequent term only ranks the messages that other terms found. */
const MAX_OCCURRENCES = 5_000;
/** The same for a search in a part of the conversations: most occurrences may be in others. */
const MAX_SCOPED_OCCURRENCES = 50_000;
/** Only the start of a longer message is read to rank it. */
const MAX_RANKED_UNITS = 20_000;
/** Passages of one conversation. */
const MAX_PASSAGES = 3;
/** The average length of what people and assistants write. */
const AVERAGE_TOKENS = 150;
const EXCERPT_UNITS = 320;
const NEIGHBOUR_UNITS = 160;
/** The part of the score that recency has. It halves with each year. */
const RECENCY_SHARE = 0.1;
const YEAR_MS = 365 * 24 * 60 * 60_000;

interface Candidate {
  readonly id: number;
  /** Bits of the terms that it has. */
  readonly bits: number;
  readonly weight: number;
}

interface WeightedTerm {
  readonly index: number;
  readonly term: TextTerm;
  readonly weight: number;
}

interface Candidates {
  readonly best: readonly Candidate[];
  /** Terms that only rank what others found. */
  readonly frequent: readonly WeightedTerm[];
  /** The weight of all terms, and of a set of them. */
  readonly total: number;
  readonly weightOf: (bits: number) => number;
}

interface Ranked {
  readonly id: number;
  /** BM25, or 0. */
  readonly words: number;
  /** The similarity as {@link SimilarMessage} has it, or 0. */
  readonly similarity: number;
  /** The cosine, or 0. */
  readonly cosine: number;
  /** Bits of the terms that it has. */
  readonly bits: number;
  readonly text: string;
  readonly isUser: boolean;
  readonly at: number | null;
  /** The start of the passage, for a message that only its meaning found. */
  readonly passage?: number;
}

type Scores = Pick<Ranked, "words" | "similarity">;

/** The sum of the largest values, each with this share of the weight of the one before it. */
function sumOfBest(values: readonly number[], count: number, share: number): number {
  const best = values.toSorted((one, other) => other - one).slice(0, count);
  return best.reduce((sum, value, rank) => sum + value * share ** rank, 0);
}

/** Whether a conversation has a part in a period. */
function tookPlaceIn({ startedAt, lastAt }: SessionOfRow, { from, to }: Period): boolean {
  return lastAt !== null && lastAt >= from && (startedAt ?? lastAt) < to;
}

function isSign(term: TextTerm): boolean {
  return term.kind !== "phrase" && isSignToken(term.token);
}

function groupBySession(found: readonly Ranked[]): Map<number, Ranked[]> {
  const groups = new Map<number, Ranked[]>();
  for (const message of found) {
    const session = Math.floor(message.id / MESSAGES_PER_SESSION);
    const group = groups.get(session);
    if (group === undefined) groups.set(session, [message]);
    else group.push(message);
  }
  return groups;
}

/** Finds messages by words, in time bounded by the limits above and not by the number of messages. */
export class WordSearch {
  readonly #queries: ConversationQueries;
  readonly #meaning: MeaningSearch;
  readonly #ranking: ConversationRanking;
  readonly #statements;

  constructor(database: Database, queries: ConversationQueries, ranking = DEFAULT_CONVERSATION_RANKING) {
    this.#queries = queries;
    this.#ranking = ranking;
    this.#meaning = new MeaningSearch(database, ranking);
    this.#statements = {
      // One JSON text costs less than a row each.
      occurrences: database
        .prepare<[string, number], string>(
          "SELECT json_group_array(id) FROM (SELECT rowid AS id FROM message_text WHERE message_text MATCH ? LIMIT ?)",
        )
        .pluck(),
      size: database.prepare<[], number>("SELECT coalesce(sum(messages), 0) FROM session").pluck(),
    };
  }

  search(
    { any, all, filter, limit, meaning = null, isStrict = false, periods = [] }: ConversationSearch,
    now: number,
  ): ConversationHit[] {
    const sessions = this.#queries.matching(filter);
    if (sessions?.size === 0) return [];
    const terms = uniqueTerms(any.filter(({ insteadOf }) => insteadOf === undefined));
    const spellings = uniqueTerms(any.filter(({ insteadOf }) => insteadOf !== undefined));
    const candidates = this.#candidates(terms, spellings, all, sessions);
    const { total, weightOf } = candidates;
    const words = wordsOfTerms([...terms, ...spellings]);
    const ranked = this.#rank(candidates, words, filter);
    // A quoted phrase must be in the message.
    const similar =
      meaning === null || all.length > 0 ? null : this.#meaning.search(meaning.vector, meaning.fingerprint, sessions);
    const groups = groupBySession(this.#join(ranked, similar?.messages ?? [], filter));
    const shareOf = (bits: number) => (total === 0 ? 0 : weightOf(bits) / total);
    const isKnown = similar === null || meaning?.isFluent !== true ? () => isStrict : similar.knows;
    const relevant = [...groups].filter(([session, group]) =>
      this.#reachesFloor(group, shareOf, isKnown(session), similar?.prominent ?? 0),
    );
    return relevant.length === 0 ? [] : this.#group(isStrict ? new Map(relevant) : groups, words, periods, limit, now);
  }

  /** Whether a conversation is relevant. @param isKnown whether the similarity of its messages is known */
  #reachesFloor(
    group: readonly Ranked[],
    shareOf: (bits: number) => number,
    isKnown: boolean,
    prominent: number,
  ): boolean {
    const { words, wordsOnly, similarity, together } = this.#ranking.floor;
    const share = Math.max(...group.map(({ bits }) => shareOf(bits)));
    if (share >= (isKnown ? words : wordsOnly)) return true;
    const best = Math.max(...group.map(({ cosine }) => cosine));
    const shared = shareOf(group.reduce((bits, message) => bits | message.bits, 0));
    return best >= prominent && best + together * shared >= similarity;
  }

  /**
   * The messages with the most weight of words, at most `candidates`, and the words that only rank them. A message with
   * another spelling of a word has the word.
   */
  #candidates(
    terms: readonly TextTerm[],
    spellings: readonly TextTerm[],
    required: readonly TextTerm[],
    sessions: ReadonlySet<number> | null,
  ): Candidates {
    const limit = sessions === null ? MAX_OCCURRENCES : MAX_SCOPED_OCCURRENCES;
    const size = Math.max(1, this.#statements.size.get() ?? 0);
    const must = required.map(toPhrase);
    const occurrences = (parts: readonly string[]): number[] =>
      JSON.parse(this.#statements.occurrences.get([...must, ...parts].join(" AND "), limit) ?? "[]");
    const found = terms.map((term) => ({ term, ids: occurrences([toPhrase(term)]) }));
    // A sign that no message contains says nothing.
    const said = found.filter(({ term, ids }) => ids.length > 0 || !isSign(term));
    const read = said.map(({ term, ids }, index) => {
      return { index, term, ids, isCut: ids.length === limit, weight: Math.log(1 + size / (ids.length + 1)) };
    });
    const rare = read.filter(({ isCut }) => !isCut);
    const frequent = read.filter(({ isCut }) => isCut);
    const lists = rare.map(({ ids, index }) => ({ ids, bits: 1 << index }));
    for (const spelling of spellings) {
      const words = read.filter(({ term }) => term.kind === "word" && spelling.insteadOf?.includes(term.token));
      const isNeeded = spelling.onlyIfMissing !== true || words.every(({ ids }) => ids.length === 0);
      const ids = isNeeded ? occurrences([toPhrase(spelling)]) : [];
      lists.push({ ids, bits: words.reduce((bits, { index }) => bits | (1 << index), 0) });
    }
    if (frequent.length > 0 && (rare.length === 0 || frequent.length > 1)) {
      // Together, frequent words may be rare.
      const bits = frequent.reduce((set, { index }) => set | (1 << index), 0);
      lists.push({ ids: occurrences(frequent.map(({ term }) => toPhrase(term))), bits });
    }
    if (lists.every(({ ids }) => ids.length === 0))
      lists.push(...frequent.map(({ ids, index }) => ({ ids, bits: 1 << index })));
    const bitsOf = new Map<number, number>();
    for (const { ids, bits } of lists) {
      for (const id of ids) {
        if (sessions !== null && !sessions.has(Math.floor(id / MESSAGES_PER_SESSION))) continue;
        bitsOf.set(id, (bitsOf.get(id) ?? 0) | bits);
      }
    }
    const weights = new Map<number, number>();
    const weightOf = (bits: number): number => {
      const known = weights.get(bits);
      if (known !== undefined) return known;
      const weight = read.reduce((sum, term) => sum + ((bits >> term.index) & 1) * term.weight, 0);
      weights.set(bits, weight);
      return weight;
    };
    const candidates = [...bitsOf].map(([id, bits]) => ({ id, bits, weight: weightOf(bits) }));
    return {
      best: takeBest(candidates, this.#ranking.candidates, ({ weight }) => weight),
      frequent,
      total: read.reduce((sum, { weight }) => sum + weight, 0),
      weightOf,
    };
  }

  /** BM25 with the exact frequencies and lengths of the candidates, of which those without evidence are left out. */
  #rank({ best, frequent, total }: Candidates, words: ReadonlySet<string>, { since, before }: SessionFilter): Ranked[] {
    const { evidence } = this.#ranking;
    const messages = this.#queries.messagesOf(best.map(({ id }) => id));
    return best.flatMap(({ id, bits: foundBits, weight: found }) => {
      const message = messages.get(id);
      if (message === undefined) return [];
      const { at, text, isUser } = message;
      if ((since !== null && (at ?? since) < since) || (before !== null && (at ?? 0) >= before)) return [];
      const tokens = tokensOfText(text.slice(0, MAX_RANKED_UNITS));
      let frequency = 0;
      for (const token of tokens) if (words.has(token)) frequency += 1;
      let weight = found;
      let bits = foundBits;
      for (const term of frequent) {
        const isCounted = ((bits >> term.index) & 1) === 1;
        if (isCounted || term.term.kind === "phrase" || !tokens.includes(term.term.token)) continue;
        weight += term.weight;
        bits |= 1 << term.index;
      }
      if (weight < evidence.words * total) return [];
      const perWord = frequency / Math.max(1, words.size);
      const score = weight * (1 + perWord / (perWord + lengthNorm(tokens.length, AVERAGE_TOKENS)));
      return [{ id, words: score, similarity: 0, cosine: 0, bits, text, isUser: isUser === 1, at }];
    });
  }

  /** Joins what words found and what meaning found. */
  #join(ranked: readonly Ranked[], similar: readonly SimilarMessage[], { since, before }: SessionFilter): Ranked[] {
    const found = new Map(ranked.map((message) => [message.id, message]));
    const texts = this.#queries.messagesOf(similar.map(({ message }) => message));
    for (const { message: id, score: similarity, similarity: cosine, start } of similar) {
      const known = found.get(id);
      const message = texts.get(id);
      if (known !== undefined) {
        found.set(id, { ...known, similarity, cosine });
      } else if (message !== undefined) {
        const { at, text, isUser } = message;
        if ((since !== null && (at ?? since) < since) || (before !== null && (at ?? 0) >= before)) continue;
        found.set(id, { id, words: 0, similarity, cosine, bits: 0, text, isUser: isUser === 1, at, passage: start });
      }
    }
    return [...found.values()];
  }

  /** Ranks conversations by their best messages. Both scores are relative to the best conversation's. */
  #group(
    groups: ReadonlyMap<number, Ranked[]>,
    words: ReadonlySet<string>,
    periods: readonly Period[],
    limit: number,
    now: number,
  ): ConversationHit[] {
    const { summed, periodBonus } = this.#ranking;
    const sessions = this.#queries.sessionsOf([...groups.keys()]);
    const scored = [...groups].map(([row, group]) => ({
      row,
      group,
      words: sumOfBest(
        group.map((message) => message.words),
        summed.words,
        summed.share,
      ),
      similarity: sumOfBest(
        group.map((message) => message.similarity),
        summed.similar,
        1,
      ),
    }));
    const fuse = this.#fusion(scored);
    const fuseMessages = this.#fusion([...groups.values()].flat());
    const hits = scored.flatMap(({ row, group, ...scores }) => {
      const session = sessions.get(row);
      if (session === undefined) return [];
      const age = Math.max(0, now - (session.lastAt ?? 0));
      const recency = 1 - RECENCY_SHARE + RECENCY_SHARE * 0.5 ** (age / YEAR_MS);
      const bonus = periods.some((period) => tookPlaceIn(session, period)) ? periodBonus : 0;
      return [{ session, group, score: fuse(scores) * recency + bonus }];
    });
    return hits
      .sort((one, other) => other.score - one.score || (other.session.lastAt ?? 0) - (one.session.lastAt ?? 0))
      .slice(0, limit)
      .map(({ session, group, score }) => {
        group.sort((one, other) => fuseMessages(other) - fuseMessages(one));
        return {
          session: toSession(session),
          score: Math.round(score * 1000) / 1000,
          passages: this.#passages(group.slice(0, MAX_PASSAGES), session, words),
          best: numberOf(group[0]?.id ?? 0),
        };
      });
  }

  /**
   * Returns the convex combination of both scores, each as a share of the largest; of only one if the other found
   * nothing.
   */
  #fusion(scored: readonly Scores[]): (scores: Scores) => number {
    const top = (scoreOf: (scores: Scores) => number) =>
      scored.reduce((largest, scores) => Math.max(largest, scoreOf(scores)), 0);
    const words = top((scores) => scores.words);
    const similarity = top((scores) => scores.similarity);
    const share = words === 0 ? 0 : similarity === 0 ? 1 : this.#ranking.wordsShare;
    return (scores) => (share * scores.words) / (words || 1) + ((1 - share) * scores.similarity) / (similarity || 1);
  }

  /** The matching messages with the neighbours of the best one, in their order. */
  #passages(group: readonly Ranked[], session: SessionOfRow, words: ReadonlySet<string>): ConversationPassage[] {
    const [best] = group;
    const passages = new Map<number, ConversationPassage>();
    for (const { id, text, isUser, at, passage } of group) {
      const number = numberOf(id);
      const excerpt =
        passage === undefined
          ? excerptOf(text, words, EXCERPT_UNITS)
          : `${passage === 0 ? "" : "…"}${beginningOf(text.slice(passage), EXCERPT_UNITS)}`;
      const role = isUser ? "user" : "assistant";
      passages.set(number, { number, role, at: timeOf(at), excerpt, length: text.length, matches: true });
    }
    const neighbours = best === undefined ? [] : this.#queries.around(session, numberOf(best.id), 1, 1).messages;
    for (const { number, role, at, text } of neighbours) {
      if (passages.has(number)) continue;
      const excerpt = beginningOf(text, NEIGHBOUR_UNITS);
      passages.set(number, { number, role, at, excerpt, length: text.length, matches: false });
    }
    return [...passages.values()].sort((one, other) => one.number - other.number);
  }
}
