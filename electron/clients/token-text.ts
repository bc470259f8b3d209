import { jwtVerify, SignJWT } from "jose";
import { RecollectError } from "../core/errors.ts";
import type { Clock } from "../core/ports.ts";
import type { TokenRow } from "../core/tokens.ts";

const ISSUER = "recollect";
/** How many verified token texts are remembered, so that a known token costs a map look-up instead of a signature. */
const REMEMBERED_TOKENS = 256;

/** What a token's text is made of. */
export type TokenClaims = Pick<TokenRow, "id" | "subject" | "createdAt" | "issued">;

/** Turns tokens into text and back: JWT signed with HS256 (RFC 7515, RFC 7519). */
export interface TokenText {
  /** The same claims always give the same text. */
  sign(claims: TokenClaims): Promise<string>;
  /** The id in a text, after a look at signature and expiry. @throws unauthenticated */
  identify(token: string): Promise<string>;
}

/** The signing key, at least 32 bytes (RFC 7518 §3.2). @throws RecollectError where it cannot be had now */
export type ReadKey = () => Promise<Uint8Array>;

/** Each of its acts throws what `key` throws. */
export function createTokenText(key: ReadKey, clock: Clock): TokenText {
  const remembered = new Map<string, { readonly id: string; readonly expiresAt: number | null }>();

  async function read(token: string): Promise<{ readonly id: string; readonly expiresAt: number | null }> {
    const known = remembered.get(token);
    if (known !== undefined) return known;
    const secret = await key();
    try {
      const { payload } = await jwtVerify(token, secret, {
        algorithms: ["HS256"],
        issuer: ISSUER,
        requiredClaims: ["sub", "jti"],
        currentDate: new Date(clock.now()),
      });
      const fresh = { id: payload.jti ?? "", expiresAt: payload.exp === undefined ? null : payload.exp * 1000 };
      remembered.set(token, fresh);
      if (remembered.size > REMEMBERED_TOKENS) remembered.delete(remembered.keys().next().value ?? "");
      return fresh;
    } catch (error) {
      const expired = error instanceof Error && "code" in error && error.code === "ERR_JWT_EXPIRED";
      throw unauthenticated(expired ? "The token has expired." : "The token is not valid here.", error);
    }
  }

  return {
    async sign({ id, subject, createdAt, issued }) {
      const jwt = new SignJWT({ scope: issued.access })
        .setProtectedHeader({ alg: "HS256", typ: "JWT" })
        .setIssuer(ISSUER)
        .setSubject(subject)
        .setJti(id)
        .setIssuedAt(Math.floor(createdAt / 1000));
      if (issued.expiresAt !== null) jwt.setExpirationTime(Math.ceil(issued.expiresAt / 1000));
      return await jwt.sign(await key());
    },

    async identify(token) {
      const { id, expiresAt } = await read(token);
      if (expiresAt === null || expiresAt > clock.now()) return id;
      remembered.delete(token);
      throw unauthenticated("The token has expired.");
    },
  };
}

/** A refusal that says what to do. */
export function unauthenticated(message: string, cause?: unknown): RecollectError {
  return new RecollectError("unauthenticated", message, {
    hint: "Copy this client's configuration anew from Recollect (Clients › Connect).",
    ...(cause === undefined ? {} : { cause }),
  });
}
