import { mkdir } from "node:fs/promises";
import { createEmbedder } from "../../electron/search/embedding/embedder.ts";
import { createRandom } from "../../electron/search/testing/random-vectors.ts";
import { MODEL_FOLDER } from "../../scripts/build-model.ts";
import { contentOf } from "../http/contents.ts";
import { fillMemories, fillVectors, logger, openProduct } from "./open-product.ts";

const REAL_VECTORS = 100;

/** Fills an empty data folder with memories and derived vectors, so that an application on it has nothing to embed. */
export async function fillFolder(folder: string, size: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  const embedder = createEmbedder({
    source: { kind: "bundled" },
    modelFolder: MODEL_FOLDER,
    workerUrl: new URL("../../electron/search/embedding/worker.ts", import.meta.url),
    logger,
  });
  const product = await openProduct(folder, embedder);
  const texts = Array.from({ length: REAL_VECTORS }, (_, index) => contentOf(index).content);
  const base = (await embedder.embed(texts, "passage")).map(({ vector }) => vector);
  const { memories } = await product.store.memories.counts();
  if (memories === 0) await fillMemories(product, size, () => undefined);
  await fillVectors(product, embedder.fingerprint, base, createRandom(1).next);
  await product.store.close();
  await embedder.close();
}
