import type { Found } from "./reader.ts";

/**
 * An answer that waits until a later record shows whether a tool call of the same response follows it: then it was not
 * the answer that ends the turn. It is part of a position.
 */
export type HeldAnswer = { found: Found; id: string; isReturned: boolean };

/** The part of a state that has the answer. */
export type WithHeldAnswer = { held: HeldAnswer | null };

/** Returns the answer that waited, and none. */
export function releaseAnswer(state: WithHeldAnswer): readonly Found[] {
  const { held } = state;
  state.held = null;
  return held === null || held.isReturned ? [] : [held.found];
}

/** Returns the answer that waited, and keeps the next one. */
export function holdAnswer(state: WithHeldAnswer, id: string, found: Found): readonly Found[] {
  const released = releaseAnswer(state);
  state.held = { found, id, isReturned: false };
  return released;
}

/**
 * Returns the answer at the end of what was written so far: usually its turn has ended. If a tool call follows
 * later, an intermediate text was kept.
 */
export function returnAtEnd({ held }: WithHeldAnswer): readonly Found[] {
  if (held === null || held.isReturned) return [];
  held.isReturned = true;
  return [held.found];
}
