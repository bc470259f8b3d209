import type { Period } from "./calendar.ts";

/** A pattern, and the period that a match of it names: null if it names no time. Groups are in lower case. */
export type Rule = readonly [
  pattern: RegExp,
  read: (match: readonly string[], now: Date) => Period | readonly Period[] | null,
];
