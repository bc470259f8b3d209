import { mkdir } from "node:fs/promises";
import { createRandom } from "../../electron/search/testing/random-vectors.ts";
import { contentOf } from "../http/contents.ts";
import { fillMemories, fillVectors, openBundledEmbedder, openProduct } from "./open-product.ts";

const REAL_VECTORS = 100;

/** Fills an empty data folder with memories and derived vectors, so that an application on it has nothing to embed. */
export async function fillFolder(folder: string, size: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  const embedder = openBundledEmbedder();
  const product = await openProduct(folder, embedder);
  const texts = Array.from({ length: REAL_VECTORS }, (_, index) => contentOf(index).content);
  const base = (await embedder.embed(texts, "passage")).map(({ vector }) => vector);
  const { memories } = await product.store.memories.counts();
  if (memories === 0) await fillMemories(product, size, () => undefined);
  await fillVectors(product, embedder.fingerprint, base, createRandom(1).next);
  await product.store.close();
  await embedder.close();
}
