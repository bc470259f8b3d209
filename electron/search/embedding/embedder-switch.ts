import type { Embedder } from "../../core/ports.ts";

/** An embedder that can be exchanged while others hold it: the owner chose another model. */
export interface EmbedderSwitch extends Embedder {
  /** Takes the next one; the one before is closed. Vectors follow by its fingerprint. */
  exchange(next: Embedder): Promise<void>;
}

export function createEmbedderSwitch(first: Embedder): EmbedderSwitch {
  let current = first;
  return {
    get fingerprint() {
      return current.fingerprint;
    },
    get dimensions() {
      return current.dimensions;
    },
    status: () => current.status(),
    warmUp: () => current.warmUp(),
    embed: (texts, kind, signal) => current.embed(texts, kind, signal),
    close: () => current.close(),
    async exchange(next) {
      const previous = current;
      current = next;
      await previous.close();
    },
  };
}
