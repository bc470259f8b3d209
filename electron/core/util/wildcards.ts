/** Whether a text matches a pattern in which `*` is any run of characters and `?` is one. Takes at most their product. */
export function matchesWildcards(pattern: string, text: string): boolean {
  return matchesParts([...pattern], [...text], "*", (part, character) => part === "?" || part === character);
}

/** The same for a path: `*` and `?` are within a folder's name, and `**` is any number of folders. */
export function matchesPathWildcards(pattern: string, path: string): boolean {
  return matchesParts(pattern.split("/"), path.split("/"), "**", matchesWildcards);
}

/** Compares from the start. After a mismatch, the last `many` takes one more part; earlier ones need not change. */
function matchesParts(
  pattern: readonly string[],
  text: readonly string[],
  many: string,
  matchesOne: (part: string, given: string) => boolean,
): boolean {
  let [at, position, last, taken] = [0, 0, -1, 0];
  while (position < text.length) {
    const part = pattern[at];
    if (part === many) {
      last = at;
      taken = position;
      at += 1;
    } else if (part !== undefined && matchesOne(part, text[position] ?? "")) {
      at += 1;
      position += 1;
    } else if (last === -1) {
      return false;
    } else {
      taken += 1;
      at = last + 1;
      position = taken;
    }
  }
  return pattern.slice(at).every((part) => part === many);
}
