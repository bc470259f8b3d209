import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { captureMemories } from "./ask-questions.ts";
import type { DataSet } from "./data-sets/data-set.ts";
import { openProduct, type Product } from "./open-product.ts";

/**
 * Opens the product with the memories of a data set, captured and embedded.
 *
 * @param keep a folder for the embedded memories, where the next run finds them; by default they are deleted
 * @param use receives the product and the ids of the memories
 */
export async function withDataSet(
  set: DataSet,
  keep: string | undefined,
  use: (product: Product, ids: readonly string[]) => Promise<void>,
): Promise<void> {
  const folder = keep === undefined ? await mkdtemp(join(tmpdir(), "recollect-bench-")) : resolve(keep, set.name);
  await mkdir(folder, { recursive: true });
  const product = await openProduct(folder);
  try {
    await use(product, await fill(product, set, join(folder, "ids.json")));
  } finally {
    await product.close();
    if (keep === undefined) await rm(folder, { recursive: true, force: true });
  }
}

/** Captures and embeds the memories unless an earlier run did; returns their ids. */
async function fill(product: Product, set: DataSet, idsFile: string): Promise<string[]> {
  const savedIds = await readFile(idsFile, "utf8").catch(() => null);
  if (savedIds !== null) return JSON.parse(savedIds);
  const ids = await captureMemories(product.service, set, product.clock);
  let reported = 0;
  await product.settled((ready, pending) => {
    if (ready - reported < 1000) return;
    reported = ready;
    console.error(`${set.name}: ${ready} of ${ready + pending} embedded`);
  });
  await writeFile(idsFile, JSON.stringify(ids));
  return ids;
}
