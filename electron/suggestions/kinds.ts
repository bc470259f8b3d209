import { SUGGESTION_KINDS, type SuggestionKind } from "../core/suggestions.ts";
import type { Candidate } from "./features.ts";

/** The namespace in which a suggestion of a kind is kept. */
export const NAMESPACE_OF_KIND = {
  decision: "decisions",
  fact: "context",
  learning: "learnings",
  rule: "patterns",
  progress: "progress",
  correction: "learnings",
} as const satisfies Record<SuggestionKind, string>;

/** Returns the kind of a passage by the cues of its best sentence and its speaker. */
export function kindOf({ cues, features }: Pick<Candidate, "cues" | "features">): SuggestionKind {
  const isUser = features.user === 1;
  const score = (kind: SuggestionKind): number => {
    switch (kind) {
      case "rule":
        return (isUser ? 1.5 : 0.5) * cues.rule + 3 * cues.explicit + 0.3 * cues.notice;
      case "decision":
        return (isUser ? 1 : 0.9) * cues.decision + (isUser ? 0.8 * cues.wish : 0.4 * cues.change);
      case "learning":
        return (isUser ? 0.4 : 1.3) * cues.cause + (isUser ? 0 : 0.5 * cues.contrast + 0.4 * cues.error);
      case "correction":
        return isUser ? 1.6 * cues.correction : 0;
      case "progress":
        return (isUser ? 0.5 : 0.9) * cues.state + 0.7 * (features["heading.state"] ?? 0);
      case "fact":
        return 0.7 + 0.6 * cues.setting + 0.3 * (features.url ?? 0) + 0.2 * (features.path ?? 0);
    }
  };
  return SUGGESTION_KINDS.reduce((best, kind) => (score(kind) > score(best) ? kind : best));
}
