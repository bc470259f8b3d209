import { USER_DOMAIN } from "../core/domain.ts";
import type { RankingFacts } from "../core/ports.ts";
import type { Stem } from "../core/stem.ts";
import { tokensOfText } from "../core/text-analysis.ts";
import { groupOf } from "./dialogue.ts";
import { characterShares } from "./han-characters.ts";
import type { NamedKind } from "./lexicon/named-kinds.ts";
import type { Period } from "./periods/calendar.ts";
import type { Candidate } from "./ranking.ts";
import { RERANKING_WEIGHTS } from "./ranking-weights.ts";
import { createStartFilter, type StartFilter } from "./start-filter.ts";

/** The candidates whose texts are read and that are ordered again. */
export const RERANKED = 50;

/** What re-ranking knows of a query. */
export interface RerankedQuery {
  /** The stems of its words in order, without function words. */
  readonly stems: readonly string[];
  /** The stems of its names that too many memories in scope contain to be searched. */
  readonly frequentNames: ReadonlySet<string>;
  /** Its Chinese characters with content. */
  readonly characters: ReadonlySet<string>;
  /** The stems of its other names. */
  readonly names: ReadonlySet<string>;
  /** The kinds of things that it asks for. */
  readonly kinds: readonly NamedKind[];
  /** The periods that it names. */
  readonly periods: readonly Period[];
  /** The weight of vector search in the fused score, 0 to 1. */
  readonly vectorWeight: number;
  /** How much of the scope is dialogue and not notes, 0 to 1. */
  readonly dialogueShare: number;
}

/** A candidate with its text and facts. */
export interface RerankedMemory {
  readonly candidate: Candidate;
  readonly content: string;
  /** As {@link tokensRead} returns them. */
  readonly tokens: readonly string[];
  /** The kinds of the query of which it names a member. */
  readonly kinds: readonly NamedKind[];
  readonly facts: RankingFacts;
}

/**
 * The inputs of the re-ranking, in the order of its weights. Each is a share, 0 to 1, unless it says otherwise.
 * - `words and meaning`: the fused score of both searches relative to the best one;
 * - `meaning`: the scaled similarity, less where vector search has less than half of the weight;
 * - `context`: what neighbours added, relative to the best fused score, times the share of dialogue in the scope: a turn
 *   is understood with its neighbours, a note is not;
 * - `names`: of the query's frequent names, those that the memory contains;
 * - `rare names`: of the other names of the query, those that the memory contains, times the share of notes;
 * - `session`: the best fused score of a memory of the same source or session, relative to the best, times the same;
 * - `adjacent words`: pairs of words of the query that are next to each other in the memory, 0 to 3: 1 for neighbours,
 *   ½ within four words;
 * - `question`: 1 for a short memory that ends as a question, ½ if it contains one;
 * - `period`: 1 if the memory is from a period that the query names;
 * - `word parts`: of the query's long words that the memory does not contain, the part that a word of it contains:
 *   compounds and derivations;
 * - `characters`: of the Chinese characters of the query, those that the memory contains, by their rarity;
 * - `kinds`: of the kinds of things that the query asks for, the share of which the memory names one: PostgreSQL is a database;
 * - `progress`: 1 in the namespace `progress`, whose notes say what happened and not what holds;
 * - `user`: 1 for a memory of the domain `user`, if the search is also in a project.
 */
export const RERANKING_INPUTS = [
  "words and meaning",
  "meaning",
  "context",
  "names",
  "rare names",
  "session",
  "adjacent words",
  "question",
  "period",
  "word parts",
  "characters",
  "kinds",
  "progress",
  "user",
] as const;

export type RerankingInputs = Readonly<Record<(typeof RERANKING_INPUTS)[number], number>>;

