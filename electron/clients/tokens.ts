import { randomBytes, timingSafeEqual } from "node:crypto";
import { FULL_GRANT, type Grant } from "../core/caller.ts";
import { RecollectError } from "../core/errors.ts";
import type { Clock } from "../core/ports.ts";
import type { TokenChanges, TokenRow, TokenStore } from "../core/tokens.ts";
import { createTokenText, type ReadKey, unauthenticated } from "./token-text.ts";

/** How often at most `lastUsedAt` is written for one token. */
const MARK_USED_EVERY_MS = 60_000;
/** Bytes of an HS256 key (RFC 7518, section 3.2). */
const OWNER_KEY_BYTES = 32;
/** The owner token's subject; no client's token may carry it. */
export const OWNER_SUBJECT = "owner";

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
  /** Changes what a subject's tokens allow, from the next request on. @throws not_found, conflict, invalid_argument */
  update(subject: string, changes: Partial<TokenChanges>): Promise<TokenRow>;
  /**
   * Makes a subject's next token, with the grant of the one before, which ends when the new one is first used. Where the
   * one before was revoked, the subject is let in again.
   * @throws not_found
   */
  rotate(subject: string): Promise<TokenRow>;
  /** Takes effect on the next request. Listeners are told, so that live sessions and streams end. */
  revoke(id: string): Promise<void>;
  /** Revokes every token of a subject; it is refused until `rotate`. */
  revokeSubject(subject: string): Promise<void>;
  /** The newest first. */
  list(): Promise<TokenRow[]>;
  /** Tells of each revocation; the returned function ends it. */
  onRevoked(listener: (id: string) => void): () => void;
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
  const text = createTokenText(dependencies.key, clock);
  const lastMarked = new Map<string, number>();
  const revokedListeners = new Set<(id: string) => void>();
  const changedListeners = new Set<(row: TokenRow) => void>();
  let owner: { readonly id: string; readonly text: Buffer } | null = null;
  /** In order of creation. */
  let reading: Promise<Map<string, TokenRow>> | null = null;

  async function allRows(): Promise<Map<string, TokenRow>> {
    reading ??= store.list().then((rows) => new Map(rows.reverse().map((row) => [row.id, row])));
    return await reading;
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
      issued: { access: given.grant.access, expiresAt: given.expiresAt },
    };
    // At once, so that of two who ask for a subject's first token the second finds it.
    rows.set(row.id, row);
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
    for (const listener of [...revokedListeners]) listener(id);
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
    if (row.revokedAt !== null) throw unauthenticated("The token was revoked.");
    if (row.expiresAt !== null && row.expiresAt <= clock.now()) throw unauthenticated("The token has expired.");
    markUsed(rows, row);
    return { id: row.id, subject: row.subject, grant: row.grant, owner: false, paused: row.pausedAt !== null };
  }

  return {
    async issue({ subject, grant, expiresAt }) {
      const given = { subject: checkSubject(subject), grant, expiresAt, pausedAt: null, replaces: null };
      const row = await insert(await allRows(), given);
      return { token: await text.sign(row), row };
    },

    async issueOwner() {
      const id = newId();
      const key = randomBytes(OWNER_KEY_BYTES);
      const issued = { access: FULL_GRANT.access, expiresAt: null };
      const claims = { id, subject: OWNER_SUBJECT, createdAt: clock.now(), issued };
      const token = await createTokenText(async () => key, clock).sign(claims);
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
      if (row === undefined) throw unauthenticated("The token is not known here.");
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
      const { expiresAt } = changes;
      const latest = newest.issued.expiresAt;
      if (expiresAt !== undefined && latest !== null && (expiresAt === null || expiresAt > latest)) {
        throw new RecollectError("invalid_argument", "A token does not outlive the day it was issued for.", {
          field: "expiresAt",
          hint: "Rotate the token: the next one may last longer.",
        });
      }
      const live = rowsOf(rows, subject).filter((row) => row.revokedAt === null);
      await Promise.all(
        live.map((row) => {
          const changed = { ...row, ...changes };
          rows.set(row.id, changed);
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
      const { grant, pausedAt } = newest;
      // Later than the one before, also within one millisecond: the newest counts.
      const createdAt = Math.max(clock.now(), newest.createdAt + 1);
      return await insert(rows, { subject, grant, expiresAt: null, pausedAt, replaces: newest.id }, createdAt);
    },

    revoke,
    async revokeSubject(subject) {
      const live = rowsOf(await allRows(), subject).filter((row) => row.revokedAt === null);
      await Promise.all(live.map(({ id }) => revoke(id)));
    },

    async list() {
      return [...(await allRows()).values()].reverse();
    },

    onRevoked(listener) {
      revokedListeners.add(listener);
      return () => revokedListeners.delete(listener);
    },
    onChanged(listener) {
      changedListeners.add(listener);
      return () => changedListeners.delete(listener);
    },
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

function checkSubject(subject: string): string {
  const name = subject.trim();
  if (name !== "" && name.length <= 100 && name !== OWNER_SUBJECT) return name;
  throw new RecollectError("invalid_argument", `A token's name must be 1 to 100 characters and not "owner".`, {
    field: "subject",
    hint: "Name the client it is for, for example claude-code.",
  });
}

function noToken(subject: string): RecollectError {
  return new RecollectError("not_found", `There is no token for ${subject.slice(0, 100)}.`);
}
