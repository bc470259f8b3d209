import { createRandom } from "../../electron/search/testing/random-vectors.ts";
import { contentOf, FREQUENT_WORDS } from "../http/contents.ts";

export interface Question {
  /** Four words of one memory, none of them frequent. */
  readonly words: readonly string[];
  /** The words as a query, in the form that the tool description asks for. */
  readonly text: string;
  /** The query as a full sentence. */
  readonly sentence: string;
}

/** Returns a different question for each index. */
export function questionAt(index: number, size: number): Question {
  const random = createRandom(index).next;
  const words = contentOf(Math.floor(random() * size))
    .content.replace(/^Note/, "")
    .split(/[^a-z]+/)
    .filter((word) => word.length > 2 && !FREQUENT_WORDS.has(word));
  const picked = Array.from({ length: 4 }, () => words[Math.floor(random() * words.length)] ?? "memory");
  const text = picked.join(" ");
  return { words: picked, text, sentence: `what did we decide about ${text}` };
}