/** Tokens of a memory that are read. */
const MAX_TOKENS = 400;
const MAX_CHARACTERS = 3000;
/** A memory of more tokens says more than its question. */
const MAX_QUESTION_TOKENS = 28;
const MAX_ADJACENT = 3;
const NEAR = 4;
/** Below this weight of vector search, similarity counts for less. */
const FULL_VECTOR_WEIGHT = 0.5;
/** A question mark of any script at the end, before a caption in brackets if there is one. */
const ENDS_AS_QUESTION = /[?？؟](?: ?\[[^[\]]{0,200}\])?$/u;
const CONTAINS_QUESTION = /[?？؟]/u;

/** The tokens of a memory that re-ranking reads: the first ones. */
export function tokensRead(content: string): string[] {
  return tokensOfText(content.slice(0, MAX_CHARACTERS)).slice(0, MAX_TOKENS);
}

/** The length of the shortest word that counts as a part of a compound, and of the shortest rest of the compound. */
const MIN_PART = 5;
const MIN_REST = 4;

/**
 * Returns the words that a longer word of a memory starts or ends with: a compound of German, Dutch or the Scandinavian
 * languages (`Inventur` in `Stichtagsinventur`), or an identifier in one word.
 * @param words folded, as the tokens
 */
export function compoundsIn(tokens: readonly string[], words: readonly string[]): ReadonlySet<string> {
  const isPart = (word: string, token: string) =>
    token.length >= word.length + MIN_REST && (token.endsWith(word) || token.startsWith(word));
  return new Set(words.filter((word) => word.length >= MIN_PART && tokens.some((token) => isPart(word, token))));
}

/** Returns the inputs of each memory. */
export function rerankingInputs(
  query: RerankedQuery,
  memories: readonly RerankedMemory[],
  stem: Stem,
): RerankingInputs[] {
  const best = memories.reduce((most, { candidate }) => Math.max(most, candidate.text + candidate.vector), 0) || 1;
  const fusedOf = ({ text, vector }: Candidate) => (text + vector) / best;
  const sessions = new Map<string, number>();
  for (const { candidate, facts } of memories) {
    const group = groupOf(facts);
    if (group !== null) sessions.set(group, Math.max(sessions.get(group) ?? 0, fusedOf(candidate)));
  }
  const wanted = new Set(query.stems);
  const mayMatch = createStartFilter(wanted);
  const hasProject = memories.some(({ facts }) => facts.domain !== USER_DOMAIN);
  const parts = createPartCounter(query.stems);
  const speakers = speakersOf(query.frequentNames, memories, stem);
  const characters = characterShares(
    query.characters,
    memories.map(({ content }) => content.slice(0, MAX_CHARACTERS)),
  );
  return memories.map(({ candidate, content, tokens, kinds, facts }, index) => {
    const places = placesOf(tokens, wanted, mayMatch, stem);
    return {
      "words and meaning": fusedOf(candidate),
      meaning:
        query.vectorWeight === 0
          ? 0
          : (candidate.vector / query.vectorWeight) * Math.min(1, query.vectorWeight / FULL_VECTOR_WEIGHT),
      context: query.dialogueShare * (candidate.context / best),
      names: shareOf(speakers, places),
      "rare names": (1 - query.dialogueShare) * shareOf(query.names, places),
      session: query.dialogueShare * (sessions.get(groupOf(facts) ?? "") ?? 0),
      "adjacent words": adjacentWords(query.stems, places),
      question: (candidate.passages ?? 1) <= 1 && tokens.length <= MAX_QUESTION_TOKENS ? questionIn(content) : 0,
      "word parts": parts(tokens, places),
      characters: characters[index] ?? 0,
      kinds: query.kinds.length === 0 ? 0 : kinds.length / query.kinds.length,
      progress: facts.namespace === "progress" ? 1 : 0,
      user: hasProject && facts.domain === USER_DOMAIN ? 1 : 0,
      period: query.periods.some((period) => isFrom(facts, period)) ? 1 : 0,
    };
  });
}

/** The weighted sum of a memory's inputs. Only differences between the memories of one search mean something. */
export function rerankingScore(inputs: RerankingInputs, weights: RerankingInputs = RERANKING_WEIGHTS): number {
  return RERANKING_INPUTS.reduce((sum, name) => sum + inputs[name] * weights[name], 0);
}

