import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { ConnectionOptions } from "node:tls";
import type { Client, ClientConfig, Pool, PoolClient } from "pg";
import { throwIfStopped } from "../core/util/throw-if-stopped.ts";
import { withTimeout } from "../core/util/with-timeout.ts";
import { RecollectError } from "../text/errors.ts";
import type { PostgresAddress } from "./address.ts";
import { codeOf, failureKind, toDatabaseError } from "./database-errors.ts";

/** Reads and writes each use one; both end when idle, so that a serverless database can pause. */
const MAX_CONNECTIONS = 2;
const IDLE_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 15_000;
/** The server ends a statement, and then a transaction that waits for its client, after this. */
const STATEMENT_TIMEOUT_MS = 60_000;
const LOCK_TIMEOUT_MS = 20_000;
/** The client gives up later than the server. */
const QUERY_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 15_000;
const KEEP_ALIVE_DELAY_MS = 30_000;
/** How long closing waits for a server that does not respond. */
const END_TIMEOUT_MS = 2_000;
/**
 * Attempts of a transaction that conflicts with others. The pauses between them are random and double up to two
 * seconds.
 */
const MAX_ATTEMPTS = 10;
const FIRST_PAUSE_MS = 10;
const MAX_PAUSE_MS = 2_000;

/**
 * Statements name every table with its schema. Without this, a member who may create functions in `public` could have
 * them called by the owner (CVE-2018-1058). It is set in each transaction, because poolers share connections.
 */
const BEGIN = [
  "BEGIN ISOLATION LEVEL READ COMMITTED",
  "SET LOCAL search_path = pg_catalog",
  `SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS}`,
  `SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`,
  `SET LOCAL idle_in_transaction_session_timeout = ${STATEMENT_TIMEOUT_MS}`,
];

export type Row = Readonly<Record<string, unknown>>;
/** Runs one statement and returns its rows; `$1` and so on are placeholders of the values. */
export type RunQuery = (text: string, values?: readonly unknown[]) => Promise<{ rows: Row[]; count: number }>;

export interface DatabaseOptions {
  readonly address: PostgresAddress;
  /** Reads the password from the keychain, for each new connection. */
  readonly password: () => Promise<string | null>;
  /** Further settings of each transaction, as `name = value`; constants, not input. Default: none. */
  readonly settings?: readonly string[];
  /** Whether it is the carrier of a space: errors then say what the space does. Default: false. */
  readonly inSpace?: boolean;
}

/** A PostgreSQL database. `pg` is loaded with the first connection. */
export class Database {
  readonly address: PostgresAddress;
  readonly #readPassword: () => Promise<string | null>;
  readonly #begin: string;
  readonly #inSpace: boolean;
  #password: string | null = null;
  #pool: Promise<Pool> | null = null;
  #isClosed = false;

  constructor({ address, password, settings = [], inSpace = false }: DatabaseOptions) {
    this.address = address;
    this.#readPassword = password;
    this.#inSpace = inSpace;
    this.#begin = [...BEGIN, ...settings.map((setting) => `SET LOCAL ${setting}`)].join("; ");
  }

  /**
   * Runs a transaction. It is repeated if it conflicts with a concurrent one, and once if the connection was lost:
   * `work` must be safe to repeat, also after a commit whose reply was lost.
   * @param repeated further error codes after which the transaction is repeated
   * @throws RecollectError
   */
  async transaction<T>(
    work: (query: RunQuery) => Promise<T>,
    signal?: AbortSignal,
    repeated: RegExp | null = null,
  ): Promise<T> {
    let losses = 0;
    for (let attempt = 1; ; attempt += 1) {
      throwIfStopped(signal);
      try {
        return await this.#attempt(work, signal);
      } catch (error) {
        throwIfStopped(signal);
        const kind = repeated?.test(codeOf(error)) === true ? "retry" : failureKind(error);
        if (kind === "lost") losses += 1;
        const isFinal = kind === "final" || losses > 1 || attempt === MAX_ATTEMPTS || this.#isClosed;
        if (isFinal) throw this.toError(error);
        if (kind === "retry") await pause(attempt);
      }
    }
  }

