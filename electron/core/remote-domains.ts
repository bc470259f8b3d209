import type { ErrorBody } from "../text/errors.ts";

/** The access of this machine to a remote domain. The rights of its login in the database limit it further. */
export const REMOTE_ACCESS = ["read", "write"] as const;
export type RemoteAccess = (typeof REMOTE_ACCESS)[number];

/** A domain that stays in a PostgreSQL database and is searched there. */
export interface RemoteDomainSummary {
  readonly domain: string;
  /** The address of the database, without the password. */
  readonly address: string;
  readonly access: RemoteAccess;
  readonly state: "connecting" | "reachable" | "unreachable";
  /**
   * The last error and its time (ISO 8601), including refused requests. Null if there was none since it was reached.
   */
  readonly error: ErrorBody | null;
  readonly errorAt: string | null;
  /** The number of memories, an estimate if there are many, or null if it is unknown. */
  readonly memories: number | null;
  /** Whether the login may change memories, or null if it is unknown. */
  readonly isWritable: boolean | null;
  /**
   * Search by meaning. `none`: the database has no pgvector, or the login may not read the vectors. `other-model`:
   * another model made its vectors. Null if it is unknown.
   */
  readonly vectors: "none" | "empty" | "ready" | "other-model" | null;
  /** Memories of the domain that are on this machine. They stay here and are found too. */
  readonly localMemories: number;
}

export interface NewRemoteDomain {
  readonly domain: string;
  /** `postgres://…`; it may contain the password. */
  readonly address: string;
  /** Overrides a password in the address. */
  readonly password?: string;
  /** `write` by default. */
  readonly access?: RemoteAccess;
  /** Refused, because the database must be able to search the texts. */
  readonly encrypted?: boolean;
}

/** The owner's remote domains. */
export interface RemoteDomainService {
  list(): Promise<readonly RemoteDomainSummary[]>;
  /**
   * Connects, and creates missing tables in the database. @throws invalid_argument, conflict, unavailable,
   * permission_denied
   */
  add(domain: NewRemoteDomain): Promise<RemoteDomainSummary>;
  /** Only on this machine: the memories stay in the database. Returns the others. @throws not_found */
  remove(domain: string): Promise<readonly RemoteDomainSummary[]>;
  /** Undoes {@link remove}, until the application stops. @throws not_found */
  restore(domain: string): Promise<RemoteDomainSummary>;
  /** @throws not_found */
  setAccess(domain: string, access: RemoteAccess): Promise<RemoteDomainSummary>;
  /** Checks whether the database can be reached. @throws not_found */
  status(domain: string): Promise<RemoteDomainSummary>;
}
