import type { Found } from "./reader.ts";

/**
 * An answer that waits until a later record shows whether a tool call of the same response follows it: then it was not
 * the answer that ends the turn. `found` is null after it was returned.
 */
export type HeldAnswer = { id: string; found: Found | null };

/** The part of a state that has the answer. */
export type WithHeldAnswer = { held: HeldAnswer | null };

/** Whether an answer waits that was not returned. */
export function hasHeldAnswer({ held }: WithHeldAnswer): boolean {
  return held !== null && held.found !== null;
}

/** Returns the answer that waited, and none. */
export function releaseAnswer(state: WithHeldAnswer): readonly Found[] {
  const found = state.held?.found ?? null;
  state.held = null;
  return found === null ? [] : [found];
}

/** Returns the answer that waited, and keeps the next one. */
export function holdAnswer(state: WithHeldAnswer, id: string, found: Found): readonly Found[] {
  const released = releaseAnswer(state);
  state.held = { id, found };
  return released;
}

/**
 * Returns the answer at the end of a file: its turn has usually finished. If a tool call follows
 * later, an intermediate text was kept.
 */
export function returnAtEnd({ held }: WithHeldAnswer): readonly Found[] {
  if (held === null || held.found === null) return [];
  const { found } = held;
  held.found = null;
  return [found];
}
