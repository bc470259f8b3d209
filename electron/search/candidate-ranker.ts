import type { Embedder } from "../core/embedder.ts";
import type { MemoryFilter } from "../core/filter.ts";
import type { Clock, MemoryScope, MemoryStore, VectorIndex } from "../core/ports.ts";
import type { Stem } from "../core/stem.ts";
import { piecesOf } from "../core/text-analysis.ts";
import { kindsIn } from "./lexicon/named-kinds.ts";
import {
  addContext,
  type Boosts,
  boostsOf,
  type Candidate,
  fuseScores,
  fusionWeight,
  scoreOf,
  type TextResults,
  type VectorResults,
} from "./ranking.ts";
import { type Evidence, estimateRelevance, evidenceFor, WordEvidence } from "./relevance.ts";
import { type Replaceable, replaces, statesChange } from "./replacements.ts";
import {
  compoundsIn,
  RERANKED,
  type RerankedQuery,
  type RerankingInputs,
  rerankingInputs,
  rerankingScore,
  tokensRead,
} from "./reranking.ts";
import type { SearchSettings } from "./settings.ts";
import type { TextComparison } from "./similar-text.ts";

export interface CandidateRankerParts {
  readonly memories: MemoryStore;
  readonly vectors: VectorIndex | null;
  readonly embedder: Embedder | null;
  readonly clock: Clock;
  readonly settings: SearchSettings;
  readonly stem: Stem;
  readonly comparison: TextComparison;
  /** Called with every ranking, for measurements. */
  readonly onOrdered?: (query: RerankedQuery, ordered: readonly OrderedCandidate[]) => void;
}

/** A candidate in its position, and why it has it. */
export interface OrderedCandidate {
  readonly candidate: Candidate;
  readonly boosts: Boosts | null;
  /** Null below the candidates that are ordered again. */
  readonly inputs: RerankingInputs | null;
  readonly evidence: Evidence;
  /** The estimated probability that it is relevant. */
  readonly score: number;
}

interface Found {
  readonly text: TextResults | null;
  readonly vector: VectorResults | null;
  readonly query: Omit<RerankedQuery, "vectorWeight">;
}

interface Placed extends Pick<OrderedCandidate, "candidate" | "boosts" | "inputs"> {
  /** The words of the query that are parts of longer words of the memory, or kinds of which it names a member. */
  readonly implied: ReadonlySet<string>;
  /** Whether it comes before a better result because it replaces that in substance. */
  readonly isReplacement?: boolean;
}

const NO_WORDS: ReadonlySet<string> = new Set();
/** A text with fewer letters and digits, such as "x" or "ok", resembles every query of one word. */
const MIN_COMPARABLE = 3;
/** The best results for which a replacement is looked for. */
const REPLACED = 5;
/** The best results among which it is looked for. */
const REPLACING = 25;
/** Above this share of dialogue, memories are turns, which do not replace each other. */
const MAX_DIALOGUE = 0.5;

/** Orders the candidates of both searches. */
export class CandidateRanker {
  readonly #parts: CandidateRankerParts;

  constructor(parts: CandidateRankerParts) {
    this.#parts = parts;
  }

  /** Orders all candidates; the score of each is its estimate. */
  async order(
    { text, vector, query }: Found,
    filter: MemoryFilter,
    scope: MemoryScope | null,
  ): Promise<OrderedCandidate[]> {
    const { settings, onOrdered } = this.#parts;
    const fused = fuseScores(text, vector, settings.vector, settings.candidates);
    const pending = vector === null ? null : await this.#pendingAmong(fused);
    const reranked = { ...query, vectorWeight: fusionWeight(text, vector, settings.vector) };
    const wordsOfQuery = text?.words.map(({ token }) => token) ?? [];
    // Among notes, context counts nothing.
    const raised = query.dialogueShare === 0 ? fused : await this.#addContext(fused, filter, scope);
    const placed = await this.#place(raised, reranked, wordsOfQuery);
    const words = text === null ? null : new WordEvidence(text);
    const ordered: OrderedCandidate[] = placed.map(({ isReplacement: _, implied, ...one }, position) => {
      const known = pending?.has(one.candidate.id) ? null : vector;
      const kinds = query.kinds.length === 0 ? null : (one.inputs?.kinds ?? 0);
      const evidence = evidenceFor(one.candidate, position, words, known, implied, kinds, one.inputs);
      return { ...one, evidence, score: estimateRelevance(evidence) };
    });
    onOrdered?.(reranked, ordered);
    return ordered.map((one, position) => {
      const replaced = placed[position]?.isReplacement === true ? (ordered[position + 1]?.score ?? 0) : 0;
      return replaced > one.score ? { ...one, score: replaced } : one;
    });
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
    const { context } = this.#parts.settings;
    const best = candidates.slice(0, context.sources).map(({ id }) => id);
    if ((context.shares.later === 0 && context.shares.earlier === 0) || best.length === 0) return candidates;
    const { memories } = this.#parts;
    const neighbours = await memories.neighbours(best, context.withinMs, context.neighbours, filter, scope ?? {});
    return addContext(candidates, neighbours, context);
  }

