import { LRUCache } from "lru-cache";
import type { Embedder, Embedding } from "../core/embedder.ts";
import { type Piece, piecesOf, tokensOfPiece } from "../core/text-analysis.ts";
import { functionWordsOf } from "./function-words.ts";
import { quantise } from "./vectors/quantise.ts";

/** A query's vector, and what the embedder reports of its text. */
export interface QueryEmbedding extends Omit<Embedding, "vector"> {
  readonly vector: Int8Array;
}

/** The number of query vectors kept: recent searches of all clients, including partly typed ones. */
const MAX_QUERIES = 256;

/** Embeds queries and keeps the most recent, so that pages, repeated queries and deleted letters cost nothing. */
export class QueryEmbeddings {
  readonly #embedder: Embedder;
  readonly #recent = new LRUCache<string, Promise<QueryEmbedding | null>>({ max: MAX_QUERIES });
  #fingerprint: string;

  constructor(embedder: Embedder) {
    this.#embedder = embedder;
    this.#fingerprint = embedder.fingerprint;
  }

  /** @returns null if the model fails */
  async embed(text: string): Promise<QueryEmbedding | null> {
    const { fingerprint } = this.#embedder;
    if (fingerprint !== this.#fingerprint) this.#recent.clear();
    this.#fingerprint = fingerprint;
    let pending = this.#recent.get(text);
    if (pending === undefined) {
      pending = this.#request(text);
      this.#recent.set(text, pending);
    }
    const embedding = await pending;
    // A failure, or the vector of a model that was replaced while it worked, is not kept.
    const isStale = embedding === null || this.#embedder.fingerprint !== this.#fingerprint;
    if (isStale && this.#recent.get(text) === pending) this.#recent.delete(text);
    return embedding;
  }

  async #request(text: string): Promise<QueryEmbedding | null> {
    const [embedding] = await this.#embedder.embed([text], "query").catch(() => []);
    return embedding === undefined ? null : { ...embedding, vector: quantise(embedding.vector) };
  }
}

/** The number of frequent words kept; beyond it the set is cleared. */
const MAX_FREQUENT_WORDS = 1_000;

/**
 * The words that were too frequent to be embedded at their last look-up. A query without any of them can be embedded
 * unchanged, before its words are looked up.
 */
export class FrequentWords {
  readonly #words = new Set<string>();

  hasAny(tokens: readonly string[]): boolean {
    return tokens.some((token) => this.#words.has(token));
  }

  /** Records the result of a look-up. */
  record(tokens: readonly string[], isFrequent: (token: string) => boolean): void {
    if (this.#words.size + tokens.length > MAX_FREQUENT_WORDS) this.#words.clear();
    for (const token of tokens) {
      if (isFrequent(token)) this.#words.add(token);
      else this.#words.delete(token);
    }
  }
}

/**
 * Returns the text of a query that is embedded: without the words that are frequent in scope. A name that every other
 * memory contains would otherwise pull the vector towards all of them. Function words stay: sentence models read sentences.
 *
 * @param text the query without filters
 * @param share the share of the memories in scope that contain a token
 */
export function textToEmbed(text: string, share: (token: string) => number, frequentShare: number): string {
  const isFrequent = (piece: Piece) => tokensOfPiece(piece).every((token) => share(token) > frequentShare);
  const pieces = piecesOf(text);
  const isStop = createStopTest(pieces);
  const kept = new Set(pieces.filter((piece) => isStop(piece) || !isFrequent(piece)));
  if (kept.size === pieces.length || ![...kept].some((piece) => !isStop(piece))) return text;
  let rest = "";
  let position = 0;
  for (const piece of pieces) {
    if (kept.has(piece)) continue;
    rest += text.slice(position, piece.start);
    // A possessive `'s` is removed with its word.
    const possessive = /^['’]s(?![\p{L}\p{N}])/u.exec(text.slice(piece.end, piece.end + 4))?.[0] ?? "";
    position = piece.end + possessive.length;
  }
  return (rest + text.slice(position)).replace(/\s+/g, " ").trim();
}

/** Tokens looked up for one query: more than any sentence model reads. */
const MAX_TOKENS = 4000;

/** The tokens whose shares {@link textToEmbed} needs. */
export function tokensToEmbed(text: string): string[] {
  const pieces = piecesOf(text);
  const isStop = createStopTest(pieces);
  const tokens = new Set(pieces.flatMap((piece) => (isStop(piece) ? [] : tokensOfPiece(piece))));
  return [...tokens].slice(0, MAX_TOKENS);
}

/** Returns a test for function words. */
function createStopTest(pieces: readonly Piece[]): (piece: Piece) => boolean {
  const functionWords = functionWordsOf(pieces.flatMap(tokensOfPiece));
  return (piece) => tokensOfPiece(piece).every(functionWords.has);
}
