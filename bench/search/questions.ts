import { createRandom } from "../../electron/search/vectors/random.fixture.ts";
import { contentOf } from "../http/contents.ts";

/** Four words out of some memory, and as a question. Each index asks another. */
export function questionAt(index: number, size: number): { readonly words: string[]; readonly text: string } {
  const random = createRandom(index).next;
  const words = contentOf(Math.floor(random() * size))
    .content.split(/[^a-z]+/)
    .filter((word) => word.length > 4);
  const picked = Array.from({ length: 4 }, () => words[Math.floor(random() * words.length)] ?? "memory");
  return { words: picked, text: `what did we decide about ${picked.join(" ")}` };
}
