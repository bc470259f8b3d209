import type { Embedder } from "../../core/embedder.ts";

/** Words of one subject each; a text's vector points to the subjects of its words. */
const SUBJECTS = [
  ["car", "vehicle", "engine"],
  ["bread", "bakery", "flour"],
  ["ocean", "ship", "harbour"],
];

export function vectorOf(text: string): Float32Array {
  const counts = SUBJECTS.map((words) => words.filter((word) => text.includes(word)).length);
  const vector = Float32Array.from({ length: 16 }, (_, index) => counts[index] ?? 0);
  const length = Math.hypot(...vector) || 1;
  return vector.map((component) => component / length);
}

/** An embedder whose vectors can be predicted. */
export const SUBJECT_EMBEDDER: Embedder = {
  fingerprint: "subjects",
  dimensions: 16,
  status: () => ({ state: "ready", model: "subjects" }),
  warmUp: () => undefined,
  embed: async (texts) => texts.map((text) => ({ vector: vectorOf(text), lettersPerPiece: null })),
  close: async () => undefined,
};
