import type { Embedder } from "../core/embedder.ts";
import { type MemoryFilter, matchesFilter } from "../core/filter.ts";
import type { Clock, MemoryScope, MemoryStore, TextIndex, VectorIndex } from "../core/ports.ts";
import type { SearchHit, SearchMode, SearchNotice, SimilarMemory, VectorAnswer } from "../core/search.ts";
import type { EngineRequest, EngineResult, ParsedQuery, SearchEngine } from "../core/search-engine.ts";
import { createStemmer, type Stem } from "../core/stem.ts";
import { hasAnyTerm } from "../core/term-set.ts";
import { piecesOf, tokensOfPiece, tokensOfText } from "../core/text-analysis.ts";
import { withTimeout } from "../core/util/with-timeout.ts";
import { CandidateRanker, type CandidateRankerParts, type OrderedCandidate } from "./candidate-ranker.ts";
import { chooseTerms, tokensOfTerms } from "./choose-terms.ts";
import { explainMatch } from "./explain-match.ts";
import { findSimilar, type SimilarOptions } from "./find-similar.ts";
import { functionWordsOf } from "./function-words.ts";
import { Kinds, type NamedKind } from "./lexicon/named-kinds.ts";
import { hasTranslations, isForeign, tokensOfLanguage } from "./lexicon/translate.ts";
import { exactMatches, literalMatches } from "./literal-matches.ts";
import { namedPeriods } from "./periods/named-periods.ts";
import { FrequentWords, type QueryEmbedding, QueryEmbeddings, textToEmbed, tokensToEmbed } from "./query-embedding.ts";
import { createQueryMatcher } from "./query-matcher.ts";
import { parseQuery, parseText } from "./query-syntax.ts";
import { namesIn } from "./query-terms.ts";
import type { TextResults, VectorResults } from "./ranking.ts";
import { MAX_PERIOD_TEXT, MAX_RERANKED_TOKENS, readForRanking } from "./read-for-ranking.ts";
import { fluencyOf, lowestResult } from "./relevance.ts";
import { type Ranking, ResultPages } from "./result-pages.ts";
import { createScopeStatistics, type ScopeStatistics } from "./scope-statistics.ts";
import { DEFAULT_SEARCH_SETTINGS, type SearchSettings } from "./settings.ts";
import { createTextComparison, type TextComparison } from "./similar-text.ts";

export interface SearchEngineParts {
  readonly memories: MemoryStore;
  readonly text: TextIndex;
  /** Null, like `embedder`, for text search only. */
  readonly vectors: VectorIndex | null;
  readonly embedder: Embedder | null;
  readonly clock: Clock;
  /** {@link DEFAULT_SEARCH_SETTINGS} by default. */
  readonly settings?: SearchSettings;
  /** Called with the candidates of every search in their order, for measurements. */
  readonly onOrdered?: CandidateRankerParts["onOrdered"];
  /**
   * How long a search waits for a model that is loading, and for its vectors, in milliseconds, before it uses text
   * only; default 450.
   */
  readonly loadingTimeoutMs?: number;
}

/**
 * The bundled model loads in 0.3 s (ADR 0011), the vectors of 100,000 memories at the same time in 0.4 s: the first
 * search after a pause usually gets complete results, and a result within half a second.
 */
const DEFAULT_LOADING_TIMEOUT_MS = 450;
/** Candidates of text search for a quoted phrase, among which vector search then ranks. */
const PHRASE_CANDIDATES = 1000;
/** The words of a query that may name a memory by a word as it is written, and the number of memories they name. */
const MAX_EXACT_WORDS = 2;
const MAX_EXACT = 10;
/** The start of a query whose language is examined, in characters. */
const MAX_EXAMINED_TEXT = 2000;
/** The start of a query in which kinds of things are looked for, in characters. */
const MAX_KIND_TEXT = 500;

const NONE: ReadonlySet<string> = new Set();

