import { findPatterns, PHRASES, SENTENCES } from "./tests/language/patterns.ts";

/** First words that are not an imperative: `adds`, `added`, `adding`, `the`, `what`. */
const REFUSED = /^(an?|the|no|nothing|one|what|how|why|when|where|if|\w+ing|\w+ed|\w+[^\Wsiu]s)$/i;
const IMPERATIVES = /^(bring|embed|exceed|feed|need|proceed|ring|seed|shed|speed|string|bias)$/i;

/** Returns the problems of a subject, without its type and scope. */
export function findSubjectProblems(subject: string): string[] {
  const first = /^\w+/.exec(subject)?.[0] ?? "";
  const isRefused = REFUSED.test(first) && !IMPERATIVES.test(first);
  const imperative = isRefused ? [`"${first}" is not an imperative; start with a verb: add, keep, return`] : [];
  return [...imperative, ...findPatterns(subject, [...SENTENCES, ...PHRASES])];
}

/** The check of a new commit's message, by the hook in lefthook.yml. */
export default {
  extends: ["@commitlint/config-conventional"],
  plugins: [
    {
      rules: {
        "subject-english": ({ subject }: { subject: string | null }) => {
          const problems = findSubjectProblems(subject ?? "");
          return [problems.length === 0, `docs/STYLE.md: ${problems.join("; ")}`] as const;
        },
      },
    },
  ],
  rules: {
    "header-max-length": [2, "always", 72],
    "body-max-line-length": [2, "always", 120],
    "subject-english": [2, "always"],
  },
};
