import type { Embedder } from "../core/ports.ts";
import { quantise } from "./vectors/quantise.ts";

/** Queries whose vectors are kept: the last searches of everyone, and what was typed on the way to them. */
const MOST_KEPT = 256;

/** Embeds queries, and remembers the last: pages, repeated questions and letters taken back cost nothing. */
export function createQueryVectors(embedder: Embedder) {
  const kept = new Map<string, Promise<Int8Array | null>>();
  let fingerprint = embedder.fingerprint;

  async function embed(text: string): Promise<Int8Array | null> {
    const [vector] = await embedder.embed([text], "query").catch(() => []);
    return vector === undefined ? null : quantise(vector);
  }

  return {
    /** The text's vector; null where the model gives up. */
    async of(text: string): Promise<Int8Array | null> {
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
      const vector = await asked;
      // What failed, or another model answered meanwhile, is asked anew.
      if ((vector === null || embedder.fingerprint !== fingerprint) && kept.get(text) === asked) kept.delete(text);
      return vector;
    },
  };
}
