import type { Period } from "./calendar.ts";

/** A pattern, and the period that a match of it names: null if it names no time. Groups are in lower case. */
export type Rule = readonly [
  pattern: string,
  read: (match: readonly string[], now: Date) => Period | readonly Period[] | null,
];

/** The rules of a language. */
export interface RuleSet {
  /**
   * Matches every text in which one of the rules finds a time. The rules of a language are compiled when a text first
   * matches, which takes up to 70 ms; most queries name no time.
   */
  readonly words: RegExp;
  readonly rules: readonly Rule[];
}
