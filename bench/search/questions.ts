import { createRandom } from "../../electron/search/vectors/random.fixture.ts";
import { contentOf, FREQUENT_WORDS } from "../http/contents.ts";

export interface Question {
  /** Four words out of some memory, none of them frequent. */
  readonly words: readonly string[];
  /** The subject in a few words, as the tool asks for. */
  readonly text: string;
  /** A person's whole question. */
  readonly sentence: string;
}

/** Each index asks another. */
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
