import type { Embedding } from "../core/embedder.ts";
import type { Similarities } from "../core/search.ts";
import { hasAnyTerm } from "../core/term-set.ts";
import type { SearchedWord } from "./choose-terms.ts";
import { MIN_JUDGED } from "./dialogue.ts";
import { type Candidate, prominenceOf, type TextResults, type VectorResults } from "./ranking.ts";
import { RELEVANCE_WEIGHTS, RERANKING_WEIGHTS } from "./ranking-weights.ts";
import type { RerankingInputs } from "./reranking.ts";
import { along, clamp, DEFAULT_SEARCH_SETTINGS, type SearchSettings } from "./settings.ts";

/** The known facts of a result. */
export interface Evidence {
  /** The share of the weight of the query's words that the memory contains, 0 to 1; of eight words at most. */
  readonly covered: number;
  /** The share of that weight whose words are in other memories, but in none that text search found. */
  readonly elsewhere: number;
  /** How many of the words that are written as names the memory contains: -1 for none, 1 for all, 0 without names. */
  readonly names: number;
  /** Its BM25 rank relative to the best. */
  readonly rankShare: number;
  /** How far its cosine stands out ({@link prominenceOf}), and the cosine. */
  readonly prominence: number;
  readonly similarity: number;
  /** How well the model knows the language of the query, 0 to 1; 0 without vectors. */
  readonly fluency: number;
  /** Its position in the ranking, from 0. */
  readonly position: number;
  /** Of the Chinese characters, and of the parts of long words of the query, those that it contains; as in `reranking.ts`. */
  readonly characters: number;
  readonly wordParts: number;
  /** 1 for a note of progress, and for a memory of the user if the search is also in a project; as in `reranking.ts`. */
  readonly progress: number;
  readonly user: number;
  /** Of the kinds of things that the query asks for, the share of which the memory names one; null without kinds. */
  readonly kinds: number | null;
}

/** The inputs of the model, in the order of its weights. */
export const RELEVANCE_FEATURES = [
  "constant",
  "covered",
  "covered × (1 − fluency)",
  "elsewhere",
  "names",
  "rank share",
  "prominence × fluency",
  "similarity × fluency",
  "1 − fluency",
  "1 / (1 + position)",
  "word parts",
] as const;

/** Above it, only prominence distinguishes similarities: related texts of one subject reach it. */
const MAX_SIMILARITY = 0.3;

/** What the Chinese characters of a query add to the share of its words: a character is a part of a word. */
const CHARACTER_SHARE = 0.5;
/** The share of the characters that any memory may contain. */
const CHARACTERS_BY_CHANCE = 0.25;

/** Values of {@link RELEVANCE_FEATURES}. Each is limited, so that no single observation decides. */
export function featuresOf(evidence: Evidence): number[] {
  const { elsewhere, names, rankShare, prominence, similarity, fluency, position } = evidence;
  const covered = evidence.covered + CHARACTER_SHARE * Math.max(0, evidence.characters - CHARACTERS_BY_CHANCE);
  return [
    1,
    covered,
    covered * (1 - fluency),
    elsewhere,
    names,
    rankShare,
    Math.min(2.5, Math.max(-1, prominence)) * fluency,
    Math.min(MAX_SIMILARITY, Math.max(0, similarity)) * fluency,
    1 - fluency,
    1 / (1 + position),
    evidence.wordParts,
  ];
}

/**
 * What a member of the kind that a question asks for adds to the logarithm of the odds, times the share of the words
 * above {@link WORDS_OF_KIND}. A memory without the other words is about another thing of the kind. Declared, not
 * fitted: few questions of the data sets ask for a kind.
 */
const KIND_WEIGHT = 4;
const WORDS_OF_KIND = 0.2;
/** What a memory that names nothing of the kind loses. */
const NO_MEMBER = -0.8;

/**
 * Estimates the probability that a result is relevant: a logistic model, fitted by `npm run bench relevance` except for
 * the kinds of things.
 */
