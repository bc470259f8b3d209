import type { Embedder } from "../core/embedder.ts";
import { splitIntoPassages } from "../search/passages.ts";

/** A sentence of an answer, and the memory that it may rely on. */
export interface ComparedTexts {
  readonly sentence: string;
  readonly content: string;
}

/** The cosine from which a sentence is near to a memory: chosen with the floor of words (ADR 0051). */
const NEAR = 0.2;
/** Only so much of a sentence is compared, because a model reads no more. */
const MAX_UNITS = 1_000;
/** Only the first parts of a long memory are compared. */
const MAX_PASSAGES = 4;
/** Texts embedded at a time: a search waits at most for them. */
const BATCH_TEXTS = 8;

/**
 * Whether each sentence is near in meaning to a part of its memory.
 * @throws unavailable if the model is
 */
export async function areNear(compared: readonly ComparedTexts[], embedder: Embedder): Promise<boolean[]> {
  const texts = compared.map(({ sentence, content }) => ({
    sentence: sentence.slice(0, MAX_UNITS),
    passages: splitIntoPassages(content)
      .slice(0, MAX_PASSAGES)
      .map(({ start, end }) => content.slice(start, end)),
  }));
  const distinct = [...new Set(texts.flatMap(({ sentence, passages }) => [sentence, ...passages]))];
  const vectors = new Map<string, Float32Array>();
  for (let from = 0; from < distinct.length; from += BATCH_TEXTS) {
    const batch = distinct.slice(from, from + BATCH_TEXTS);
    for (const [index, { vector }] of (await embedder.embed(batch, "passage")).entries()) {
      vectors.set(batch[index] ?? "", vector);
    }
  }
  const cosine = (one: string, other: string) => {
    const second = vectors.get(other);
    return vectors.get(one)?.reduce((sum, value, index) => sum + value * (second?.[index] ?? 0), 0) ?? 0;
  };
  return texts.map(({ sentence, passages }) => passages.some((passage) => cosine(sentence, passage) >= NEAR));
}