  /** Opens a connection of its own, for notifications. The caller must end it. @throws RecollectError */
  async connect(): Promise<Client> {
    const { default: pg } = await import("pg");
    const client = new pg.Client(await this.#configuration());
    // A failure after the connection was made ends it; the caller listens for that.
    client.on("error", () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      await endConnection(client);
      throw this.toError(error);
    }
  }

  toError(error: unknown): RecollectError {
    return toDatabaseError(error, this.address, this.#password, this.#inSpace);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const pool = this.#pool;
    this.#pool = null;
    const opened = await pool?.catch(() => null);
    if (opened) await withTimeout(opened.end(), END_TIMEOUT_MS, () => undefined);
  }

  async #attempt<T>(work: (query: RunQuery) => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    const pool = await this.#openPool();
    const client = await pool.connect();
    const stop = () => void (client as PoolClient & Pick<Client, "end">).end().catch(() => undefined);
    signal?.addEventListener("abort", stop, { once: true });
    let isUsable = false;
    try {
      throwIfStopped(signal);
      await client.query(this.#begin);
      const result = await work(async (text, values = []) => {
        const { rows, rowCount } = await client.query(text, [...values]);
        return { rows, count: rowCount ?? 0 };
      });
      await client.query("COMMIT");
      isUsable = true;
      return result;
    } catch (error) {
      const isServerSide = failureKind(error) !== "lost" && signal?.aborted !== true;
      if (isServerSide)
        isUsable = await client.query("ROLLBACK").then(
          () => true,
          () => false,
        );
      throw error;
    } finally {
      signal?.removeEventListener("abort", stop);
      client.release(!isUsable);
    }
  }

  #openPool(): Promise<Pool> {
    if (this.#isClosed) throw new RecollectError("space_call_stopped", {});
    this.#pool ??= this.#createPool().catch((error: unknown) => {
      this.#pool = null;
      throw error;
    });
    return this.#pool;
  }

  async #createPool(): Promise<Pool> {
    const { default: pg } = await import("pg");
    const pool = new pg.Pool({
      ...(await this.#configuration()),
      max: MAX_CONNECTIONS,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      allowExitOnIdle: true,
    });
    // An idle connection was ended by the server. The next transaction opens another one.
    pool.on("error", () => undefined);
    // The pool listens only while a connection is idle. In use, its failure rejects the query, and is an event too,
    // which would end the process.
    pool.on("connect", (client) => client.on("error", () => undefined));
    return pool;
  }

  async #configuration(): Promise<ClientConfig> {
    const { host, port, database, user, channelBinding } = this.address;
    return {
      host,
      port,
      database,
      user,
      // A text, also without a password: otherwise pg looks for one in the environment and in ~/.pgpass.
      password: async () => {
        this.#password = await this.#readPassword();
        return this.#password ?? "";
      },
      ssl: await this.#tlsOptions(),
      enableChannelBinding: channelBinding,
      application_name: "recollect",
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    };
  }

  async #tlsOptions(): Promise<false | ConnectionOptions> {
    const { host, tls, rootCertificate } = this.address;
    if (tls === "off") return false;
    const options: ConnectionOptions = { rejectUnauthorized: tls !== "no-verify", minVersion: "TLSv1.2" };
    if (tls === "verify-ca") options.checkServerIdentity = () => undefined;
    if (rootCertificate === null) return options;
    try {
      return { ...options, ca: await readFile(rootCertificate, "utf8") };
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      throw new RecollectError("space_tls_failed", { host, problem });
    }
  }
}

/** Ends a connection of {@link Database.connect}. Never throws. */
export async function endConnection(client: Client | null): Promise<void> {
  if (client !== null) await withTimeout(client.end(), END_TIMEOUT_MS, () => undefined).catch(() => undefined);
}

/** Random, so that transactions that conflicted do not conflict again. */
async function pause(attempt: number): Promise<void> {
  await sleep(Math.random() * Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt));
}
