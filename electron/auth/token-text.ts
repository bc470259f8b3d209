import { decodeJwt, jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { OWNER_SUBJECT } from "../core/caller.ts";
import type { TokenRow } from "../core/tokens.ts";
import { RecollectError } from "../text/errors.ts";

const ISSUER = "recollect";
/** Verified texts are cached, because a lookup is cheaper than a signature. There are a few tokens per client. */
const MAX_CACHED_TOKENS = 256;

/** The part of a row that the text of its token contains. */
export type TokenClaims = Pick<TokenRow, "id" | "subject" | "createdAt" | "issued">;

/** Returns the signing key, at least 32 bytes (RFC 7518, section 3.2). @throws RecollectError if it is unavailable */
export type ReadKey = () => Promise<Uint8Array>;

/**
 * Signs tokens and verifies their texts: JWT with HS256 (RFC 7515, RFC 7519). The expiry is not part of the text, so
 * the owner can change it without a new text. Every method also throws what `readKey` throws.
 */
export class TokenText {
  readonly #readKey: ReadKey;
  readonly #ids = new LRUCache<string, string>({ max: MAX_CACHED_TOKENS });

  constructor(readKey: ReadKey) {
    this.#readKey = readKey;
  }

  /** Returns the text of a token. The same claims always give the same text. */
  async sign({ id, subject, createdAt, issued }: TokenClaims): Promise<string> {
    return await new SignJWT({ scope: issued.access })
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .setIssuer(ISSUER)
      .setSubject(subject)
      .setJti(id)
      .setIssuedAt(Math.floor(createdAt / 1000))
      .sign(await this.#readKey());
  }

  /** Verifies the signature and returns the token's id. @throws unauthenticated */
  async verify(token: string): Promise<string> {
    const cached = this.#ids.get(token);
    if (cached !== undefined) return cached;
    // An owner's token of an earlier process. Its key is gone, so it is refused even if the clients' key is
    // unavailable.
    if (unverifiedSubjectOf(token) === OWNER_SUBJECT) throw invalidToken();
    const key = await this.#readKey();
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ["HS256"],
        issuer: ISSUER,
        requiredClaims: ["sub", "jti"],
      });
      const id = payload.jti ?? "";
      this.#ids.set(token, id);
      return id;
    } catch (error) {
      throw invalidToken(error);
    }
  }
}

function invalidToken(cause?: unknown): RecollectError {
  return new RecollectError("token_invalid", {}, { cause });
}

/** The subject that a text claims, without verification; undefined if it is not a JWT. */
function unverifiedSubjectOf(token: string): string | undefined {
  try {
    return decodeJwt(token).sub;
  } catch {
    return undefined;
  }
}
