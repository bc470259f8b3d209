import { randomUUID } from "node:crypto";
import type { Client } from "pg";
import { type Database, endConnection } from "../../postgres/database.ts";

/** Notifications that come together are one change. */
const SETTLE_MS = 20;
/** The least time between two comparisons, for spaces in which many devices write all the time. */
const MIN_LOOK_GAP_MS = 200;
/** If notifications arrive, comparing only finds a change whose notification was lost with its connection. */
const NOTIFIED_INTERVAL_MS = 60_000;
const MIN_POLL_INTERVAL_MS = 1_000;
const MAX_POLL_INTERVAL_MS = 15_000;
/** How long a notification to oneself may take before polling is used instead. */
const PROBE_TIMEOUT_MS = 10_000;
const MIN_RECONNECT_MS = 1_000;
const MAX_RECONNECT_MS = 10 * 60_000;
const PROBE = "probe ";
/** The fingerprint of a database that cannot be read. */
const UNREADABLE = "unreadable";

interface DatabaseWatchOptions {
  readonly database: Database;
  /** The channel of LISTEN: also the schema, so its name needs no quotes. */
  readonly channel: string;
  /** Notifications of this device are its own. */
  readonly device: string;
  /** Returns a text that differs after each change of another device. */
  readonly fingerprint: (signal: AbortSignal) => Promise<string>;
  readonly onChange: () => void;
}

/**
 * Watches a space in a database. Whether notifications arrive is tried with one: poolers that share connections between
 * clients accept LISTEN and deliver nothing, and some engines refuse it. Then the heads are compared from time to time.
 */
export class DatabaseWatch {
  readonly #options: DatabaseWatchOptions;
  #client: Client | null = null;
  #known = "";
  #interval = MIN_POLL_INTERVAL_MS;
  #reconnectWait = MIN_RECONNECT_MS;
  #lastLook = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #settling: NodeJS.Timeout | undefined;
  #reconnecting: NodeJS.Timeout | undefined;
  #work: Promise<void> = Promise.resolve();
  #listening: Promise<void> = Promise.resolve();
  readonly #stopped = new AbortController();

  private constructor(options: DatabaseWatchOptions) {
    this.#options = options;
  }

  static async start(options: DatabaseWatchOptions): Promise<DatabaseWatch> {
    const watch = new DatabaseWatch(options);
    // If the database cannot be reached now, the first comparison that reaches it reports a change.
    watch.#known = await options.fingerprint(watch.#stopped.signal).catch(() => "");
    // Polls until it is known whether notifications arrive.
    watch.#schedule();
    watch.#listening = watch.#listen();
    return watch;
  }

  get #isClosed(): boolean {
    return this.#stopped.signal.aborted;
  }

  get mode(): "notify" | "poll" {
    return this.#client === null ? "poll" : "notify";
  }

  async close(): Promise<void> {
    this.#stopped.abort();
    for (const timer of [this.#timer, this.#settling, this.#reconnecting]) clearTimeout(timer);
    const client = this.#client;
    this.#client = null;
    await endConnection(client);
    await Promise.all([this.#work, this.#listening]);
  }

  /** Listens, if notifications arrive, and tries again later if not. Never throws. */
  async #listen(): Promise<void> {
    const client = await this.#tryListening().catch(() => null);
    if (this.#isClosed) return await endConnection(client);
    if (client === null) return this.#listenLater();
    client.once("end", () => this.#onLost());
    this.#client = client;
    this.#reconnectWait = MIN_RECONNECT_MS;
    // Earlier changes were not notified.
    this.#look();
  }

  /** Null if a notification to oneself does not arrive. */
  async #tryListening(): Promise<Client | null> {
    const { database, channel, device } = this.#options;
    const { signal } = this.#stopped;
    const client = await database.connect();
    const arrival = Promise.withResolvers<boolean>();
    const giveUp = () => arrival.resolve(false);
    const timeout = setTimeout(giveUp, PROBE_TIMEOUT_MS).unref();
    try {
      const probe = `${PROBE}${randomUUID()}`;
      client.on("notification", ({ payload }) => {
        if (payload === probe) arrival.resolve(true);
        else if (payload !== device && payload?.startsWith(PROBE) !== true) this.#onNotification();
      });
      client.once("end", giveUp);
      signal.addEventListener("abort", giveUp, { once: true });
      await client.query(`LISTEN ${channel}`);
      // Over another connection: a shared connection of a pooler would return it to itself.
      await database.transaction((query) => query("SELECT pg_notify($1, $2)", [channel, probe]), signal);
      if (await arrival.promise) return client;
      // A pooler ends the connection to its server on which a notification arrives. That should be rare.
      this.#reconnectWait = MAX_RECONNECT_MS;
    } catch {
      // Not supported, or the connection was lost.
    } finally {
      clearTimeout(timeout);
      signal.removeEventListener("abort", giveUp);
    }
    await endConnection(client);
    return null;
  }

  #onNotification(): void {
    const wait = Math.max(SETTLE_MS, this.#lastLook + MIN_LOOK_GAP_MS - performance.now());
    this.#settling ??= setTimeout(() => {
      this.#settling = undefined;
      this.#look();
    }, wait).unref();
  }

  /** The connection ended: changes are found by polling until there is another one. */
  #onLost(): void {
    if (this.#isClosed) return;
    this.#client = null;
    this.#interval = MIN_POLL_INTERVAL_MS;
    this.#schedule();
    this.#listenLater();
  }

  #listenLater(): void {
    this.#reconnecting = setTimeout(() => {
      this.#listening = this.#listen();
    }, this.#reconnectWait).unref();
    this.#reconnectWait = Math.min(this.#reconnectWait * 2, MAX_RECONNECT_MS);
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    const interval = this.#client === null ? this.#interval : NOTIFIED_INTERVAL_MS;
    this.#timer = setTimeout(() => this.#look(), interval).unref();
  }

  /** Compares the heads, and reports a difference; also that they cannot be read any more, or can again. */
  #look(): void {
    this.#lastLook = performance.now();
    this.#work = this.#work.then(async () => {
      if (this.#isClosed) return;
      // The next read reports the reason: the database cannot be reached, or the login was removed.
      const now = await this.#options.fingerprint(this.#stopped.signal).catch(() => UNREADABLE);
      if (this.#isClosed) return;
      const hasChanged = now !== this.#known;
      this.#known = now;
      this.#interval = hasChanged ? MIN_POLL_INTERVAL_MS : Math.min(this.#interval * 1.5, MAX_POLL_INTERVAL_MS);
      this.#schedule();
      if (hasChanged) this.#options.onChange();
    });
  }
}
