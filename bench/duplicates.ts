/**
 * `npm run bench duplicates`: precision and recall of near duplicates on the pairs in `duplicates/pairs.txt`, which were
 * labelled by hand, for the level that offers a merge and for both levels, as Markdown; then the pairs that are wrong.
 */
import { buildModel } from "../scripts/build-model.ts";
import { judgePairs, precisionAndRecall } from "./duplicates/measure.ts";
import { openEmbedder } from "./retrieval/open-product.ts";

await buildModel();
const embedder = await openEmbedder();
const pairs = await judgePairs(embedder);
await embedder.close();
const percent = (share: number): string => (100 * share).toFixed(1);
console.log(`${pairs.length} pairs, ${pairs.filter(({ isSame }) => isSame).length} of them the same\n`);
console.log("| level | reported | precision | recall |\n|---|---|---|---|");
for (const [name, levels] of [
  ["same", ["same"]],
  ["same or maybe", ["same", "maybe"]],
] as const) {
  const { reported, precision, recall } = precisionAndRecall(pairs, levels);
  console.log(`| ${name} | ${reported} | ${percent(precision)} | ${percent(recall)} |`);
}
for (const { one, other, isSame, text, vector, level } of pairs) {
  if (isSame === (level === "same")) continue;
  console.log(
    `- ${isSame ? "same" : "different"}, found ${level}: words ${text.toFixed(2)}, vectors ${vector.toFixed(2)}`,
  );
  console.log(`  ${one}\n  ${other}`);
}
