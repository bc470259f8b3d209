import { randomBytes, timingSafeEqual } from "node:crypto";
import { FULL_GRANT, type Grant } from "../core/caller.ts";
import { RecollectError } from "../core/errors.ts";
import type { Clock } from "../core/ports.ts";
import type { TokenChanges, TokenRow, TokenStore } from "../core/tokens.ts";
import { checkExpiry, checkSubject, ended, noToken, OWNER_SUBJECT } from "./token-checks.ts";
import { COPY_ANEW, createTokenText, type ReadKey } from "./token-text.ts";
import { createExpiryWatch } from "./watch-expiry.ts";

/** How often at most `lastUsedAt` is written for one token. */
const MARK_USED_EVERY_MS = 60_000;
/** Bytes of an HS256 key (RFC 7518, section 3.2). */
const OWNER_KEY_BYTES = 32;

/** A token that was checked: whom it belongs to and what it allows now. */
export interface VerifiedToken {
  readonly id: string;
  readonly subject: string;
  readonly grant: Grant;
  /** True for the token of shim and window. */
  readonly owner: boolean;
  /** True while the owner has the client turned away. */
  readonly paused: boolean;
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
  /** The newest token of a subject, also where it was revoked; the first is made here, with the full grant. */
  standing(subject: string): Promise<TokenRow>;
  /** Makes the token of shim and window: the full grant, valid until this process ends. The one before it ends. */
  issueOwner(): Promise<string>;
  /**
   * Checks signature, expiry and that the token was not revoked.
   * @param client whom the owner's token speaks for: the rights are then that client's, not the owner's
   * @throws unauthenticated; permission_denied where another's token names a client
   */
  verify(token: string, client?: string | null): Promise<VerifiedToken>;
  /**
   * Changes what a subject's tokens allow, from the next request on. One that expired serves again when its day is moved.
   * @throws not_found; conflict where it was revoked; invalid_argument for a day that has passed
   */
  update(subject: string, changes: Partial<TokenChanges>): Promise<TokenRow>;
  /**
   * Makes a subject's next token, with the grant of the one before, which ends when the new one is first used. It lasts as
   * long as the one before was to. Where that one was revoked, the subject is let in again.
   * @throws not_found
   */
  rotate(subject: string): Promise<TokenRow>;
  /** Takes effect on the next request. Listeners are told, so that live sessions and streams end. */
  revoke(id: string): Promise<void>;
  /** Ends the watch for tokens that expire. */
  close(): void;
  /** Revokes every token of a subject; it is refused until `rotate`. */
  revokeSubject(subject: string): Promise<void>;
  /** Removes what is kept of a subject that was revoked. @throws not_found; conflict where a token of it still serves */
  forget(subject: string): Promise<void>;
  /** The newest first. */
  list(): Promise<TokenRow[]>;
  /** Tells of each token that is revoked or expires; the returned function ends it. */
  onEnded(listener: (id: string) => void): () => void;
  /** Tells of each change of a token's grant or pause; the returned function ends it. */
  onChanged(listener: (row: TokenRow) => void): () => void;
}

/**
 * Bearer tokens. The text proves which row a token belongs to; the row says what it allows, so a grant changes and ends
 * without a new text. The rows are few and read once; the store follows what is decided here.
 * The owner's token needs no key that outlives this process, so shim and window are served whatever became of the key.
 */
