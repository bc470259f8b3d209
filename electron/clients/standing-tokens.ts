import type { Tokens } from "./tokens.ts";

/** The token that a client's configuration holds, the same text each time it is shown. */
export type StandingToken = (subject: string) => Promise<string>;

/**
 * One token for each client of the catalogue: made when it is first shown, full grant. One that was revoked is still
 * shown and stays refused: looking at a configuration lets nobody in again.
 */
export function createStandingTokens(tokens: Tokens): StandingToken {
  return async (subject) => tokens.textOf(await tokens.standing(subject));
}
