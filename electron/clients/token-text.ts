import { decodeJwt, jwtVerify, SignJWT } from "jose";
import { RecollectError } from "../core/errors.ts";
import type { TokenRow } from "../core/tokens.ts";
import { OWNER_SUBJECT } from "./token-checks.ts";

const ISSUER = "recollect";
/** How many verified token texts are remembered, so that a known token costs a map look-up instead of a signature. */
const REMEMBERED_TOKENS = 256;

/** What helps whoever's token is not known here. */
export const COPY_ANEW = "Copy this client's configuration anew from Recollect (Clients › Connect).";

/** What a token's text is made of. */
export type TokenClaims = Pick<TokenRow, "id" | "subject" | "createdAt" | "issued">;

/**
 * Turns tokens into text and back: JWT signed with HS256 (RFC 7515, RFC 7519). Until when a token serves is not in its
 * text: the owner moves that day without a new text.
 */
export interface TokenText {
  /** The same claims always give the same text. */
  sign(claims: TokenClaims): Promise<string>;
  /** The id in a text, after a look at its signature. @throws unauthenticated */
  identify(token: string): Promise<string>;
}

/** The signing key, at least 32 bytes (RFC 7518 §3.2). @throws RecollectError where it cannot be had now */
export type ReadKey = () => Promise<Uint8Array>;

/** Each of its acts throws what `key` throws. */
export function createTokenText(key: ReadKey): TokenText {
  const remembered = new Map<string, string>();

  return {
    async sign({ id, subject, createdAt, issued }) {
      return await new SignJWT({ scope: issued.access })
        .setProtectedHeader({ alg: "HS256", typ: "JWT" })
        .setIssuer(ISSUER)
        .setSubject(subject)
        .setJti(id)
        .setIssuedAt(Math.floor(createdAt / 1000))
        .sign(await key());
    },

    async identify(token) {
      const known = remembered.get(token);
      if (known !== undefined) return known;
      // An earlier start's, made with a key that is gone: whoever still has it must look anew, also while there is no key.
      if (subjectOf(token) === OWNER_SUBJECT) throw invalid();
      const secret = await key();
      try {
        const { payload } = await jwtVerify(token, secret, {
          algorithms: ["HS256"],
          issuer: ISSUER,
          requiredClaims: ["sub", "jti"],
        });
        const id = payload.jti ?? "";
        remembered.set(token, id);
        if (remembered.size > REMEMBERED_TOKENS) remembered.delete(remembered.keys().next().value ?? "");
        return id;
      } catch (error) {
        throw invalid(error);
      }
    },
  };
}

function invalid(cause?: unknown): RecollectError {
  return new RecollectError("unauthenticated", "The token is not valid here.", { hint: COPY_ANEW, cause });
}

/** Whom a text claims to be made for; undefined where it is no token. Nothing is proved by it. */
function subjectOf(token: string): string | undefined {
  try {
    return decodeJwt(token).sub;
  } catch {
    return undefined;
  }
}