/** The results of text search, and whether a memory contains all quoted phrases. */
interface FoundText extends TextResults {
  readonly phrasesRequired: boolean;
  readonly phrasesFound: boolean;
}

/**
 * Creates the search of the product. Text search (BM25) and vector search find candidates, their scores are fused,
 * context raises neighbours, recency, use and pins order near-equal results, and those that are probably irrelevant
 * are left out. {@link SearchSettings} documents each
 * step.
 */
export function createSearchEngine(parts: SearchEngineParts): SearchEngine {
  return new HybridSearch(parts);
}

class HybridSearch implements SearchEngine {
  readonly #parts: SearchEngineParts;
  readonly #settings: SearchSettings;
  readonly #comparison: TextComparison;
  readonly #statistics: ReturnType<typeof createScopeStatistics>;
  readonly #embeddings: QueryEmbeddings | null;
  readonly #frequentWords = new FrequentWords();
  readonly #pages = new ResultPages();
  readonly #ranker: CandidateRanker;
  readonly #stem: Stem;
  readonly #kinds: Kinds;
  readonly releaseMemory = (): void => this.#comparison.release();

  constructor(parts: SearchEngineParts) {
    const { memories, text, embedder, clock, settings = DEFAULT_SEARCH_SETTINGS } = parts;
    this.#parts = parts;
    this.#settings = settings;
    // One for all searches: it remembers stems.
    const stem = createStemmer();
    this.#stem = stem;
    this.#kinds = new Kinds(stem);
    this.#statistics = createScopeStatistics(memories, text, clock, stem);
    this.#comparison = createTextComparison(stem);
    this.#ranker = new CandidateRanker({ ...parts, settings, stem, comparison: this.#comparison });
    this.#embeddings = embedder === null ? null : new QueryEmbeddings(embedder);
  }