export function createTokens(dependencies: {
  readonly store: TokenStore;
  readonly key: ReadKey;
  readonly clock: Clock;
  readonly newId: () => string;
}): Tokens {
  const { store, clock, newId } = dependencies;
  const text = createTokenText(dependencies.key);
  const lastMarked = new Map<string, number>();
  const endedListeners = new Set<(id: string) => void>();
  const changedListeners = new Set<(row: TokenRow) => void>();
  let owner: { readonly id: string; readonly text: Buffer } | null = null;
  /** In order of creation. */
  let reading: Promise<Map<string, TokenRow>> | null = null;
  const expiry = createExpiryWatch(clock, tellEnded);

  async function allRows(): Promise<Map<string, TokenRow>> {
    reading ??= store.list().then((rows) => {
      expiry.watch(rows);
      return new Map(rows.reverse().map((row) => [row.id, row]));
    });
    return await reading;
  }

  function tellEnded(id: string): void {
    for (const listener of [...endedListeners]) listener(id);
  }

  /** A subject's tokens, the newest last. */
  function rowsOf(rows: Map<string, TokenRow>, subject: string): TokenRow[] {
    return [...rows.values()].filter((row) => row.subject === subject);
  }

  async function insert(
    rows: Map<string, TokenRow>,
    given: Pick<TokenRow, "subject" | "grant" | "expiresAt" | "pausedAt" | "replaces">,
    createdAt = clock.now(),
  ): Promise<TokenRow> {
    const row: TokenRow = {
      ...given,
      id: newId(),
      createdAt,
      revokedAt: null,
      lastUsedAt: null,
      issued: { access: given.grant.access },
    };
    // At once, so that of two who ask for a subject's first token the second finds it.
    rows.set(row.id, row);
    expiry.watch([row]);
    await store.insert(row);
    return row;
  }

  function markUsed(rows: Map<string, TokenRow>, row: TokenRow): void {
    const now = clock.now();
    if (now - (lastMarked.get(row.id) ?? 0) < MARK_USED_EVERY_MS) return;
    lastMarked.set(row.id, now);
    rows.set(row.id, { ...row, lastUsedAt: now });
    store.markUsed(row.id, now);
  }

  async function revoke(id: string): Promise<void> {
    const revokedAt = clock.now();
    const rows = await allRows();
    const row = rows.get(id);
    // The row in memory goes first: from here on no request passes, whatever the disk does.
    if (row !== undefined && row.revokedAt === null) rows.set(id, { ...row, revokedAt });
    tellEnded(id);
    await store.revoke(id, revokedAt);
  }

  async function standing(subject: string): Promise<TokenRow> {
    const name = checkSubject(subject);
    const rows = await allRows();
    return (
      rowsOf(rows, name).at(-1) ??
      (await insert(rows, { subject: name, grant: FULL_GRANT, expiresAt: null, pausedAt: null, replaces: null }))
    );
  }

  function verified(rows: Map<string, TokenRow>, row: TokenRow): VerifiedToken {
    if (row.revokedAt !== null) {
      throw ended(row, "revoked", "Its owner can allow it again in Recollect › Clients, with a new token.");
    }
    if (row.expiresAt !== null && row.expiresAt <= clock.now()) {
      throw ended(row, "expired", "Its owner can renew it in Recollect › Clients; it stays the same token.");
    }
    markUsed(rows, row);
    return { id: row.id, subject: row.subject, grant: row.grant, owner: false, paused: row.pausedAt !== null };
  }

  return {
    async issue({ subject, grant, expiresAt }) {
      const name = checkSubject(subject);
      checkExpiry(expiresAt, clock);
      const row = await insert(await allRows(), { subject: name, grant, expiresAt, pausedAt: null, replaces: null });
      return { token: await text.sign(row), row };
    },

    async issueOwner() {
      const id = newId();
      const key = randomBytes(OWNER_KEY_BYTES);
      const issued = { access: FULL_GRANT.access };
      const claims = { id, subject: OWNER_SUBJECT, createdAt: clock.now(), issued };
      const token = await createTokenText(async () => key).sign(claims);
      owner = { id, text: Buffer.from(token) };
      return token;
    },

    textOf: (row) => text.sign(row),
    standing,

    async verify(token, client = null) {
      if (owner !== null && isSame(owner.text, token)) {
        if (client !== null) return verified(await allRows(), await standing(client));
        return { id: owner.id, subject: OWNER_SUBJECT, grant: FULL_GRANT, owner: true, paused: false };
      }
      const id = await text.identify(token);
      const rows = await allRows();
      const row = rows.get(id);
      if (row === undefined) {
        throw new RecollectError("unauthenticated", "The token is not known here.", {
          hint: COPY_ANEW,
          details: { reason: "unknown" },
        });
      }
      if (client !== null && client !== row.subject) {
        throw new RecollectError("permission_denied", `This token is not ${client.slice(0, 100)}'s.`, {
          hint: "Leave out the header Recollect-Client: the token says whose it is.",
        });
      }
      const answer = verified(rows, row);
      // All before it, for a token may have been rotated again before the one between was used.
      for (let before = earlier(rows, row); before !== undefined; before = earlier(rows, before)) {
        if (before.revokedAt === null) await revoke(before.id);
      }
      return answer;
    },

    async update(subject, changes) {
      const rows = await allRows();
      const newest = rowsOf(rows, subject).at(-1);
      if (newest === undefined) throw noToken(subject);
      if (newest.revokedAt !== null) {
        throw new RecollectError("conflict", `${subject} was revoked.`, { hint: "Allow it again first." });
      }
      checkExpiry(changes.expiresAt ?? null, clock);
      const live = rowsOf(rows, subject).filter((row) => row.revokedAt === null);
      await Promise.all(
        live.map((row) => {
          const changed = { ...row, ...changes };
          rows.set(row.id, changed);
          expiry.watch([changed]);
          for (const listener of [...changedListeners]) listener(changed);
          return store.update(row.id, changed);
        }),
      );
      return rows.get(newest.id) ?? newest;
    },

    async rotate(subject) {
      const rows = await allRows();
      const newest = rowsOf(rows, subject).at(-1);
      if (newest === undefined) throw noToken(subject);
      const { grant, pausedAt, expiresAt } = newest;
      // Later than the one before, also within one millisecond: the newest counts.
      const createdAt = Math.max(clock.now(), newest.createdAt + 1);
      const next = {
        subject,
        grant,
        expiresAt: expiresAt === null ? null : createdAt + expiresAt - newest.createdAt,
        pausedAt,
        replaces: newest.id,
      };
      return await insert(rows, next, createdAt);
    },

    revoke,
    async revokeSubject(subject) {
      const live = rowsOf(await allRows(), subject).filter((row) => row.revokedAt === null);
      await Promise.all(live.map(({ id }) => revoke(id)));
    },

    async forget(subject) {
      const rows = await allRows();
      const own = rowsOf(rows, subject);
      if (own.length === 0) throw noToken(subject);
      if (own.some(({ revokedAt }) => revokedAt === null)) {
        throw new RecollectError("conflict", `${subject.slice(0, 100)} is still let in.`, { hint: "Revoke it first." });
      }
      for (const { id } of own) rows.delete(id);
      await store.delete(own.map(({ id }) => id));
    },

    async list() {
      return [...(await allRows()).values()].reverse();
    },

    onEnded(listener) {
      endedListeners.add(listener);
      return () => endedListeners.delete(listener);
    },
    onChanged(listener) {
      changedListeners.add(listener);
      return () => changedListeners.delete(listener);
    },
    close: () => expiry.close(),
  };
}

/** Takes as long whether the first or the last character differs. */
function isSame(text: Buffer, token: string): boolean {
  const given = Buffer.from(token);
  return given.byteLength === text.byteLength && timingSafeEqual(given, text);
}

function earlier(rows: ReadonlyMap<string, TokenRow>, { replaces }: TokenRow): TokenRow | undefined {
  return replaces === null ? undefined : rows.get(replaces);
}
