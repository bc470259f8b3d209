import type { MemoryFilter } from "../core/filter.ts";
import type { Clock, Embedder, MemoryStore, TextIndex, VectorIndex } from "../core/ports.ts";
import type { SearchHit, SearchMode } from "../core/search.ts";
import type { EngineRequest, ParsedQuery, SearchEngine } from "../core/search-engine.ts";
import { chooseTerms, tokensOfTerms } from "./choose-terms.ts";
import { createCommonWords } from "./common-words.ts";
import { explainMatch } from "./explain-match.ts";
import { findSimilar } from "./find-similar.ts";
import { type Candidate, type Fusion, fuseScores, scoreOf } from "./fuse-scores.ts";
import { gentleSignalsOf } from "./gentle-signals.ts";
import { liftNeighbours } from "./lift-neighbours.ts";
import { matchesFilter } from "./matches-filter.ts";
import { meaningText, tokensOfMeaning } from "./meaning-text.ts";
import { createQueryMatcher } from "./query-matcher.ts";
import { parseQuery } from "./query-syntax.ts";
import { createQueryVectors } from "./query-vectors.ts";
import { createRankedAnswers, type RankedCandidate } from "./ranked-answers.ts";
import { DEFAULT_SEARCH_SETTINGS, type SearchSettings } from "./settings.ts";
import type { MeaningFound, WordsFound } from "./weight-of-meaning.ts";
import { createWordStatistics, type WordStatistics } from "./word-statistics.ts";

export interface SearchEngineParts {
  readonly memories: MemoryStore;
  readonly text: TextIndex;
  /** Null, like `embedder`: words alone answer. */
  readonly vectors: VectorIndex | null;
  readonly embedder: Embedder | null;
  readonly clock: Clock;
  /** Default: {@link DEFAULT_SEARCH_SETTINGS}. */
  readonly settings?: SearchSettings;
  /** How long a search waits for a model that is being loaded, in milliseconds; default 1,000. Then words answer alone. */
  readonly loadingWaitMs?: number;
}

/** The bundled model is there in 0.3 s; whoever asks after a pause is not to get half an answer for it. */
const LOADING_WAIT_MS = 1_000;

/** With quoted phrases, words put up so many candidates, that meaning may choose among what holds the phrase. */
const PHRASE_CANDIDATES = 1000;
/** Memories beyond the page that gentle signals may bring onto it. */
const SIGNAL_MARGIN = 20;

interface Legs {
  readonly words: WordsFound | null;
  readonly meaning: MeaningFound | null;
  readonly notices: readonly string[];
}

/**
 * The product's search: words (BM25) and meaning (vectors) find candidates, are fused, context lifts neighbours, and
 * recency, use and pins settle what is nearly equal. {@link SearchSettings} documents every step.
 */
