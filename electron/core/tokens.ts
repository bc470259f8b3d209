import type { Grant } from "./caller.ts";

/** The record of an issued token, without the token itself. Times are milliseconds since 1970. */
export interface TokenRow {
  /** The JWT's `jti`. */
  readonly id: string;
  /** The holder: a client's id in the catalogue such as `claude-code`, or a name that the owner gave. */
  readonly subject: string;
  /** The current rights. */
  readonly grant: Grant;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
  /** When the owner paused it, or null if it is not paused. */
  readonly pausedAt: number | null;
  /** Whether hooks add memories to the client's prompts. */
  readonly injection: boolean;
  /** The token that it replaces, which is revoked when this one is first used. */
  readonly replaces: string | null;
  /** The rights in the token's text, which does not change when the grant does. */
  readonly issued: { readonly access: Grant["access"] };
}

/** The fields of a token that may change after it was issued. */
export type TokenChanges = Pick<TokenRow, "grant" | "expiresAt" | "pausedAt" | "injection">;

/** Stores the records of tokens. */
export interface TokenStore {
  insert(row: TokenRow): Promise<void>;
  get(id: string): Promise<TokenRow | null>;
  list(): Promise<TokenRow[]>;
  update(id: string, changes: TokenChanges): Promise<void>;
  revoke(id: string, at: number): Promise<void>;
  delete(ids: readonly string[]): Promise<void>;
  /** May be written later. */
  markUsed(id: string, at: number): void;
}

/** A verified token: its subject and current grant. */
export interface VerifiedToken {
  readonly id: string;
  readonly subject: string;
  readonly grant: Grant;
  /** True for the token of shim and window. */
  readonly owner: boolean;
  /** True while the owner has paused the client. */
  readonly paused: boolean;
  /** False: hooks add no memories to its prompts. */
  readonly injection: boolean;
}
