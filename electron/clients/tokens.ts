import { jwtVerify, SignJWT } from "jose";
import { FULL_GRANT, type Grant } from "../core/caller.ts";
import { RecollectError } from "../core/errors.ts";
import type { Clock } from "../core/ports.ts";
import type { TokenRow, TokenStore } from "../core/tokens.ts";

const ISSUER = "recollect";
/** How often at most `lastUsedAt` is written for one token. */
const MARK_USED_EVERY_MS = 60_000;
/** How many verified token texts are remembered, so that a known token costs a map look-up instead of a signature. */
const REMEMBERED_TOKENS = 256;
/** The owner token's subject; no client's token may carry it. */
export const OWNER_SUBJECT = "owner";

/** A token that was checked: whom it belongs to and what it allows now. */
export interface VerifiedToken {
  readonly id: string;
  readonly subject: string;
  readonly grant: Grant;
  /** True for the token of shim and window. */
  readonly owner: boolean;
}

export interface IssueInput {
  /** The client's id in the catalogue, or a name the owner gave. */
  readonly subject: string;
  readonly grant: Grant;
  /** Milliseconds since 1970; null: until revoked. */
  readonly expiresAt: number | null;
}

export interface Tokens {
  /** Makes a token. Its text is kept nowhere. @throws invalid_argument */
  issue(input: IssueInput): Promise<{ readonly token: string; readonly row: TokenRow }>;
  /** The text of a token that was issued, as it was then; only its row is kept. */
  textOf(row: TokenRow): Promise<string>;
  /** Makes the token of shim and window: the full grant, valid until this process ends. The one before it ends. */
  issueOwner(): Promise<string>;
  /** Checks signature, expiry and that the token was not revoked. @throws unauthenticated */
  verify(token: string): Promise<VerifiedToken>;
  /** Takes effect on the next request. Listeners are told, so that live sessions and streams end. */
  revoke(id: string): Promise<void>;
  list(): Promise<TokenRow[]>;
  /** Tells of each revocation; the returned function ends it. */
  onRevoked(listener: (id: string) => void): () => void;
}

interface Remembered {
  readonly id: string;
  readonly expiresAt: number | null;
}

/**
 * Bearer tokens: JWT signed with HS256 (RFC 7515, RFC 7519). The text proves which row it belongs to; the row says what
 * it allows, so a grant changes and ends without a new text.
 *
 * @param key at least 32 bytes (RFC 7518 §3.2)
 */
export function createTokens(dependencies: {
  readonly store: TokenStore;
  readonly key: Uint8Array;
  readonly clock: Clock;
  readonly newId: () => string;
}): Tokens {
  const { store, key, clock, newId } = dependencies;
  const rows = new Map<string, TokenRow>();
  const remembered = new Map<string, Remembered>();
  const lastMarked = new Map<string, number>();
  const revokedListeners = new Set<(id: string) => void>();
  let ownerId: string | null = null;

  /** The same row always gives the same text. */
  async function sign(row: Pick<TokenRow, "id" | "subject" | "grant" | "createdAt" | "expiresAt">): Promise<string> {
    const jwt = new SignJWT({ scope: row.grant.access })
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .setIssuer(ISSUER)
      .setSubject(row.subject)
      .setJti(row.id)
      .setIssuedAt(Math.floor(row.createdAt / 1000));
    if (row.expiresAt !== null) jwt.setExpirationTime(Math.ceil(row.expiresAt / 1000));
    return await jwt.sign(key);
  }

  async function readRow(id: string): Promise<TokenRow | null> {
    const known = rows.get(id);
    if (known !== undefined) return known;
    const row = await store.get(id);
    if (row !== null) rows.set(id, row);
    return row;
  }

  async function identify(token: string): Promise<Remembered> {
    const known = remembered.get(token);
    if (known !== undefined) return known;
    let fresh: Remembered;
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ["HS256"],
        issuer: ISSUER,
        requiredClaims: ["sub", "jti"],
        currentDate: new Date(clock.now()),
      });
      fresh = { id: payload.jti ?? "", expiresAt: payload.exp === undefined ? null : payload.exp * 1000 };
    } catch (error) {
      const expired = error instanceof Error && "code" in error && error.code === "ERR_JWT_EXPIRED";
      throw unauthenticated(expired ? "The token has expired." : "The token is not valid here.", error);
    }
    remembered.set(token, fresh);
    if (remembered.size > REMEMBERED_TOKENS) remembered.delete(remembered.keys().next().value ?? "");
    return fresh;
  }

  function markUsed(id: string): void {
    const now = clock.now();
    if (now - (lastMarked.get(id) ?? 0) < MARK_USED_EVERY_MS) return;
    lastMarked.set(id, now);
    store.markUsed(id, now);
  }

  return {
    async issue({ subject, grant, expiresAt }) {
      const name = subject.trim();
      if (name === "" || name.length > 100 || name === OWNER_SUBJECT) {
        throw new RecollectError("invalid_argument", `A token's name must be 1 to 100 characters and not "owner".`, {
          field: "subject",
          hint: "Name the client it is for, for example claude-code.",
        });
      }
      const row: TokenRow = {
        id: newId(),
        subject: name,
        grant,
        createdAt: clock.now(),
        expiresAt,
        revokedAt: null,
        lastUsedAt: null,
      };
      await store.insert(row);
      rows.set(row.id, row);
      return { token: await sign(row), row };
    },

    async issueOwner() {
      ownerId = newId();
      const createdAt = clock.now();
      return await sign({ id: ownerId, subject: OWNER_SUBJECT, grant: FULL_GRANT, createdAt, expiresAt: null });
    },

    textOf: (row) => sign(row),

    async verify(token) {
      const { id, expiresAt } = await identify(token);
      if (expiresAt !== null && expiresAt <= clock.now()) {
        remembered.delete(token);
        throw unauthenticated("The token has expired.");
      }
      if (id === ownerId) return { id, subject: OWNER_SUBJECT, grant: FULL_GRANT, owner: true };
      const row = await readRow(id);
      if (row === null) throw unauthenticated("The token is not known here.");
      if (row.revokedAt !== null) throw unauthenticated("The token was revoked.");
      markUsed(id);
      return { id, subject: row.subject, grant: row.grant, owner: false };
    },

    async revoke(id) {
      const revokedAt = clock.now();
      const row = await readRow(id);
      // The row in memory goes first: from here on no request passes, whatever the disk does.
      if (row !== null && row.revokedAt === null) rows.set(id, { ...row, revokedAt });
      for (const listener of [...revokedListeners]) listener(id);
      await store.revoke(id, revokedAt);
    },

    async list() {
      return await store.list();
    },

    onRevoked(listener) {
      revokedListeners.add(listener);
      return () => revokedListeners.delete(listener);
    },
  };
}

function unauthenticated(message: string, cause?: unknown): RecollectError {
  return new RecollectError("unauthenticated", message, {
    hint: "Copy this client's configuration anew from Recollect (Clients › Connect).",
    ...(cause === undefined ? {} : { cause }),
  });
}
