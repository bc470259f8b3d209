import { type MemoryFilter, matchesFilter } from "../core/filter.ts";
import type { Clock, Embedder, MemoryScope, MemoryStore, TextIndex, VectorIndex } from "../core/ports.ts";
import type { SearchHit, SearchMode, SearchNotice, SimilarMemory } from "../core/search.ts";
import type { EngineRequest, EngineResult, ParsedQuery, SearchEngine } from "../core/search-engine.ts";
import { withTimeout } from "../core/util/with-timeout.ts";
import { chooseTerms, tokensOfTerms } from "./choose-terms.ts";
import { explainMatch } from "./explain-match.ts";
import { findSimilar, type SimilarOptions } from "./find-similar.ts";
import { FrequentWords, QueryEmbeddings, textToEmbed, tokensToEmbed } from "./query-embedding.ts";
import { createQueryMatcher } from "./query-matcher.ts";
import { parseQuery, parseText } from "./query-syntax.ts";
import { namesIn } from "./query-terms.ts";
import {
  addContext,
  type Boosts,
  boostsOf,
  type Candidate,
  fuseScores,
  scoreOf,
  type TextResults,
  type VectorResults,
} from "./ranking.ts";
import { type Evidence, estimateRelevance, evidenceFor, lowestResult, WordEvidence } from "./relevance.ts";
import { type RankedCandidate, type Ranking, ResultPages } from "./result-pages.ts";
import { DEFAULT_SEARCH_SETTINGS, type SearchSettings } from "./settings.ts";
import { createShingler } from "./similar-text.ts";
import { createStemmer } from "./stem.ts";
import { createWordStatistics, type WordStatistics } from "./word-statistics.ts";

export interface SearchEngineParts {
  readonly memories: MemoryStore;
  readonly text: TextIndex;
  /** Null, like `embedder`, for text search only. */
  readonly vectors: VectorIndex | null;
  readonly embedder: Embedder | null;
  readonly clock: Clock;
  /** {@link DEFAULT_SEARCH_SETTINGS} by default. */
  readonly settings?: SearchSettings;
  /** {@link estimateRelevance} by default. */
  readonly estimate?: (evidence: Evidence) => number;
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
/** Candidates beyond the page that boosts may move onto it. */
const BOOST_MARGIN = 20;

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
  readonly #shinglesOf: ReturnType<typeof createShingler>;
  readonly #statistics: ReturnType<typeof createWordStatistics>;
  readonly #embeddings: QueryEmbeddings | null;
  readonly #frequentWords = new FrequentWords();
  readonly #pages = new ResultPages();

  constructor(parts: SearchEngineParts) {
    const { memories, text, embedder, clock, settings = DEFAULT_SEARCH_SETTINGS } = parts;
    this.#parts = parts;
    this.#settings = settings;
    // One for all searches: it remembers stems.
    const stem = createStemmer();
    this.#statistics = createWordStatistics(memories, text, clock, stem);
    this.#shinglesOf = createShingler(stem);
    this.#embeddings = embedder === null ? null : new QueryEmbeddings(embedder);
  }

