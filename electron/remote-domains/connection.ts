import type { Clock } from "../core/ports.ts";
import { withTimeout } from "../core/util/with-timeout.ts";
import type { PostgresAddress } from "../postgres/address.ts";
import { Database, type RunQuery } from "../postgres/database.ts";
import { type ErrorBody, RecollectError, toErrorBody } from "../text/errors.ts";
import { openSchema, type RemoteSchema } from "./schema.ts";

/** How long results wait for a read. The server ends the statement then. */
const READ_TIMEOUT_MS = 1_500;
/** Writes: their caller must know whether they were stored. */
const WRITE_TIMEOUT_MS = 15_000;
/** A probe waits as long as a connection may take. */
const PROBE_TIMEOUT_MS = 20_000;
/** After a failure no request waits for this long; it doubles with each probe that fails. */
const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 60_000;

/** Errors after which requests do not wait for the database. Others concern one request. */
const DOWN = new Set([
  "space_database_unreachable",
  "space_database_login_refused",
  "space_database_unknown",
  "space_database_busy",
  "space_tls_failed",
  "space_missing",
  "remote_missing",
  "remote_newer",
  "remote_slow",
]);

export type ConnectionState = "connecting" | "reachable" | "unreachable";

interface ConnectionOptions {
  readonly domain: string;
  readonly address: PostgresAddress;
  readonly password: () => Promise<string | null>;
  readonly clock: Clock;
  /** How long results wait for a read; default 1.5 s. */
  readonly readTimeoutMs?: number | undefined;
  /** The state or the last error changed. */
  readonly onChange: () => void;
}

/**
 * The connection to the database of one domain. After a failure, requests fail immediately, and probes in the
 * background find out when the database can be reached again.
 */
export class RemoteConnection {
  readonly #options: ConnectionOptions;
  readonly #readTimeoutMs: number;
  readonly #reads: Database;
  readonly #writes: Database;
  #schema: RemoteSchema | null = null;
  #state: ConnectionState = "connecting";
  #error: { readonly body: ErrorBody; readonly at: number } | null = null;
  #pauseMs = FIRST_PAUSE_MS;
  #retryAt = 0;
  #probing: Promise<void> | null = null;
  readonly #closing = new AbortController();

  constructor(options: ConnectionOptions) {
    const { address, password, readTimeoutMs = READ_TIMEOUT_MS } = options;
    this.#options = options;
    this.#readTimeoutMs = readTimeoutMs;
    const settings = [
      `statement_timeout = ${readTimeoutMs}`,
      // A bitmap of a common word must not lose precision.
      "work_mem = '64MB'",
      // The compiler takes longer than the statements.
      "jit = off",
      "transaction_read_only = on",
    ];
    this.#reads = new Database({ address, password, settings });
    this.#writes = new Database({ address, password });
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** The last error, including a request that the database refused. */
  get error(): { readonly body: ErrorBody; readonly at: number } | null {
    return this.#error;
  }

  /** Null until it was reached for the first time. */
  get schema(): RemoteSchema | null {
    return this.#schema;
  }

  /** @throws unavailable, permission_denied */
  read<T>(work: (query: RunQuery, schema: RemoteSchema) => Promise<T>): Promise<T> {
    return this.#run(this.#reads, this.#readTimeoutMs, work);
  }

  /** `work` must be safe to repeat, also after a commit whose reply was lost. @throws as {@link read} */
  write<T>(work: (query: RunQuery, schema: RemoteSchema) => Promise<T>): Promise<T> {
    return this.#run(this.#writes, WRITE_TIMEOUT_MS, work);
  }

  /** Checks whether the database can be used; its result is in `state` and `error`. Never throws. */
  probe(): Promise<void> {
    this.#probing ??= this.#probe().finally(() => {
      this.#probing = null;
    });
    return this.#probing;
  }

  /** Re-reads the schema after a change. */
  forget(): void {
    this.#schema = null;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([this.#reads.close(), this.#writes.close()]);
    await this.#probing;
  }

  async #run<T>(
    database: Database,
    timeoutMs: number,
    work: (query: RunQuery, schema: RemoteSchema) => Promise<T>,
  ): Promise<T> {
    this.#assertUsable();
    const timeout = new AbortController();
    const call = async () => {
      this.#schema ??= await openSchema(this.#writes, this.#options.domain, timeout.signal);
      const schema = this.#schema;
      return database.transaction((query) => work(query, schema), timeout.signal);
    };
    const running = call();
    // After the time limit it ends with an error that nobody reads.
    running.catch(() => undefined);
    try {
      const result = await withTimeout(running, timeoutMs, () => {
        timeout.abort();
        throw this.#slow();
      });
      this.#succeeded();
      return result;
    } catch (error) {
      this.#failed(error);
      throw error;
    }
  }

  #assertUsable(): void {
    if (this.#state !== "unreachable") return;
    if (this.#options.clock.now() >= this.#retryAt) void this.probe();
    const { domain } = this.#options;
    throw new RecollectError("remote_unreachable", { domain, problem: this.#error?.body.message ?? "" });
  }

  async #probe(): Promise<void> {
    const timeout = new AbortController();
    const stop = () => timeout.abort();
    this.#closing.signal.addEventListener("abort", stop, { once: true });
    try {
      this.#schema = await withTimeout(
        openSchema(this.#writes, this.#options.domain, timeout.signal),
        PROBE_TIMEOUT_MS,
        () => {
          timeout.abort();
          throw this.#slow();
        },
      );
      this.#succeeded();
    } catch (error) {
      this.#failed(error, true);
    } finally {
      this.#closing.signal.removeEventListener("abort", stop);
    }
  }

  #slow(): RecollectError {
    return new RecollectError("remote_slow", { domain: this.#options.domain });
  }

  #succeeded(): void {
    this.#pauseMs = FIRST_PAUSE_MS;
    if (this.#state === "reachable") return;
    this.#state = "reachable";
    this.#error = null;
    this.#options.onChange();
  }

  /** @param isProbe then every failure means that the database cannot be used */
  #failed(error: unknown, isProbe = false): void {
    if (this.#closing.signal.aborted || !(error instanceof RecollectError)) return;
    const isDown = isProbe || DOWN.has(String(error.details?.reason));
    if (!isDown && error.code !== "permission_denied" && error.code !== "unavailable") return;
    const now = this.#options.clock.now();
    const known = this.#state === "unreachable" || !isDown ? this.#error?.body.message : undefined;
    this.#error = { body: toErrorBody(error), at: now };
    if (isDown && this.#state !== "unreachable") {
      this.#state = "unreachable";
      this.#schema = null;
      this.#pauseMs = FIRST_PAUSE_MS;
      this.#retryAt = now + this.#pauseMs;
    } else if (isProbe) {
      this.#pauseMs = Math.min(MAX_PAUSE_MS, this.#pauseMs * 2);
      this.#retryAt = now + this.#pauseMs;
    }
    // Listeners re-read. The same failure of that read must not notify them again.
    if (this.#error.body.message !== known) this.#options.onChange();
  }
}
