import { titleOf } from "../../../../electron/core/memory.ts";
import type { Text } from "../../../../electron/text/en.ts";

/** A message has one line. */
const MAX_TITLE = 48;

/** Names memories in a message: one by its title, several by their number. */
export function nameMemories(
  memories: readonly { readonly content: string }[],
  words: Text["memories"],
  total = memories.length,
): string {
  const [only] = memories;
  return total === 1 && only !== undefined ? words.quoted(titleOf(only.content, MAX_TITLE)) : words.count(total);
}