  /** Moves a memory that replaces one of the best in substance before it. */
  #replacementsFirst(ranked: readonly Placed[], known: ReadonlyMap<string, Replaceable>): Placed[] {
    const ordered = [...ranked];
    const isChanging = ({ candidate }: Placed): boolean => {
      const memory = known.get(candidate.id);
      return memory !== undefined && statesChange(memory);
    };
    const changing = new Set(ordered.slice(0, REPLACING).filter(isChanging));
    if (changing.size === 0) return ordered;
    for (let position = 0; position < Math.min(REPLACED, ordered.length); position++) {
      const older = known.get(ordered[position]?.candidate.id ?? "");
      const later = ordered.slice(0, REPLACING).findIndex((one, index) => {
        const newer = known.get(one.candidate.id);
        if (index <= position || newer === undefined || older === undefined || !changing.has(one)) return false;
        return replaces(newer, older, this.#parts.comparison);
      });
      if (later <= position) continue;
      for (const replacement of ordered.splice(later, 1)) {
        ordered.splice(position, 0, { ...replacement, isReplacement: true });
      }
    }
    return ordered;
  }

  /** Orders the best candidates again by everything that is known about them, and by boosts. */
  async #place(
    candidates: readonly Candidate[],
    query: RerankedQuery,
    wordsOfQuery: readonly string[],
  ): Promise<Placed[]> {
    const { memories, clock, settings, stem } = this.#parts;
    const head = candidates.slice(0, RERANKED);
    const ids = head.map(({ id }) => id);
    const [allFacts, contents] = await Promise.all([memories.rankingFacts(ids), memories.contentsOf(ids)]);
    const read = head.flatMap((candidate) => {
      const [facts, content] = [allFacts.get(candidate.id), contents.get(candidate.id)];
      if (facts === undefined || content === undefined) return [];
      const tokens = tokensRead(content);
      if (candidate.rank === 0 && !isComparable(content, tokens)) return [];
      // What happened ("build green") does not say which one holds.
      const kinds = facts.namespace === "progress" ? [] : kindsIn(tokens, query.kinds);
      return [{ candidate, facts, content, tokens, kinds }];
    });
    const now = clock.now();
    const inputs = rerankingInputs(query, read, stem);
    const reranked = read.flatMap(({ candidate, facts, tokens, kinds }, index) => {
      const own = inputs[index];
      if (own === undefined) return [];
      const boosts = boostsOf(facts, now, settings.boosts);
      const boost = settings.boosts.scale * (boosts.recency + boosts.use + boosts.pinned);
      const implied = compoundsIn(tokens, wordsOfQuery).union(new Set(kinds.flatMap(({ words }) => words)));
      return [{ candidate, boosts, implied, inputs: own, score: rerankingScore(own) + boost }];
    });
    reranked.sort((one, other) => other.score - one.score || scoreOf(other.candidate) - scoreOf(one.candidate));
    const known = new Map(read.map((one) => [one.candidate.id, { ...one.facts, content: one.content }]));
    const first = query.dialogueShare > MAX_DIALOGUE ? reranked : this.#replacementsFirst(reranked, known);
    const others = candidates.slice(RERANKED);
    return [...first, ...others.map((candidate) => ({ candidate, boosts: null, inputs: null, implied: NO_WORDS }))];
  }
}

/** Whether a text has enough letters for its similarity to mean something. A letter of a script without spaces may be a word. */
function isComparable(content: string, tokens: readonly string[]): boolean {
  return tokens.join("").length >= MIN_COMPARABLE || piecesOf(content).some(({ unspaced }) => unspaced);
}