/** The positions of each wanted stem. */
function placesOf(
  tokens: readonly string[],
  wanted: ReadonlySet<string>,
  mayMatch: StartFilter,
  stem: Stem,
): Map<string, number[]> {
  const places = new Map<string, number[]>();
  tokens.forEach((token, position) => {
    if (!mayMatch(token.charCodeAt(0), token.charCodeAt(1))) return;
    const found = stem(token);
    if (!wanted.has(found)) return;
    const known = places.get(found);
    if (known === undefined) places.set(found, [position]);
    else known.push(position);
  });
  return places;
}

/** As many memories start with the name of a speaker, at least. */
const MIN_TURNS = 2;

/** The names of speakers among the frequent names: several memories start with each. */
function speakersOf(names: ReadonlySet<string>, memories: readonly RerankedMemory[], stem: Stem): ReadonlySet<string> {
  if (names.size === 0) return names;
  const starts = memories.map(({ tokens: [first = ""] }) => stem(first));
  return new Set([...names].filter((name) => starts.filter((start) => start === name).length >= MIN_TURNS));
}

function shareOf(stems: ReadonlySet<string>, places: ReadonlyMap<string, unknown>): number {
  let found = 0;
  for (const stem of stems) if (places.has(stem)) found++;
  return stems.size === 0 ? 0 : found / stems.size;
}

function adjacentWords(stems: readonly string[], places: ReadonlyMap<string, readonly number[]>): number {
  let sum = 0;
  for (const [index, stem] of stems.slice(1).entries()) {
    const [one = [], other = []] = [places.get(stems[index] ?? ""), places.get(stem)];
    const distance = smallestDistance(one, other);
    sum += distance <= 1 ? 1 : distance <= NEAR ? 0.5 : 0;
  }
  return Math.min(MAX_ADJACENT, sum);
}

/** The length of the parts of words that are compared, and of the shortest word of the query whose parts count. */
const PART_LENGTH = 5;
const MIN_WORD_LENGTH = 6;

/** Returns a function that computes the mean share of the parts of the missing long words that other words contain. */
function createPartCounter(stems: readonly string[]) {
  const all = [...new Set(stems)].reduce((sum, { length }) => sum + Math.max(1, length - PART_LENGTH + 1), 0);
  const parts = new Map(stems.filter(({ length }) => length >= MIN_WORD_LENGTH).map((stem) => [stem, partsOf(stem)]));
  return (tokens: readonly string[], places: ReadonlyMap<string, unknown>): number => {
    const words = parts.size === 0 ? "" : tokens.join(" ");
    let sum = 0;
    for (const [stem, own] of parts) {
      if (!places.has(stem)) sum += own.filter((part) => words.includes(part)).length;
    }
    return all === 0 ? 0 : sum / all;
  };
}

function partsOf(word: string): string[] {
  return Array.from({ length: word.length - PART_LENGTH + 1 }, (_, start) => word.slice(start, start + PART_LENGTH));
}

/** The smallest distance between two sorted lists of positions; infinity if one is empty. */
function smallestDistance(one: readonly number[], other: readonly number[]): number {
  let smallest = Number.POSITIVE_INFINITY;
  let next = 0;
  for (const position of one) {
    while (next + 1 < other.length && (other[next + 1] ?? 0) <= position) next++;
    for (const near of [other[next], other[next + 1]]) {
      if (near !== undefined) smallest = Math.min(smallest, Math.abs(position - near));
    }
  }
  return smallest;
}

function questionIn(content: string): number {
  return ENDS_AS_QUESTION.test(content.trimEnd().slice(-250)) ? 1 : CONTAINS_QUESTION.test(content) ? 0.5 : 0;
}

function isFrom({ createdAt, validFrom }: RankingFacts, { from, to }: Period): boolean {
  return [createdAt, validFrom].some((time) => time !== null && time >= from && time < to);
}
