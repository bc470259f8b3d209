import type { Match, MatchSignal } from "../core/search.ts";
import { cutExcerpt } from "./cut-excerpt.ts";
import type { Candidate } from "./fuse-scores.ts";
import type { GentleSignals } from "./gentle-signals.ts";
import { splitIntoPassages } from "./passages.ts";
import type { QueryMatcher } from "./query-matcher.ts";

/** Says why a memory was found: its words of the query, the stretch that shows them, and the signals in order of weight. */
export function explainMatch(
  content: string,
  matcher: QueryMatcher,
  candidate: Candidate,
  gentle: GentleSignals | null,
): Match {
  const ranges = matcher.rangesIn(content);
  // Where words show what matched, or the first passage did, there is no need to find the others.
  const nth = ranges.length === 0 ? (candidate.passage ?? 0) : 0;
  const passage = (nth > 0 ? splitIntoPassages(content)[nth] : undefined) ?? { start: 0, end: content.length };
  return {
    words: [...new Set(ranges.map(({ word }) => word))],
    ...cutExcerpt(content, ranges, passage),
    similarity: candidate.similarity === null ? null : Math.min(1, Math.max(0, candidate.similarity)),
    by: signalsOf(candidate, gentle),
  };
}

function signalsOf(candidate: Candidate, gentle: GentleSignals | null): MatchSignal[] {
  const base = candidate.text + candidate.vector + candidate.context;
  const parts: [MatchSignal, number][] = [
    ["text", candidate.text],
    ["vector", candidate.vector],
    ["context", candidate.context],
    ["recency", (gentle?.recency ?? 0) * base],
    ["use", (gentle?.use ?? 0) * base],
    ["pinned", (gentle?.pinned ?? 0) * base],
  ];
  return parts
    .filter(([, part]) => part >= LEAST_PART * base)
    .filter(([, part]) => part > 0)
    .sort(([, one], [, other]) => other - one)
    .map(([signal]) => signal);
}

/** A signal that adds less than this share of the score is not worth naming. */
const LEAST_PART = 0.01;
