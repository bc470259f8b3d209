import { randomBytes, timingSafeEqual } from "node:crypto";
import { FULL_GRANT, type Grant, OWNER_GRANT, OWNER_SUBJECT } from "../core/caller.ts";
import type { Clock } from "../core/ports.ts";
import type { TokenChanges, TokenRow, TokenStore, VerifiedToken } from "../core/tokens.ts";
import { RecollectError } from "../text/errors.ts";
import { ExpiryWatch } from "./expiry-watch.ts";
import { type ReadKey, TokenText } from "./token-text.ts";

/** `lastUsedAt` is written at most this often per token, so that reading does not write. The window shows minutes. */
const MARK_USED_INTERVAL_MS = 60_000;
/** Bytes of an HS256 key (RFC 7518, section 3.2). */
const OWNER_KEY_BYTES = 32;
const MAX_SUBJECT_LENGTH = 100;
const NEW_TOKEN = { pausedAt: null, injection: true, replaces: null } as const;

export interface IssueInput {
  /** The id of a supported client, or a name chosen by the owner. */
  readonly subject: string;
  readonly grant: Grant;
  /** Milliseconds since 1970; null if it is valid until revoked. */
  readonly expiresAt: number | null;
}

type Rows = Map<string, TokenRow>;

/**
 * Bearer tokens. The text of a token identifies its row, and the row contains the grant, so a grant can change and end
 * without a new text. The rows are few: they are read once, and changed in memory before they are stored.
 * The owner's token is signed with a key of this process, so shim and window work without the clients' key.
 */
export class Tokens {
  readonly #store: TokenStore;
  readonly #clock: Clock;
  readonly #newId: () => string;
  readonly #text: TokenText;
  readonly #expiry: ExpiryWatch;
  readonly #lastMarked = new Map<string, number>();
  readonly #endedListeners = new Set<(id: string) => void>();
  readonly #changedListeners = new Set<(row: TokenRow) => void>();
  #owner: { readonly id: string; readonly text: Buffer } | null = null;
  /** In order of creation. */
  #rows: Promise<Rows> | null = null;

  constructor(dependencies: {
    readonly store: TokenStore;
    readonly key: ReadKey;
    readonly clock: Clock;
    readonly newId: () => string;
  }) {
    this.#store = dependencies.store;
    this.#clock = dependencies.clock;
    this.#newId = dependencies.newId;
    this.#text = new TokenText(dependencies.key);
    this.#expiry = new ExpiryWatch(dependencies.clock, (id) => this.#emitEnded(id));
  }

