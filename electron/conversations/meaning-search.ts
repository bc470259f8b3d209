import type { Database } from "better-sqlite3";
import type { VectorScan } from "../core/ports.ts";
import { createVectorScan } from "../search/vectors/vector-scan.ts";
import { MESSAGES_PER_SESSION } from "./conversation-file.ts";
import type { ConversationRanking } from "./conversation-ranking.ts";

/** A message with a passage that is similar to the query. */
export interface SimilarMessage {
  readonly message: number;
  /** 0 for the least similar message that is known, 1 for the most similar one. */
  readonly score: number;
  /** The cosine. */
  readonly similarity: number;
  readonly start: number;
  readonly end: number;
}

/** The most similar messages. */
export interface SimilarMessages {
  readonly messages: readonly SimilarMessage[];
  /** The least similarity that stands out for the floor. */
  readonly prominent: number;
  /** Whether vectors of a conversation are known. */
  knows(session: number): boolean;
}

/** Vectors in memory, 384 bytes each with the bundled model: the most recent conversations' are embedded first. */
const MAX_VECTORS = 250_000;
/** Vectors read from the file before one search: some 20 ms. Other passages are not found by meaning yet. */
const STEP_VECTORS = 20_000;

/** Finds messages by meaning, on the reading thread. */
export class MeaningSearch {
  readonly #statements;
  #scan: VectorScan | null = null;
  #generation = -1;
  #lastRow = 0;
  #messages = new Map<number, { message: number; start: number; end: number }>();
  readonly #sessions = new Set<number>();

  readonly #ranking: ConversationRanking;

  constructor(database: Database, ranking: ConversationRanking) {
    this.#ranking = ranking;
    this.#statements = {
      state: database.prepare<[], { fingerprint: string | null; generation: number }>(
        "SELECT fingerprint, vector_generation AS generation FROM state",
      ),
      rows: database.prepare<
        [number, number],
        { row: number; message: number; start: number; end: number; vector: Buffer }
      >(
        `SELECT row, message, start_at AS start, end_at AS end, vector FROM passage WHERE row > ? ORDER BY row LIMIT ?`,
      ),
    };
  }

  /** The most similar messages, in the sessions if they are given; null without vectors of the query's model. */
  search(vector: Int8Array, fingerprint: string, sessions: ReadonlySet<number> | null): SimilarMessages | null {
    if (!this.#load(fingerprint, vector.length) || this.#scan === null) return null;
    const isAllowed = (key: number) => {
      const { message = 0 } = this.#messages.get(key) ?? {};
      return sessions === null || sessions.has(Math.floor(message / MESSAGES_PER_SESSION));
    };
    const { hits, similarities } = this.#scan.search(
      vector,
      this.#ranking.similar,
      sessions === null ? undefined : isAllowed,
    );
    const { floor, evidence } = this.#ranking;
    const prominent = ({ deviations }: typeof evidence) => similarities.mean + deviations * similarities.deviation;
    const least = Math.max(evidence.similarity, prominent(evidence));
    const [low, high] = [hits.at(-1)?.similarity ?? 0, hits[0]?.similarity ?? 0];
    const found = new Map<number, SimilarMessage>();
    for (const { key, similarity } of hits) {
      const passage = this.#messages.get(key);
      if (passage === undefined || similarity < least || found.has(passage.message)) continue;
      const score = low === high ? 1 : (similarity - low) / (high - low);
      found.set(passage.message, { ...passage, score, similarity });
    }
    return {
      messages: [...found.values()],
      prominent: prominent(floor),
      knows: (session) => this.#sessions.has(session),
    };
  }

  /** Loads added vectors, or all of them after a removal. */
  #load(fingerprint: string, dimensions: number): boolean {
    const state = this.#statements.state.get();
    if (state?.fingerprint !== fingerprint) return false;
    if (this.#scan?.dimensions !== dimensions || state.generation !== this.#generation) {
      this.#scan = createVectorScan(dimensions);
      this.#messages.clear();
      this.#sessions.clear();
      this.#lastRow = 0;
      this.#generation = state.generation;
    }
    const room = Math.min(STEP_VECTORS, MAX_VECTORS - this.#messages.size);
    for (const { row, message, start, end, vector } of room > 0 ? this.#statements.rows.all(this.#lastRow, room) : []) {
      this.#scan.set(row, [new Int8Array(vector.buffer, vector.byteOffset, vector.length)]);
      this.#messages.set(row, { message, start, end });
      this.#sessions.add(Math.floor(message / MESSAGES_PER_SESSION));
      this.#lastRow = row;
    }
    return true;
  }
}
