import type { Grant } from "./caller.ts";

/** What is kept of an issued token; never the token itself. Times are milliseconds since 1970. */
export interface TokenRow {
  /** The JWT's `jti`. */
  readonly id: string;
  /** Whom it was made for: a client's id in the catalogue such as `claude-code`, or a name the owner gave. */
  readonly subject: string;
  readonly grant: Grant;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
}

/** Where token rows live. */
export interface TokenStore {
  insert(row: TokenRow): Promise<void>;
  get(id: string): Promise<TokenRow | null>;
  list(): Promise<TokenRow[]>;
  revoke(id: string, at: number): Promise<void>;
  /** May be written a moment later. */
  markUsed(id: string, at: number): void;
}
