import { expect, it } from "vitest";
import type { Embedder } from "../core/embedder.ts";
import { areNear } from "./near-meaning.ts";

/** A model in which texts with the same first letter have the same direction. */
function fakeModel() {
  const batches: string[][] = [];
  const embed: Embedder["embed"] = async (texts) => {
    batches.push([...texts]);
    return texts.map((text) => {
      const vector = new Float32Array(128);
      vector[text.toLowerCase().charCodeAt(0) % 128] = 1;
      return { vector, lettersPerPiece: null };
    });
  };
  return { embedder: { embed } as Embedder, batches };
}

it("finds a sentence near to the memory with the same direction only", async () => {
  const { embedder } = fakeModel();
  const sentence = "Caddy serves staging.";
  const compared = ["Caddy is the proxy.", "Invoices are rounded per line."].map((content) => ({ sentence, content }));
  expect(await areNear(compared, embedder)).toEqual([true, false]);
});

it("compares a sentence with each part of a long memory", async () => {
  const { embedder } = fakeModel();
  const part = (word: string) => Array.from({ length: 150 }, () => word).join(" ");
  const content = [part("invoices"), part("backups")].join("\n\n");
  expect(await areNear([{ sentence: "Backups run at night.", content }], embedder)).toEqual([true]);
});

it("embeds each text once, a few at a time, and nothing without texts", async () => {
  const { embedder, batches } = fakeModel();
  expect(await areNear([], embedder)).toEqual([]);
  expect(batches).toEqual([]);
  const compared = Array.from({ length: 20 }, (_, index) => ({
    sentence: "Caddy serves staging.",
    content: `Memory ${index}`,
  }));
  await areNear(compared, embedder);
  expect(batches.flat()).toHaveLength(21);
  expect(Math.max(...batches.map(({ length }) => length))).toBe(8);
});