export function createSearchEngine(parts: SearchEngineParts): SearchEngine {
  const { memories, text, vectors, embedder, clock, settings = DEFAULT_SEARCH_SETTINGS } = parts;
  const { loadingWaitMs = LOADING_WAIT_MS } = parts;
  const statistics = createWordStatistics(memories, text, clock);
  const answers = createRankedAnswers();
  const common = createCommonWords();
  const queryVectors = embedder === null ? null : createQueryVectors(embedder);

  async function search(request: EngineRequest) {
    const { answer: kept, offset } = answers.positionOf(request);
    const answer = kept ?? answers.keep(await rank(request, offset));
    const matcher = createQueryMatcher(request.query.text);
    const hits: SearchHit[] = [];
    let next = offset;
    while (hits.length < request.limit && next < answer.ranked.length) {
      const wanted = answer.ranked.slice(next, next + request.limit - hits.length);
      const read = await memories.getMany(wanted.map(({ candidate }) => candidate.id));
      const found = new Map(read.map((memory) => [memory.id, memory]));
      for (const { candidate, gentle, score } of wanted) {
        const memory = found.get(candidate.id);
        if (memory === undefined || !matchesFilter(memory, request.filter)) continue;
        hits.push({ memory, score, matched: explainMatch(memory.content, matcher, candidate, gentle) });
      }
      next += wanted.length;
    }
    return {
      hits,
      ...(next < answer.ranked.length ? { nextCursor: answers.cursorFor(answer, request, next) } : {}),
      mode: answer.mode,
      notices: answer.notices,
    };
  }

  async function rank(request: EngineRequest, offset: number) {
    const { query, filter } = request;
    const { mode, notices } = answeringMode(request.mode);
    const meaningTokens = tokensOfMeaning(query.text);
    // The model begins while the words are looked up, unless one of them was too common to be embedded.
    if (mode !== "text" && query.text !== "" && !common.hasAny(meaningTokens)) void queryVectors?.of(query.text);
    const words = await statistics.lookUp([...tokensOfTerms(query.terms), ...meaningTokens], filter);
    common.note(meaningTokens, (token) => words.shareInScope(token) > settings.frequentShare);
    const wordsNeeded = mode !== "vector" || query.terms.all.length > 0;
    // The model works on another thread, while the words are searched on this one.
    const [meant, early] = await Promise.all([
      mode === "text" ? null : findMeaning(query, words, filter),
      wordsNeeded ? findWords(query, words, filter) : null,
    ]);
    const found = early ?? (meant === null ? await findWords(query, words, filter) : null);
    const legs = joinLegs(mode, found, meant);
    const fusion = fuseScores(legs.words, legs.meaning, settings.meaning);
    const candidates = await liftByContext(fusion.candidates, filter);
    const answered: SearchMode = legs.meaning === null ? "text" : mode;
    const failed = answered === "text" && request.mode === "vector" && mode !== "text" ? [whyMeaningFailed()] : [];
    return {
      ranked: await settle(candidates, fusion, offset + request.limit + SIGNAL_MARGIN),
      mode: answered,
      notices: [...notices, ...failed, ...legs.notices],
    };
  }

  function answeringMode(asked: SearchMode): { mode: SearchMode; notices: string[] } {
    if (asked === "text") return { mode: "text", notices: [] };
    if (vectors === null || embedder === null) {
      return { mode: "text", notices: asked === "vector" ? [NO_MODEL] : [] };
    }
    const { state, message } = embedder.status();
    if (state !== "failed") return { mode: asked, notices: [] };
    // Loads it anew, once some time has passed.
    embedder.warmUp();
    const notice = `The model cannot be used: ${message ?? "it failed"}. Words alone answered.`;
    return { mode: "text", notices: asked === "vector" ? [notice] : [] };
  }

  const whyMeaningFailed = () => (embedder?.status().state === "ready" ? MEANING_FAILED : STILL_LOADING);

  /** Null where there is no model, nothing to embed, or the model gives up. */
  async function findMeaning(
    query: ParsedQuery,
    words: WordStatistics,
    filter: MemoryFilter,
  ): Promise<MeaningFound | null> {
    if (vectors === null || embedder === null || queryVectors === null || query.text === "") return null;
    const meant = meaningText(query.text, words.shareInScope, settings.frequentShare);
    const asked = queryVectors.of(meant);
    const meaning = await (embedder.status().state === "ready" ? asked : orNull(asked, loadingWaitMs));
    if (meaning === null) return null;
    const { vector, lettersPerPiece } = meaning;
    return { ...(await vectors.search(vector, embedder.fingerprint, filter, settings.candidates)), lettersPerPiece };
  }

  async function findWords(query: ParsedQuery, words: WordStatistics, filter: MemoryFilter) {
    const chosen = chooseTerms(query.terms, words, settings);
    const limit = query.terms.all.length > 0 ? PHRASE_CANDIDATES : settings.candidates;
    const hits = await text.search(chosen.query, filter, limit);
    if (hits.length > 0 || query.terms.all.length === 0) return { ...chosen, hits, phraseFound: true };
    return {
      ...chosen,
      hits: await text.search({ ...chosen.query, all: [] }, filter, settings.candidates),
      phraseFound: false,
    };
  }

  function joinLegs(
    mode: SearchMode,
    found: Awaited<ReturnType<typeof findWords>> | null,
    meant: MeaningFound | null,
  ): Legs {
    if (found === null) return { words: null, meaning: meant, notices: [] };
    const required = found.query.all.length > 0 && found.phraseFound ? new Set(found.hits.map(({ id }) => id)) : null;
    return {
      words:
        mode === "vector" && meant !== null
          ? null
          : { hits: found.hits.slice(0, settings.candidates), idealRank: found.idealRank },
      meaning: meant && { ...meant, hits: meant.hits.filter(({ id }) => required?.has(id) ?? true) },
      notices: found.phraseFound ? [] : [PHRASE_NOT_FOUND],
    };
  }

  /** Lifts what was captured next to the best; what no leg had found must meet the filter. */
  async function liftByContext(candidates: readonly Candidate[], filter: MemoryFilter): Promise<readonly Candidate[]> {
    const { shares, sources, withinMs, neighbours } = settings.context;
    const best = candidates.slice(0, sources).map(({ id }) => id);
    if ((shares.later === 0 && shares.earlier === 0) || best.length === 0) return candidates;
    return liftNeighbours(candidates, await memories.neighbours(best, withinMs, neighbours, filter), shares);
  }

  /** Applies the gentle signals to the best and brings all scores to 0–1. */
  async function settle(
    candidates: readonly Candidate[],
    { confidence }: Fusion,
    top: number,
  ): Promise<RankedCandidate[]> {
    const head = candidates.slice(0, top);
    const found = await memories.usage(head.map(({ id }) => id));
    const now = clock.now();
    const settled = head.map((candidate) => {
      const usage = found.get(candidate.id);
      const gentle = usage === undefined ? null : gentleSignalsOf(usage, now, settings.signals);
      const lift = gentle === null ? 1 : 1 + gentle.recency + gentle.use + gentle.pinned;
      return { candidate, gentle, score: scoreOf(candidate) * lift };
    });
    settled.sort((one, other) => other.score - one.score);
    const rest = candidates.slice(top).map((candidate) => ({ candidate, gentle: null, score: scoreOf(candidate) }));
    const best = settled[0]?.score ?? 0;
    const scale = best > 0 ? confidence / best : 0;
    return [...settled, ...rest].map((ranked) => ({ ...ranked, score: ranked.score * scale }));
  }

  return {
    parse: (query) => parseQuery(query, clock.now()),
    search,
    similar: (content, filter, options) => findSimilar({ memories, text, vectors, embedder }, content, filter, options),
  };
}

/** Null where it takes longer; what was asked for goes on. */
async function orNull<Value>(asked: Promise<Value>, milliseconds: number): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, milliseconds, null);
  });
  return await Promise.race([asked, late]).finally(() => clearTimeout(timer));
}

const NO_MODEL = "There is no model to search by meaning. Words alone answered.";
const MEANING_FAILED = "The model did not answer. Words alone did.";
const STILL_LOADING = "The model is loading. Words alone answered.";
const PHRASE_NOT_FOUND = "No memory holds the quoted words together; they were searched one by one.";
