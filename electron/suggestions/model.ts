import {
  SUGGESTION_KINDS,
  type SuggestionAdjustment,
  type SuggestionDecision,
  type SuggestionLearning,
} from "../core/suggestions.ts";
import { WEIGHT_OF_FEATURE, WEIGHT_WITHOUT_FEATURES } from "./weights.ts";

const WEIGHTS = Object.entries(WEIGHT_OF_FEATURE);

/** Returns the logarithm of the odds that a sentence with these features is worth a memory. */
export function scoreOf(features: Readonly<Record<string, number>>): number {
  let score = WEIGHT_WITHOUT_FEATURES;
  for (const [name, weight] of WEIGHTS) score += weight * (features[name] ?? 0);
  return score;
}

export function probabilityOf(score: number): number {
  return 1 / (1 + Math.exp(-score));
}

export function logOddsOf(probability: number): number {
  return Math.log(probability / (1 - probability));
}

/** The share that an owner keeps of what the model suggests, as measured with labelled sessions (ADR 0050). */
const EXPECTED_SHARE = 0.65;
/** As many decisions as if the owner had kept the expected share of them: few decisions change little. */
const PRIOR_DECISIONS = 10;
/** The most that decisions change, in logarithms of odds. */
const MAX_FLOOR_CHANGE = 1.5;
const MAX_KIND_CHANGE = 1;

export function countDecisions(decisions: readonly SuggestionDecision[]): SuggestionLearning {
  const counts = (own: readonly SuggestionDecision[]) => {
    const kept = own.filter(({ isKept }) => isKept).length;
    return { kept, rejected: own.length - kept };
  };
  const kinds = SUGGESTION_KINDS.map((kind) => [kind, decisions.filter((one) => one.kind === kind)] as const);
  return {
    ...counts(decisions),
    kinds: Object.fromEntries(kinds.filter(([, own]) => own.length > 0).map(([kind, own]) => [kind, counts(own)])),
  };
}

/**
 * Returns how decisions change the scores: an owner who keeps less than expected gets a higher floor, and a kind that is
 * kept less often than the others a lower score.
 */
export function adjustmentOf(decisions: readonly SuggestionDecision[]): SuggestionAdjustment {
  const { kept, rejected, kinds } = countDecisions(decisions);
  const share = shareOf(kept, rejected, EXPECTED_SHARE);
  const kindChange = (kind: (typeof SUGGESTION_KINDS)[number]) => {
    const { kept: keptOfKind, rejected: rejectedOfKind } = kinds[kind] ?? { kept: 0, rejected: 0 };
    const change = logOddsOf(shareOf(keptOfKind, rejectedOfKind, share)) - logOddsOf(share);
    return limited(change, MAX_KIND_CHANGE);
  };
  return {
    floor: limited(logOddsOf(EXPECTED_SHARE) - logOddsOf(share), MAX_FLOOR_CHANGE),
    kinds: Object.fromEntries(
      SUGGESTION_KINDS.map((kind) => [kind, kindChange(kind)]),
    ) as SuggestionAdjustment["kinds"],
  };
}

function shareOf(kept: number, rejected: number, expected: number): number {
  return (kept + expected * PRIOR_DECISIONS) / (kept + rejected + PRIOR_DECISIONS);
}

function limited(change: number, maximum: number): number {
  return Math.max(-maximum, Math.min(maximum, change));
}