export function estimateRelevance(evidence: Evidence): number {
  const features = featuresOf(evidence);
  const sum = features.reduce((total, value, index) => total + value * (RELEVANCE_WEIGHTS[index] ?? 0), 0);
  return 1 / (1 + Math.exp(-sum - oddsOfKinds(evidence) - oddsOfPlace(evidence)));
}

/** The weights that re-ranking declares for `progress` and `user` apply to the estimate too. */
function oddsOfPlace({ progress, user }: Evidence): number {
  return progress * RERANKING_WEIGHTS.progress + user * RERANKING_WEIGHTS.user;
}

function oddsOfKinds({ kinds, covered, fluency }: Evidence): number {
  if (kinds === null) return 0;
  return kinds === 0 ? NO_MEMBER : KIND_WEIGHT * kinds * (covered - WORDS_OF_KIND) * fluency;
}

/** Additive smoothing, as memories without the word: in a small store a word is not frequent yet. */
const EMPTY_MEMORIES = 20;

/**
 * The weight of a word in a memory that contains it, by the number of memories that do: the inverse document
 * frequency of Lucene's BM25, which unlike FTS5's is never 0. An unknown word counts as one of a single memory.
 */
function wordWeight(frequency: number, memories: number): number {
  const known = Math.max(1, frequency);
  return Math.log(1 + (memories + EMPTY_MEMORIES - known + 0.5) / (known + 0.5));
}

/** A word that is only the prefix of another counts this much: it may be another word. */
const PREFIX_SHARE = 0.5;

/** A word that is a part of a longer word, or a kind of which the memory names a member, counts this much. */
const IMPLIED_SHARE = 0.7;

/** A word that was not found in memories of another language counts this much: its translation is one of several. */
const UNCERTAIN_SHARE = 0.3;

/**
 * A memory that contains this many of a query's rarest words is as good as a memory with all: of a long query, a
 * memory contains a small part.
 */
const WORDS_FOR_ALL = 8;

/** What text search found of the query's words, for the evidence of every candidate. */
export class WordEvidence {
  readonly elsewhere: number;
  readonly #text: TextResults;
  readonly #bestRank: number;
  readonly #words: readonly (SearchedWord & { readonly weight: number; readonly share: number })[];
  /** The indices of each word that is written as a name. */
  readonly #names: readonly (readonly number[])[];
  readonly #total: number;
  readonly #weightOfAll: number;

  constructor(text: TextResults) {
    const { hits, words, names, size } = text;
    const judged = words.map((word) => {
      const { indices, frequency } = word;
      const isFound = hits.some(({ terms }) => terms === null || hasAnyTerm(terms, indices));
      // A word that no hit contains is unknown in the scope of the query, however frequent elsewhere.
      const isUncertain = word.isUncertain === true && !isFound;
      const weight = wordWeight(isFound ? frequency : 0, size) * (isUncertain ? UNCERTAIN_SHARE : 1);
      const isElsewhere = !isFound && !isUncertain && frequency > 0 && word.isOnlyInstead !== true;
      return { ...word, weight, share: frequency > 0 ? 1 : PREFIX_SHARE, isElsewhere };
    });
    this.#text = text;
    this.#bestRank = hits[0]?.rank ?? 0;
    this.#words = judged;
    this.#names = words.filter(({ token }) => names.has(token)).map(({ indices }) => indices);
    this.#total = sumOf(judged);
    this.#weightOfAll = Math.min(this.#total, WORDS_FOR_ALL * wordWeight(0, size));
    const elsewhere = sumOf(judged.filter(({ isElsewhere }) => isElsewhere));
    this.elsewhere = this.#total > 0 ? elsewhere / this.#total : 0;
  }

  rankShareOf({ rank }: Candidate): number {
    return this.#bestRank > 0 ? rank / this.#bestRank : 0;
  }