  parse(query: string): ParsedQuery {
    return parseQuery(query, this.#parts.clock.now());
  }

  parseText(text: string): ParsedQuery {
    return parseText(text);
  }

  similar(content: string, filter: MemoryFilter, options: SimilarOptions): Promise<SimilarMemory[]> {
    return findSimilar({ ...this.#parts, shinglesOf: this.#shinglesOf }, content, filter, options);
  }

  async search(request: EngineRequest): Promise<EngineResult> {
    const { ranking: kept, offset } = this.#pages.positionOf(request);
    const ranking = kept ?? this.#pages.keep(await this.#rank(request, offset));
    const matcher = createQueryMatcher(request.query.text);
    const hits: SearchHit[] = [];
    let next = offset;
    while (hits.length < request.limit && next < ranking.ranked.length) {
      const page = ranking.ranked.slice(next, next + request.limit - hits.length);
      const read = await this.#parts.memories.getMany(page.map(({ candidate }) => candidate.id));
      const found = new Map(read.map((memory) => [memory.id, memory]));
      for (const { candidate, boosts, score } of page) {
        const memory = found.get(candidate.id);
        if (memory === undefined || !matchesFilter(memory, request.filter, this.#parts.clock.now())) continue;
        hits.push({ memory, score, matched: explainMatch(memory.content, matcher, candidate, boosts) });
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

  async #rank(request: EngineRequest, offset: number): Promise<Ranking> {
    const { filter, scope = null } = request;
    const { mode, notices } = this.#usableMode(request.mode);
    const { text, vector } = await this.#findCandidates(request, mode);
    const isByMeaning = mode === "vector" && vector !== null;
    const ranked = await this.#order(
      isByMeaning ? null : text && this.#topText(text),
      vector && keepPhrases(vector, text),
      { filter, scope, top: offset + request.limit + BOOST_MARGIN },
    );
    // A phrase that the caller quoted decides which memories are results.
    const hasPhrases = text?.phrasesRequired && text.phrasesFound;
    const lowest = lowestResult(
      ranked.map(({ score }) => score),
      request.minScore ?? (hasPhrases ? 0 : null),
      this.#settings.relevance,
    );
    const results = ranked.filter(({ score }) => score >= lowest);
    const lessLikely = ranked.length - results.length;
    const found: SearchNotice[] = [];
    if (vector === null && request.mode === "vector" && mode === "vector") found.push(this.#modelNotice());
    if (results.length === 0 && lessLikely > 0) {
      found.push({ reason: "nothing_relevant", params: { count: lessLikely } });
    }
    if (text?.phrasesFound === false) found.push({ reason: "phrase_not_found" });
    return {
      ranked: results,
      lessLikely,
      mode: vector === null ? "text" : mode,
      notices: [...notices, ...found],
    };
  }

  /** Searches by text and by vectors, as the mode requires; by text without vectors. */
  async #findCandidates(
    { query, filter, scope = null }: EngineRequest,
    mode: SearchMode,
  ): Promise<{ readonly text: FoundText | null; readonly vector: VectorResults | null }> {
    const embeddedTokens = tokensToEmbed(query.text);
    // The model starts while the words are looked up, unless one of them was too frequent to be embedded.
    if (mode !== "text" && query.text !== "" && !this.#frequentWords.hasAny(embeddedTokens)) {
      void this.#embeddings?.embed(query.text);
    }
    const statistics = await this.#statistics.lookUp([...tokensOfTerms(query.terms), ...embeddedTokens], filter, scope);
    const { frequentShare } = this.#settings;
    this.#frequentWords.record(embeddedTokens, (token) => statistics.shareInScope(token) > frequentShare);
    const searchText = () => this.#searchText(query, statistics, filter, scope);
    const isTextNeeded = mode !== "vector" || query.terms.all.length > 0;
    // The model works in another process while this one searches the text.
    const [vector, text] = await Promise.all([
      mode === "text" ? null : this.#searchVectors(query, statistics, filter, scope !== null),
      isTextNeeded ? searchText() : null,
    ]);
    return { vector, text: text ?? (vector === null ? await searchText() : null) };
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
    statistics: WordStatistics,
    filter: MemoryFilter,
    onlyMatching: boolean,
  ): Promise<VectorResults | null> {
    const { vectors, embedder, loadingTimeoutMs = DEFAULT_LOADING_TIMEOUT_MS } = this.#parts;
    if (vectors === null || embedder === null || this.#embeddings === null || query.text === "") return null;
    const { frequentShare, similar } = this.#settings;
    const pending = this.#embeddings.embed(textToEmbed(query.text, statistics.shareInScope, frequentShare));
    const search = async (): Promise<VectorResults | null> => {
      const embedding = await pending;
      if (embedding === null) return null;
      const results = await vectors.search(embedding.vector, embedder.fingerprint, filter, similar, onlyMatching);
      return { ...results, lettersPerPiece: embedding.lettersPerPiece };
    };
    if (embedder.status().state === "ready") return search();
    vectors.prepare(embedder.fingerprint, embedder.dimensions);
    return withTimeout(search(), loadingTimeoutMs, () => null);
  }

  /** Searches with the quoted phrases required; if no memory contains them, without. */
  async #searchText(
    query: ParsedQuery,
    statistics: WordStatistics,
    filter: MemoryFilter,
    scope: MemoryScope | null,
  ): Promise<FoundText> {
    const { text } = this.#parts;
    const { query: terms, idealRank, words } = chooseTerms(query.terms, statistics, this.#settings);
    const { candidates } = this.#settings;
    const phrasesRequired = terms.all.length > 0;
    const known = { idealRank, words, names: namesIn(query.text), size: statistics.size, phrasesRequired };
    const hits = await text.search(terms, filter, phrasesRequired ? PHRASE_CANDIDATES : candidates, scope);
    if (hits.length > 0 || !phrasesRequired) return { ...known, hits, phrasesFound: true };
    const withoutPhrases = await text.search({ ...terms, all: [] }, filter, candidates, scope);
    return { ...known, hits: withoutPhrases, phrasesFound: false };
  }

  #topText(found: FoundText): TextResults {
    return { ...found, hits: found.hits.slice(0, this.#settings.candidates) };
  }

  /** Orders all candidates by both searches, context and boosts; the score of each is its estimate. */
  async #order(
    text: TextResults | null,
    vector: VectorResults | null,
    { filter, scope, top }: { readonly filter: MemoryFilter; readonly scope: MemoryScope | null; readonly top: number },
  ): Promise<RankedCandidate[]> {
    const { estimate = estimateRelevance } = this.#parts;
    const fused = fuseScores(text, vector, this.#settings.vector, this.#settings.candidates);
    const pending = vector === null ? null : await this.#pendingAmong(fused);
    const ordered = await this.#applyBoosts(await this.#addContext(fused, filter, scope), top);
    const words = text === null ? null : new WordEvidence(text);
    return ordered.map(({ candidate, boosts }, position) => ({
      candidate,
      boosts,
      score: estimate(evidenceFor(candidate, position, words, pending?.has(candidate.id) ? null : vector)),
    }));
  }

  /** The candidates that vector search cannot find yet: they have not been embedded since they were captured. */
  async #pendingAmong(candidates: readonly Candidate[]): Promise<ReadonlySet<string>> {
    const { vectors, embedder } = this.#parts;
    if (vectors === null || embedder === null) return new Set();
    const unseen = candidates.filter(({ similarity }) => similarity === null).map(({ id }) => id);
    return await vectors.pendingAmong(unseen, embedder.fingerprint);
  }

  async #addContext(
    candidates: readonly Candidate[],
    filter: MemoryFilter,
    scope: MemoryScope | null,
  ): Promise<readonly Candidate[]> {
    const { context } = this.#settings;
    const best = candidates.slice(0, context.sources).map(({ id }) => id);
    if ((context.shares.later === 0 && context.shares.earlier === 0) || best.length === 0) return candidates;
    const { memories } = this.#parts;
    const neighbours = await memories.neighbours(best, context.withinMs, context.neighbours, filter, scope ?? {});
    return addContext(candidates, neighbours, context);
  }

  /** Applies boosts to the best `top` candidates. */
  async #applyBoosts(
    candidates: readonly Candidate[],
    top: number,
  ): Promise<{ readonly candidate: Candidate; readonly boosts: Boosts | null }[]> {
    const { memories, clock } = this.#parts;
    const head = candidates.slice(0, top);
    const usages = await memories.usage(head.map(({ id }) => id));
    const now = clock.now();
    const boosted = head.map((candidate) => {
      const usage = usages.get(candidate.id);
      const boosts = usage === undefined ? null : boostsOf(usage, now, this.#settings.boosts);
      const factor = boosts === null ? 1 : 1 + boosts.recency + boosts.use + boosts.pinned;
      return { candidate, boosts, score: scoreOf(candidate) * factor };
    });
    boosted.sort((one, other) => other.score - one.score);
    return [...boosted, ...candidates.slice(top).map((candidate) => ({ candidate, boosts: null }))];
  }
}

/** Limits vector results to the memories that contain the quoted phrases. */
function keepPhrases(vector: VectorResults, text: FoundText | null): VectorResults {
  if (text === null || !text.phrasesRequired || !text.phrasesFound) return vector;
  const allowed = new Set(text.hits.map(({ id }) => id));
  return { ...vector, hits: vector.hits.filter(({ id }) => allowed.has(id)) };
}
