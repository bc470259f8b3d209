import path from "node:path";
import { ulid } from "ulid";
import { createMemoryCore, openStore } from "../../electron/app/memory-core.ts";
import type { Embedder } from "../../electron/core/embedder.ts";
import { createEvents } from "../../electron/core/events.ts";
import { EMPTY_STATE } from "../../electron/core/memory-fields.ts";
import type { MemoryService } from "../../electron/core/memory-service.ts";
import { createEmbedder } from "../../electron/search/embedding/embedder.ts";
import { quantise } from "../../electron/search/vectors/quantise.ts";
import type { OpenedStore } from "../../electron/store/open-memory-store.ts";
import { MODEL_FOLDER } from "../../scripts/build-model.ts";
import { contentOf, type GeneratedMemory } from "../http/contents.ts";
import { deriveVector } from "./derived-vectors.ts";

export const logger = { debug() {}, info() {}, warn: console.warn, error: console.error };

export interface Product {
  readonly store: OpenedStore;
  readonly service: MemoryService;
}

/** The embedder of the bundled model. It must be closed. */
export function openBundledEmbedder(): Embedder {
  return createEmbedder({
    source: { kind: "bundled" },
    modelFolder: MODEL_FOLDER,
    workerUrl: new URL("../../electron/search/embedding/worker.ts", import.meta.url),
    logger,
  });
}

/** The product's store, engine and service on a real file. */
export async function openProduct(folder: string, embedder: Embedder): Promise<Product> {
  const clock = { now: () => Date.now() };
  const store = await openStore({
    path: path.join(folder, "memories.sqlite"),
    backupFolder: path.join(folder, "backups"),
    clock,
    logger,
  });
  // Vectors are derived, not embedded: the indexer is not started.
  const { service } = createMemoryCore(store, { clock, events: createEvents(console.error), logger, embedder });
  return { store, service };
}

const GROUP = 500;
const MINUTE = 60_000;

/** Fills the store with `size` memories captured a minute apart; `onGroup` receives their texts in groups. */
export async function fillMemories(
  { store }: Product,
  size: number,
  onGroup: (texts: readonly string[]) => void = () => undefined,
  memoryOf: (number: number) => GeneratedMemory = contentOf,
) {
  const start = Date.now() - size * MINUTE;
  for (let from = 0; from < size; from += GROUP) {
    const numbers = Array.from({ length: Math.min(GROUP, size - from) }, (_, index) => from + index);
    await Promise.all(
      numbers.map((number) => {
        const { tags, ...memory } = memoryOf(number);
        return store.memories.insert({
          ...EMPTY_STATE,
          ...memory,
          tags: [...new Set(tags)],
          id: ulid(start + number * MINUTE),
          client: { name: "bench", version: "1" },
          sessionId: `session-${Math.floor(number / 20)}`,
          pinned: false,
          createdAt: start + number * MINUTE,
          supersedes: null,
        });
      }),
    );
    onGroup(numbers.map((number) => memoryOf(number).content));
  }
}

/** Gives every memory a derived vector under the fingerprint of a model. */
export async function fillVectors(
  { store }: Product,
  fingerprint: string,
  base: readonly Float32Array[],
  random: () => number,
) {
  for (;;) {
    const pending = await store.vectors.pending(fingerprint, GROUP);
    if (pending.length === 0) return;
    await Promise.all(
      pending.map(({ id, revision, content }) => {
        const vector = quantise(deriveVector(base, random));
        return store.vectors.put(id, revision, fingerprint, [{ start: 0, end: content.length, vector }]);
      }),
    );
  }
}