  /** @param implied the words of the query that the memory contains in a longer word, or as a member of their kind */
  coveredBy({ rank, terms }: Candidate, implied: ReadonlySet<string>): number {
    const { idealRank } = this.#text;
    const isFound = rank > 0;
    if (!isFound && implied.size === 0) return 0;
    if (this.#weightOfAll === 0 || (isFound && terms === null)) return idealRank > 0 ? clamp(rank / idealRank) : 1;
    let found = 0;
    for (const { token, indices, weight, share } of this.#words) {
      const isOwn = terms !== null && hasAnyTerm(terms, indices.slice(0, 1));
      if (!isOwn && implied.has(token)) found += IMPLIED_SHARE * weight;
      else if (terms !== null && hasAnyTerm(terms, indices)) found += share * weight;
    }
    return clamp(found / this.#weightOfAll);
  }

  namesIn({ terms }: Candidate): number {
    if (terms === null || this.#names.length === 0) return 0;
    let found = 0;
    for (const indices of this.#names) if (hasAnyTerm(terms, indices)) found++;
    return (2 * found) / this.#names.length - 1;
  }
}

function sumOf(words: readonly { readonly weight: number }[]): number {
  return words.reduce((sum, { weight }) => sum + weight, 0);
}

/** The similarities of an ordinary store, for stores that are too small to have a distribution. */
const ORDINARY: Similarities = { count: 100, mean: 0.08, deviation: 0.1 };

/**
 * Collects the evidence for a candidate at a position of the ranking.
 * @param words null if text search did not contribute
 * @param vector null if vector search did not contribute, or the candidate has no vectors yet: then only its words
 * are evidence
 * @param implied the words of the query that the memory contains in a longer word, or as a member of their kind
 * @param kinds of the kinds that the query asks for, the share of which the memory names one; null without kinds
 * @param inputs of its re-ranking; null if its text was not read
 */
export function evidenceFor(
  candidate: Candidate,
  position: number,
  words: WordEvidence | null,
  vector: VectorResults | null,
  implied: ReadonlySet<string>,
  kinds: number | null = null,
  inputs: RerankingInputs | null = null,
): Evidence {
  const similarity = candidate.similarity ?? 0;
  const prominence = vector === null ? 0 : prominenceOf(similarity, vector.similarities);
  return {
    covered: words?.coveredBy(candidate, implied) ?? 0,
    elsewhere: words?.elsewhere ?? 0,
    names: words?.namesIn(candidate) ?? 0,
    rankShare: words?.rankShareOf(candidate) ?? 0,
    prominence: Number.isFinite(prominence) ? prominence : prominenceOf(similarity, ORDINARY),
    similarity,
    fluency: vector?.fluency ?? 0,
    position,
    characters: inputs?.characters ?? 0,
    wordParts: inputs?.["word parts"] ?? 0,
    progress: inputs?.progress ?? 0,
    user: inputs?.user ?? 0,
    kinds,
  };
}

/** Below this share of known words, text search says nothing about a query. */
const MIN_KNOWN_SHARE = 0.5;
/** Below this number of letters per word piece, the model knows nothing of the language: another script, for example. */
const MIN_LETTERS = 2.25;
/** A translation of this share of the words says all. */
const FULL_TRANSLATION = 2 / 3;
/**
 * The fluency of a translated query in the language of the memories, whose own words are better evidence than a
 * translation word by word.
 */
const FLUENCY_OF_TRANSLATION = 0.85;

/** The language of a query. */
export interface QueryLanguage {
  /** Whether it is English by its function words. */
  readonly areEnglish: boolean;
  /** The share of its words that a memory in scope contains. */
  readonly knownShare: number;
  /** Whether the memories in scope are in another language. */
  readonly isInOtherLanguage: boolean;
}

/**
 * How well the model knows the language of a query, 0 to 1: for a query that was translated, how much of it was. Letters
 * per word piece show it, except in English with many technical words, which function words show. A query whose words
 * the memories do not contain, such as one in another language, can be answered by vectors only, which the model can do
 * in a language that is related to English.
 */
export function fluencyOf(
  { lettersPerPiece, translated = null }: Pick<Embedding, "lettersPerPiece" | "translated">,
  { areEnglish, knownShare, isInOtherLanguage }: QueryLanguage,
): number {
  if (translated !== null) {
    return (isInOtherLanguage ? 1 : FLUENCY_OF_TRANSLATION) * Math.min(1, translated / FULL_TRANSLATION);
  }
  if (lettersPerPiece === null || areEnglish) return 1;
  if (knownShare < MIN_KNOWN_SHARE && lettersPerPiece >= MIN_LETTERS) return 1;
  return along(DEFAULT_SEARCH_SETTINGS.vector.lettersPerPiece, lettersPerPiece);
}

/** The searched memories and the kind of query. */
export interface ScopeKind {
  /** The number of its memories. */
  readonly scopeSize: number;
  /** How much of it is dialogue and not notes, 0 to 1. */
  readonly dialogueShare: number;
  /** Whether its memories are in another language than the query. */
  readonly isInOtherLanguage?: boolean;
  /** Whether the query is running text. */
  readonly isPrompt?: boolean;
}

/**
 * Returns the lowest estimate of a result; infinity if there are none: if the best estimate is below the floor of the
 * settings, or if nothing supports any of the results. They must reach a share of the best estimate
 * ({@link shareOfBestIn}).
 * @param ranked every candidate of the search
 */
export function lowestResult(
  ranked: readonly { readonly score: number; readonly evidence: Evidence }[],
  scope: ScopeKind,
  settings: SearchSettings["relevance"],
): number {
  const best = ranked.reduce((highest, { score }) => Math.max(highest, score), 0);
  const lowest = shareOfBestIn(scope, settings) * best;
  const isFound = ranked.some(({ score, evidence }) => score >= lowest && isSupported(evidence, settings));
  const floor = between(floorAmongNotes(scope, settings), settings.floor.dialogue, scope);
  return best < floor || !isFound ? Number.POSITIVE_INFINITY : lowest;
}

function floorAmongNotes({ isInOtherLanguage, isPrompt }: ScopeKind, { floor }: SearchSettings["relevance"]): number {
  if (isInOtherLanguage === true) return floor.otherLanguage;
  return isPrompt === true ? floor.prompt : floor.notes;
}

/**
 * The lowest estimate of a result as a share of the best. It is smaller in a dialogue, where the rest of an answer is in
 * turns that mean little on their own, and among very many notes, of which some always resemble the query more than the
 * answer does. In a store of notes, the next one is usually about something else. A scope that is too small to judge
 * counts as notes.
 */
export function shareOfBestIn(scope: ScopeKind, { shareOfBest }: SearchSettings["relevance"]): number {
  const { notes, manyNotes, many, dialogue, otherLanguage } = shareOfBest;
  const size = along({ from: Math.log(many.from), to: Math.log(many.to) }, Math.log(Math.max(1, scope.scopeSize)));
  const ofNotes = scope.isInOtherLanguage === true ? otherLanguage : notes + (manyNotes - notes) * size;
  return between(ofNotes, dialogue, scope);
}

/** The value for a scope between the value for notes and the value for dialogue, by its share of dialogue. */
function between(notes: number, dialogue: number, { scopeSize, dialogueShare }: ScopeKind): number {
  const share = scopeSize < MIN_JUDGED ? 0 : dialogueShare;
  return (1 - share) * notes + share * dialogue;
}

/**
 * Whether enough of the query's words or a similarity supports a memory. One of several words does not, nor a similarity
 * that unrelated texts reach. Only in a language that the model knows: elsewhere there are only words.
 */
function isSupported({ covered, similarity, fluency }: Evidence, { support }: SearchSettings["relevance"]): boolean {
  const both = covered / support.covered + similarity / support.similarity;
  return (
    fluency < support.fluency ||
    covered >= support.covered ||
    similarity >= support.similarity ||
    both >= support.together
  );
}
