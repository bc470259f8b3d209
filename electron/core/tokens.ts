import type { Grant } from "./caller.ts";

/** What is kept of an issued token; never the token itself. Times are milliseconds since 1970. */
export interface TokenRow {
  /** The JWT's `jti`. */
  readonly id: string;
  /** Whom it was made for: a client's id in the catalogue such as `claude-code`, or a name the owner gave. */
  readonly subject: string;
  /** What it allows now. */
  readonly grant: Grant;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
  /** Since when the owner has it turned away; null: it is served. */
  readonly pausedAt: number | null;
  /** The token it takes the place of, which ends when this one is first used. */
  readonly replaces: string | null;
  /** What the token's text says, whatever was changed since: the text of a token never changes. */
  readonly issued: { readonly access: Grant["access"] };
}

/** What may change in a token after it was issued. */
export type TokenChanges = Pick<TokenRow, "grant" | "expiresAt" | "pausedAt">;

/** Where token rows live. */
export interface TokenStore {
  insert(row: TokenRow): Promise<void>;
  get(id: string): Promise<TokenRow | null>;
  list(): Promise<TokenRow[]>;
  update(id: string, changes: TokenChanges): Promise<void>;
  revoke(id: string, at: number): Promise<void>;
  delete(ids: readonly string[]): Promise<void>;
  /** May be written a moment later. */
  markUsed(id: string, at: number): void;
}
