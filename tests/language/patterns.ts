/** A pattern that docs/STYLE.md replaces, and what to write instead. */
export interface StylePattern {
  readonly pattern: RegExp;
  readonly instead: string;
}

/** Words and phrases that never occur in plain technical English. */
export const PHRASES: readonly StylePattern[] = [
  { pattern: /\banew\b/i, instead: "again" },
  { pattern: /\bmeanwhile\b/i, instead: "in the meantime, or nothing" },
  { pattern: /\bturn(s|ed)? away\b/i, instead: "refuse, block" },
  { pattern: /\b(is|are|was|were) told\b/i, instead: "is notified" },
  { pattern: /\balike\b/i, instead: "similar" },
  { pattern: /\b(goes|go|went) on\b/i, instead: "continue" },
  { pattern: /\bstands? (in|at|for|above|there|still)\b/i, instead: "is in, is above" },
  { pattern: /\bso long as\b/i, instead: "while" },
  { pattern: /\blet (in|be|go)\b/i, instead: "allow; dismiss; release" },
  { pattern: /\b(whoever|whom)\b/i, instead: "the client, the caller" },
  { pattern: /\bmuch like it\b/i, instead: "similar" },
  { pattern: /\bway in\b/i, instead: "transport, entry point" },
  { pattern: /\bof (its|their|our|one's) own accord\b/i, instead: "by itself" },
  { pattern: /\btells? (of|whether|how|what|which|why)\b/i, instead: "report, return, show" },
];

/** Sentence patterns of other languages. Code comments and the names of tests are checked for them too. */
export const SENTENCES: readonly StylePattern[] = [
  { pattern: /;\s*(null|empty|undefined|missing|none|absent)\s*:/, instead: "null if …" },
  {
    pattern:
      /\bwhat\s+(\w+\s+){0,3}?(is|are|was|were|has|have|had|remains?|differs?|changed|declares?|wrote|reads?|waits?|comes?)\b/i,
    instead: "a noun: the rest, the declared capabilities",
  },
  { pattern: /\b(that|those) of\b/, instead: "a possessive, or the noun once more" },
  { pattern: /\bone that\b/, instead: "the noun" },
  { pattern: /\b(is|are|was|were) no\b/, instead: "is not a" },
  { pattern: /\bat once\b/, instead: "immediately" },
  { pattern: /\bbesides?\b/, instead: "next to; apart from" },
  { pattern: /\b(read|made|built|embedded|written|sent|loaded) again\b/, instead: "re-read, rebuilt" },
  { pattern: /\b(begins?|began|begun|beginning)\b/, instead: "start" },
  { pattern: /, also (if|of|while|in|when)\b/, instead: "even if; including" },
  { pattern: /\bwhere (there|it|they|a|an|no|one|the \w+ (is|are|has|have))\b/i, instead: "if, when" },
];

/** Returns the patterns that occur in a text, each with what to write instead. */
export function findPatterns(text: string, patterns: readonly StylePattern[]): string[] {
  return patterns.flatMap(({ pattern, instead }) => {
    const match = pattern.exec(text);
    return match === null ? [] : [`"${match[0]}" (write: ${instead})`];
  });
}
