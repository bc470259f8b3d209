import { FULL_GRANT } from "../core/caller.ts";
import type { Tokens } from "./tokens.ts";

/** The token that a client's configuration holds, the same text each time it is shown. */
export type StandingToken = (subject: string) => Promise<string>;

/**
 * One token for each client of the catalogue: made when it is first shown, full grant, until it is revoked; then the
 * next time another is made.
 */
export function createStandingTokens(tokens: Tokens): StandingToken {
  const shown = new Map<string, { readonly id: string; readonly token: string }>();
  let last: Promise<unknown> = Promise.resolve();
  tokens.onRevoked((id) => {
    for (const [subject, standing] of shown) if (standing.id === id) shown.delete(subject);
  });

  const find = async (subject: string): Promise<string> => {
    const known = shown.get(subject);
    if (known !== undefined) return known.token;
    const rows = await tokens.list();
    const standing = rows.find((row) => row.subject === subject && row.revokedAt === null && row.expiresAt === null);
    const { token, row } =
      standing === undefined
        ? await tokens.issue({ subject, grant: FULL_GRANT, expiresAt: null })
        : { token: await tokens.textOf(standing), row: standing };
    shown.set(subject, { id: row.id, token });
    return token;
  };

  // One after another: two windows that ask at once are shown the same token.
  return (subject) => {
    const next = last.then(() => find(subject));
    last = next.catch(() => undefined);
    return next;
  };
}
