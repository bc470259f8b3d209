/** Most words remembered; then it begins anew. */
const CAPACITY = 1_000;

/**
 * The words that were too common to be embedded when they were last asked for. A query without any of them can be embedded
 * as it is, before its words are looked up.
 */
export function createCommonWords() {
  const common = new Set<string>();
  return {
    hasAny: (tokens: readonly string[]): boolean => tokens.some((token) => common.has(token)),
    /** Notes what a look-up told. */
    note(tokens: readonly string[], isCommon: (token: string) => boolean): void {
      if (common.size + tokens.length > CAPACITY) common.clear();
      for (const token of tokens) {
        if (isCommon(token)) common.add(token);
        else common.delete(token);
      }
    },
  };
}
