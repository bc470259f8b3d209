import type { Embedder } from "../core/ports.ts";
import { quantise } from "./vectors/quantise.ts";

/** Queries whose vectors are kept: the last searches of everyone, and what was typed on the way to them. */
const MOST_KEPT = 256;

/** A query as the model understands it. */
export interface QueryMeaning {
  readonly vector: Int8Array;
  /** As the embedder tells it. */
  readonly lettersPerPiece: number | null;
}

/** Embeds queries, and remembers the last: pages, repeated questions and letters taken back cost nothing. */
export function createQueryVectors(embedder: Embedder) {
  const kept = new Map<string, Promise<QueryMeaning | null>>();
  let fingerprint = embedder.fingerprint;

  async function embed(text: string): Promise<QueryMeaning | null> {
    const [embedding] = await embedder.embed([text], "query").catch(() => []);
    return embedding === undefined ? null : { ...embedding, vector: quantise(embedding.vector) };
  }

  return {
    /** The text's meaning; null where the model gives up. */
    async of(text: string): Promise<QueryMeaning | null> {
      if (embedder.fingerprint !== fingerprint) kept.clear();
      fingerprint = embedder.fingerprint;
      const known = kept.get(text);
      const asked = known ?? embed(text);
      kept.delete(text);
      kept.set(text, asked);
      for (const oldest of kept.keys()) {
        if (kept.size <= MOST_KEPT) break;
        kept.delete(oldest);
      }
      const meaning = await asked;
      // What failed, or another model answered meanwhile, is asked anew.
      if ((meaning === null || embedder.fingerprint !== fingerprint) && kept.get(text) === asked) kept.delete(text);
      return meaning;
    },
  };
}