  parse(query: string): ParsedQuery {
    return parseQuery(query, this.#parts.clock.now());
  }

  parseText(text: string): ParsedQuery {
    return parseText(text);
  }

  similar(content: string, filter: MemoryFilter, options: SimilarOptions): Promise<SimilarMemory[]> {
    return findSimilar({ ...this.#parts, comparison: this.#comparison }, content, filter, options);
  }

  async search(request: EngineRequest): Promise<EngineResult> {
    const { ranking: kept, offset } = this.#pages.positionOf(request);
    const ranking = kept ?? this.#pages.keep(await this.#rank(request));
    const matcher = createQueryMatcher(request.query.words, this.#stem);
    const hits: SearchHit[] = [];
    let next = offset;
    while (hits.length < request.limit && next < ranking.ranked.length) {
      const page = ranking.ranked.slice(next, next + request.limit - hits.length);
      const read = await this.#parts.memories.getMany(page.map(({ candidate }) => candidate.id));
      const known = new Map(read.map((memory) => [memory.id, memory]));
      for (const ordered of page) {
        const { candidate, score } = ordered;
        const memory = known.get(candidate.id);
        if (memory === undefined || !matchesFilter(memory, request.filter, this.#parts.clock.now())) continue;
        hits.push({ memory, score, matched: explainMatch(memory.content, matcher, ordered, ranking.lowest) });
      }
      next += page.length;
    }
    return {
      hits,
      nextCursor: next < ranking.ranked.length ? this.#pages.cursorFor(ranking, request, next) : undefined,
      lessLikely: ranking.lessLikely,
      mode: ranking.mode,
      notices: ranking.notices,
    };
  }

  async #rank(request: EngineRequest): Promise<Ranking> {
    const { filter, scope = null } = request;
    // A model knows nothing of signs.
    const { mode, notices } = this.#usableMode(hasWords(request.query) ? request.mode : "text");
    const kinds = this.#kinds.askedIn(request.query.text.slice(0, MAX_KIND_TEXT));
    const { text, vector, statistics, isInOtherLanguage } = await this.#findCandidates(request, kinds, mode);
    const isByMeaning = mode === "vector" && vector !== null;
    const exact = isByMeaning ? NONE : await this.#exact(request.query, text);
    const ranked = await this.#ranker.order(
      {
        text: isByMeaning ? null : text && this.#topText(text, exact),
        vector: vector && keepPhrases(vector, text),
        query: this.#readForRanking(request.query, kinds, statistics),
      },
      filter,
      scope,
    );
    // A phrase that the caller quoted decides which memories are results.
    const hasPhrases = text?.phrasesRequired && text.phrasesFound;
    const { relevance } = this.#settings;
    const scopeKind = { ...statistics, isInOtherLanguage, isPrompt: request.query.isPrompt };
    const lowest = request.minScore ?? (hasPhrases ? 0 : lowestResult(ranked, scopeKind, relevance));
    const below = ranked.filter(({ score }) => score < lowest);
    const literal = (request.minScore ?? null) === null ? await this.#literal(request.query, text, below) : NONE;
    const found = ranked.filter(({ score, candidate }) => score >= lowest || literal.has(candidate.id));
    const isExact = ({ candidate }: OrderedCandidate) => exact.has(candidate.id);
    const results = [...found.filter(isExact), ...found.filter((one) => !isExact(one))];
    const lessLikely = ranked.length - results.length;
    const reasons: SearchNotice[] = [];
    if (vector === null && request.mode === "vector" && mode === "vector") reasons.push(this.#modelNotice());
    if (results.length === 0 && lessLikely > 0) {
      reasons.push({ reason: "nothing_relevant", params: { count: lessLikely } });
    }
    if (text?.phrasesFound === false) reasons.push({ reason: "phrase_not_found" });
    return {
      ranked: results,
      lowest: results.reduce((least, { score }) => Math.min(least, score), lowest),
      lessLikely,
      mode: vector === null ? "text" : mode,
      notices: [...notices, ...reasons],
    };
  }

  /** The results below the floor that the query names. A prompt names nothing: its words are a sentence. */
  async #literal(
    { text, isPrompt }: ParsedQuery,
    found: FoundText | null,
    ordered: readonly OrderedCandidate[],
  ): Promise<ReadonlySet<string>> {
    if (found === null || isPrompt === true || ordered.length === 0) return NONE;
    const candidates = ordered.map(({ candidate }) => candidate);
    return await literalMatches(text, found, candidates, (ids) => this.#parts.memories.contentsOf([...ids]));
  }

  /** The few memories that contain the words of a short query as they are written, among many with inflections. */
  async #exact({ text, isPrompt }: ParsedQuery, found: FoundText | null): Promise<ReadonlySet<string>> {
    if (found === null || !isShort(text) || isPrompt === true || found.hits.length <= MAX_EXACT) return NONE;
    return await exactMatches(text, found, MAX_EXACT, (ids) => this.#parts.memories.contentsOf([...ids]));
  }

  /** Searches by text and by vectors, as the mode requires; by text without vectors. */
  async #findCandidates(
    { query: asked, filter, scope = null }: EngineRequest,
    kinds: readonly NamedKind[],
    mode: SearchMode,
  ): Promise<{
    readonly text: FoundText | null;
    readonly vector: VectorResults | null;
    readonly statistics: ScopeStatistics;
    readonly isInOtherLanguage: boolean;
  }> {
    const query = { ...asked, terms: this.#kinds.termsOf(asked, kinds) };
    const pieces = piecesOf(query.text.slice(0, MAX_EXAMINED_TEXT));
    const functionWords = functionWordsOf(pieces.flatMap(tokensOfPiece));
    const embeddedTokens = tokensToEmbed(query.text);
    // The model starts while the words are looked up, unless one of them was too frequent to be embedded.
    if (mode !== "text" && hasWords(query) && !this.#frequentWords.hasAny(embeddedTokens)) {
      void this.#embeddings?.embed(query.text);
    }
    const tokens = [...tokensOfTerms(query.terms), ...embeddedTokens, ...tokensOfLanguage(pieces)];
    const statistics = await this.#statistics.lookUp(tokens, filter, scope);
    const { frequentShare } = this.#settings;
    this.#frequentWords.record(embeddedTokens, (token) => statistics.shareInScope(token) > frequentShare);
    const isInOtherLanguage = !functionWords.areEnglish && isForeign(pieces, functionWords, statistics.shareInScope);
    const isTranslated = isInOtherLanguage && hasTranslations(pieces, functionWords);
    const searchText = () => this.#searchText(query, kinds, statistics, { filter, scope }, isTranslated);
    const isTextNeeded = mode !== "vector" || query.terms.all.length > 0;
    // The model works in another process while this one searches the text.
    const [found, text] = await Promise.all([
      mode === "text" ? null : this.#searchVectors(query, statistics, filter, scope !== null),
      isTextNeeded ? searchText() : null,
    ]);
    const words = text ?? (found === null ? await searchText() : null);
    const vector = found && {
      ...found,
      fluency: this.#fluencyOf(query, found.embedding, words, statistics, isInOtherLanguage),
    };
    return { vector, text: words, statistics, isInOtherLanguage };
  }

  #fluencyOf(
    { text }: ParsedQuery,
    embedding: QueryEmbedding,
    words: FoundText | null,
    statistics: ScopeStatistics,
    isInOtherLanguage: boolean,
  ): number {
    const { areEnglish } = functionWordsOf(tokensOfText(text));
    const knownShare = words === null ? 1 : knownShareOf(text, words, statistics);
    return fluencyOf(embedding, { areEnglish, knownShare, isInOtherLanguage });
  }

  #readForRanking({ text }: ParsedQuery, kinds: readonly NamedKind[], statistics: ScopeStatistics) {
    const { frequentShare } = this.#settings;
    return readForRanking(text, kinds, { statistics, frequentShare, stem: this.#stem, now: this.#parts.clock.now() });
  }

  /** Why a search by vectors was made by text: the model is loading, or did not answer in time. */
  #modelNotice(): SearchNotice {
    return { reason: this.#parts.embedder?.status().state === "ready" ? "model_silent" : "model_loading" };
  }

  /** Falls back to text search without a usable model; a notice says so if vector search was requested. */
  #usableMode(requested: SearchMode): { readonly mode: SearchMode; readonly notices: readonly SearchNotice[] } {
    const { vectors, embedder } = this.#parts;
    if (requested === "text") return { mode: "text", notices: [] };
    const isExplicit = requested === "vector";
    if (vectors === null || embedder === null)
      return { mode: "text", notices: isExplicit ? [{ reason: "model_missing" }] : [] };
    const { state, error } = embedder.status();
    if (state !== "failed") return { mode: requested, notices: [] };
    // Reloads it once its retry interval is over.
    embedder.warmUp();
    const notices: SearchNotice[] = [{ reason: "model_failed", params: { error } }];
    return { mode: "text", notices: isExplicit ? notices : [] };
  }

  /** @returns null without a model or text to embed, or if the model fails or loads for too long */
  async #searchVectors(
    query: ParsedQuery,
    statistics: ScopeStatistics,
    filter: MemoryFilter,
    onlyMatching: boolean,
  ): Promise<(VectorAnswer & { readonly embedding: QueryEmbedding }) | null> {
    const { vectors, embedder, loadingTimeoutMs = DEFAULT_LOADING_TIMEOUT_MS } = this.#parts;
    if (vectors === null || embedder === null || this.#embeddings === null || !hasWords(query)) return null;
    const { frequentShare, similar } = this.#settings;
    const pending = this.#embeddings.embed(textToEmbed(query.text, statistics.shareInScope, frequentShare));
    const search = async () => {
      const embedding = await pending;
      if (embedding === null) return null;
      const results = await vectors.search(embedding.vector, embedder.fingerprint, filter, similar, onlyMatching);
      return { ...results, embedding };
    };
    if (embedder.status().state === "ready") return search();
    vectors.prepare(embedder.fingerprint, embedder.dimensions);
    return withTimeout(search(), loadingTimeoutMs, () => null);
  }

  /** Searches with the quoted phrases required; if no memory contains them, without. */
  async #searchText(
    query: ParsedQuery,
    kinds: readonly NamedKind[],
    statistics: ScopeStatistics,
    { filter, scope }: { readonly filter: MemoryFilter; readonly scope: MemoryScope | null },
    isInOtherLanguage: boolean,
  ): Promise<FoundText> {
    const { text, clock } = this.#parts;
    const uncounted = wordsOfTime(query.text, clock.now());
    const needed = new Set(kinds.flatMap(({ words }) => words));
    const chosen = chooseTerms(query.terms, statistics, this.#settings, { uncounted, needed, isInOtherLanguage });
    const { query: terms, idealRank, words } = chosen;
    const isName = (token: string) => !isInOtherLanguage || statistics.shareInScope(token) > 0;
    const names = new Set([...namesIn(query.text)].filter(isName));
    const { candidates } = this.#settings;
    const phrasesRequired = terms.all.length > 0;
    const known = { idealRank, words, names, size: statistics.size, phrasesRequired };
    const isDeep = phrasesRequired || (isShort(query.text) && query.isPrompt !== true);
    const hits = await text.search(terms, filter, isDeep ? PHRASE_CANDIDATES : candidates, scope);
    if (hits.length > 0 || !phrasesRequired) return { ...known, hits, phrasesFound: true };
    const withoutPhrases = await text.search({ ...terms, all: [] }, filter, candidates, scope);
    return { ...known, hits: withoutPhrases, phrasesFound: false };
  }

  #topText(found: FoundText, exact: ReadonlySet<string>): TextResults {
    const { candidates } = this.#settings;
    return { ...found, hits: found.hits.filter(({ id }, rank) => rank < candidates || exact.has(id)) };
  }
}

/**
 * The words of a query that only say a time. They find memories that contain them, but no memory has to: "last week" is
 * when a memory was captured. None if the query has no other words.
 */
function wordsOfTime(text: string, now: number): ReadonlySet<string> {
  const { periods, rest } = namedPeriods(text.slice(0, MAX_PERIOD_TEXT), now);
  if (periods.length === 0) return NONE;
  const others = new Set(tokensOfText(`${rest} ${text.slice(MAX_PERIOD_TEXT)}`));
  const { has } = functionWordsOf(others);
  if ([...others].every(has)) return NONE;
  return new Set(tokensOfText(text)).difference(others);
}

function isShort(text: string): boolean {
  return new Set(tokensOfText(text)).size <= MAX_EXACT_WORDS;
}

function hasWords({ text }: ParsedQuery): boolean {
  return piecesOf(text).length > 0;
}

/**
 * The share of a query's words that a memory in scope contains: a hit of text search, or a memory of the sample of
 * the scope. 1 without words.
 */
function knownShareOf(text: string, { hits, words }: FoundText, { shareInScope }: ScopeStatistics): number {
  const tokens = [...new Set(tokensOfText(text))].slice(0, MAX_RERANKED_TOKENS);
  const indicesOf = new Map(words.map(({ token, indices }) => [token, indices]));
  const isFound = (token: string): boolean => {
    const indices = indicesOf.get(token);
    return indices !== undefined && hits.some(({ terms }) => terms === null || hasAnyTerm(terms, indices));
  };
  const known = tokens.filter((token) => shareInScope(token) > 0 || isFound(token));
  return tokens.length === 0 ? 1 : known.length / tokens.length;
}

/** Limits vector results to the memories that contain the quoted phrases. */
function keepPhrases(vector: VectorResults, text: FoundText | null): VectorResults {
  if (text === null || !text.phrasesRequired || !text.phrasesFound) return vector;
  const allowed = new Set(text.hits.map(({ id }) => id));
  return { ...vector, hits: vector.hits.filter(({ id }) => allowed.has(id)) };
}