  /** Issues a token. Its text is not stored. @throws invalid_argument */
  async issue({ subject, grant, expiresAt }: IssueInput): Promise<{ readonly token: string; readonly row: TokenRow }> {
    const name = checkSubject(subject);
    this.#checkExpiry(expiresAt);
    const rows = await this.#readRows();
    const row = await this.#insert(rows, { ...NEW_TOKEN, subject: name, grant, expiresAt });
    return { token: await this.#text.sign(row), row };
  }

  /**
   * Issues the token of shim and window, with the full grant, valid until this process ends. It replaces the last one.
   */
  async issueOwner(): Promise<string> {
    const id = this.#newId();
    const key = randomBytes(OWNER_KEY_BYTES);
    const issued = { access: FULL_GRANT.access };
    const claims = { id, subject: OWNER_SUBJECT, createdAt: this.#clock.now(), issued };
    const token = await new TokenText(async () => key).sign(claims);
    this.#owner = { id, text: Buffer.from(token) };
    return token;
  }

  /** Returns the text of an issued token, which is always the same. */
  textOf(row: TokenRow): Promise<string> {
    return this.#text.sign(row);
  }

  /** Returns a subject's newest token, even if it is revoked. The first one is issued here, with the full grant. */
  async standing(subject: string): Promise<TokenRow> {
    const name = checkSubject(subject);
    const rows = await this.#readRows();
    return (
      rowsOf(rows, name).at(-1) ??
      (await this.#insert(rows, { ...NEW_TOKEN, subject: name, grant: FULL_GRANT, expiresAt: null }))
    );
  }

  /**
   * Returns the text of {@link standing}, for a client's configuration: the same text each time. A revoked token is
   * returned too and stays refused, so showing a configuration never grants access.
   */
  async standingText(subject: string): Promise<string> {
    return await this.textOf(await this.standing(subject));
  }

  /**
   * Verifies the signature of a token, and that it is neither expired nor revoked.
   * @param client the client on whose behalf the owner's token is used; its grant applies instead of the owner's
   * @throws unauthenticated; permission_denied if another client's token names a client
   */
  async verify(token: string, client: string | null = null): Promise<VerifiedToken> {
    if (this.#owner !== null && isSame(this.#owner.text, token)) {
      if (client !== null) return this.#verifyRow(await this.#readRows(), await this.standing(client));
      return {
        id: this.#owner.id,
        subject: OWNER_SUBJECT,
        grant: OWNER_GRANT,
        owner: true,
        paused: false,
        injection: true,
      };
    }
    const id = await this.#text.verify(token);
    const rows = await this.#readRows();
    const row = rows.get(id);
    if (row === undefined) throw new RecollectError("token_unknown", {}, { details: { refusal: "unknown" } });
    if (client !== null && client !== row.subject) {
      throw new RecollectError("token_of_another", { client: shorten(client) });
    }
    const verified = this.#verifyRow(rows, row);
    // Every earlier token, because a token may be rotated again before its successor is used.
    for (let before = replacedBy(rows, row); before !== undefined; before = replacedBy(rows, before)) {
      if (before.revokedAt === null) await this.revoke(before.id);
    }
    return verified;
  }

  /**
   * Changes the grant, pause, injection or expiry of a subject's tokens from the next request on. An expired token
   * becomes valid again when its expiry is moved.
   * @throws not_found; conflict if the subject is revoked; invalid_argument for an expiry in the past
   */
  async update(subject: string, changes: Partial<TokenChanges>): Promise<TokenRow> {
    const rows = await this.#readRows();
    const newest = newestOf(rows, subject);
    if (newest.revokedAt !== null) throw new RecollectError("access_revoked", { subject });
    this.#checkExpiry(changes.expiresAt ?? null);
    const valid = rowsOf(rows, subject).filter((row) => row.revokedAt === null);
    await Promise.all(
      valid.map((row) => {
        const changed = { ...row, ...changes };
        rows.set(row.id, changed);
        this.#expiry.watch([changed]);
        for (const listener of [...this.#changedListeners]) listener(changed);
        return this.#store.update(row.id, changed);
      }),
    );
    return rows.get(newest.id) ?? newest;
  }

  /**
   * Issues a subject's next token with the same grant and lifetime. The previous token stays valid until the new one is
   * first used. A revoked subject has access again.
   * @throws not_found
   */
  async rotate(subject: string): Promise<TokenRow> {
    const rows = await this.#readRows();
    const { id, grant, pausedAt, injection, expiresAt, createdAt: before } = newestOf(rows, subject);
    // At least 1 ms later, because the newest token is found by its time.
    const createdAt = Math.max(this.#clock.now(), before + 1);
    const next = {
      subject,
      grant,
      expiresAt: expiresAt === null ? null : createdAt + expiresAt - before,
      pausedAt,
      injection,
      replaces: id,
    };
    return await this.#insert(rows, next, createdAt);
  }

  /**
   * Issues a subject's next token and revokes the previous ones immediately, because another program may know their
   * text.
   * @throws not_found
   */
  async replace(subject: string): Promise<TokenRow> {
    const next = await this.rotate(subject);
    const previous = rowsOf(await this.#readRows(), subject).filter(({ id, revokedAt }) => {
      return id !== next.id && revokedAt === null;
    });
    await Promise.all(previous.map(({ id }) => this.revoke(id)));
    return next;
  }

  /** Revokes a token from the next request on, and notifies the listeners so that live sessions end. */
  async revoke(id: string): Promise<void> {
    const revokedAt = this.#clock.now();
    const rows = await this.#readRows();
    const row = rows.get(id);
    // In memory first, so that no request is allowed from here on even if the disk fails.
    if (row !== undefined && row.revokedAt === null) rows.set(id, { ...row, revokedAt });
    this.#emitEnded(id);
    await this.#store.revoke(id, revokedAt);
  }

  /** Revokes every token of a subject, which is refused until `rotate`. */
  async revokeSubject(subject: string): Promise<void> {
    const valid = rowsOf(await this.#readRows(), subject).filter((row) => row.revokedAt === null);
    await Promise.all(valid.map(({ id }) => this.revoke(id)));
  }

  /** Deletes the rows of a revoked subject. @throws not_found; conflict if one of its tokens is not revoked */
  async forget(subject: string): Promise<void> {
    const rows = await this.#readRows();
    const own = rowsOf(rows, subject);
    if (own.length === 0) throw tokenMissing(subject);
    if (own.some(({ revokedAt }) => revokedAt === null)) {
      throw new RecollectError("access_not_revoked", { subject: shorten(subject) });
    }
    for (const { id } of own) rows.delete(id);
    await this.#store.delete(own.map(({ id }) => id));
  }

  /** The newest first. */
  async list(): Promise<TokenRow[]> {
    return [...(await this.#readRows()).values()].reverse();
  }

  /** The grants of the clients' tokens that are neither revoked, expired nor paused. */
  async usableGrants(): Promise<Grant[]> {
    const isUsable = ({ revokedAt, expiresAt, pausedAt }: TokenRow) =>
      revokedAt === null && pausedAt === null && (expiresAt === null || expiresAt > this.#clock.now());
    return [...(await this.#readRows()).values()].filter(isUsable).map(({ grant }) => grant);
  }

  /** Calls the listener for each token that is revoked or expires. Returns a function that removes the listener. */
  onEnded(listener: (id: string) => void): () => void {
    this.#endedListeners.add(listener);
    return () => this.#endedListeners.delete(listener);
  }

  /** Calls the listener for each change of a token. Returns a function that removes the listener. */
  onChanged(listener: (row: TokenRow) => void): () => void {
    this.#changedListeners.add(listener);
    return () => this.#changedListeners.delete(listener);
  }

  /** Stops the timer for tokens that expire. */
  close(): void {
    this.#expiry.close();
  }

  async #readRows(): Promise<Rows> {
    this.#rows ??= this.#store.list().then((rows) => {
      this.#expiry.watch(rows);
      return new Map(rows.reverse().map((row) => [row.id, row]));
    });
    return await this.#rows;
  }

  async #insert(
    rows: Rows,
    given: Pick<TokenRow, "subject" | "replaces"> & TokenChanges,
    createdAt = this.#clock.now(),
  ): Promise<TokenRow> {
    const row: TokenRow = {
      ...given,
      id: this.#newId(),
      createdAt,
      revokedAt: null,
      lastUsedAt: null,
      issued: { access: given.grant.access },
    };
    // Before the write, so that a concurrent request for the subject's first token finds this one.
    rows.set(row.id, row);
    this.#expiry.watch([row]);
    await this.#store.insert(row);
    return row;
  }

  #verifyRow(rows: Rows, row: TokenRow): VerifiedToken {
    const { id, subject, grant, revokedAt, expiresAt, pausedAt, injection } = row;
    // The request log reads the subject and the refusal from `details`.
    if (revokedAt !== null) throw new RecollectError("token_revoked", { subject }, { details: { refusal: "revoked" } });
    if (expiresAt !== null && expiresAt <= this.#clock.now()) {
      throw new RecollectError("token_expired", { subject }, { details: { refusal: "expired" } });
    }
    this.#markUsed(rows, row);
    return { id, subject, grant, owner: false, paused: pausedAt !== null, injection };
  }

  #markUsed(rows: Rows, row: TokenRow): void {
    const now = this.#clock.now();
    if (now - (this.#lastMarked.get(row.id) ?? 0) < MARK_USED_INTERVAL_MS) return;
    this.#lastMarked.set(row.id, now);
    rows.set(row.id, { ...row, lastUsedAt: now });
    this.#store.markUsed(row.id, now);
  }

  #emitEnded(id: string): void {
    for (const listener of [...this.#endedListeners]) listener(id);
  }

  #checkExpiry(expiresAt: number | null): void {
    if (expiresAt === null || expiresAt > this.#clock.now()) return;
    throw new RecollectError("expiry_past", {}, { field: "expiresAt" });
  }
}

/** The error for a subject without a token. */
export function tokenMissing(subject: string): RecollectError {
  return new RecollectError("token_missing", { subject: shorten(subject) }, { field: "subject" });
}

/** Returns the trimmed name. @throws invalid_argument */
function checkSubject(subject: string): string {
  const name = subject.trim();
  const isValid = name !== "" && name.length <= MAX_SUBJECT_LENGTH && name !== OWNER_SUBJECT && !/\p{Cc}/u.test(name);
  if (isValid) return name;
  throw new RecollectError("token_name_invalid", {}, { field: "subject" });
}

/** A subject's tokens, the newest last. */
function rowsOf(rows: Rows, subject: string): TokenRow[] {
  return [...rows.values()].filter((row) => row.subject === subject);
}

/** @throws not_found */
function newestOf(rows: Rows, subject: string): TokenRow {
  const newest = rowsOf(rows, subject).at(-1);
  if (newest === undefined) throw tokenMissing(subject);
  return newest;
}

function replacedBy(rows: Rows, { replaces }: TokenRow): TokenRow | undefined {
  return replaces === null ? undefined : rows.get(replaces);
}

/** Compares in constant time. */
function isSame(text: Buffer, token: string): boolean {
  const given = Buffer.from(token);
  return given.byteLength === text.byteLength && timingSafeEqual(given, text);
}

/** A name as it may appear in a message. */
function shorten(subject: string): string {
  return subject.slice(0, MAX_SUBJECT_LENGTH);
}
