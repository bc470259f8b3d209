import type { Client } from "@modelcontextprotocol/client";
import type { RequestOptions } from "./calling-client.ts";
import { messageOf } from "./connection-errors.ts";
import type { ServerLimits } from "./limits.ts";
import type { ServerLog } from "./server-log.ts";

/** A resource that clients are subscribed to. */
interface Watched {
  readonly listeners: Set<() => void>;
  /** The connection with the subscription, or null. */
  client: Client | null;
  /** Ends the subscription at the server. */
  end: () => Promise<unknown>;
  /** The attempt to subscribe in progress. */
  pending: Promise<void> | null;
}

interface SubscriptionsOptions {
  readonly limits: ServerLimits;
  readonly log: ServerLog;
  /** Starts the server if it does not run. @throws unavailable */
  run(work: (client: Client, options: RequestOptions) => Promise<void>): Promise<void>;
  /** Called when the last subscription ended. */
  onEmpty(): void;
}

/**
 * The subscriptions to the resources of one server, one for each resource. They are restored after a restart of the
 * server; then each resource counts as changed, because a change may have been missed.
 */
export class ResourceSubscriptions {
  readonly #options: SubscriptionsOptions;
  readonly #watched = new Map<string, Watched>();
  #timer: NodeJS.Timeout | null = null;
  #retries = 0;

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#watched.size;
  }

  /**
   * @returns a function that ends the subscription
   * @throws unavailable; ProtocolError with the server's own error
   */
  async add(uri: string, onUpdated: () => void): Promise<() => void> {
    const watched = this.#watched.get(uri) ?? createWatched();
    this.#watched.set(uri, watched);
    const listener = () => onUpdated();
    watched.listeners.add(listener);
    const remove = () => {
      watched.listeners.delete(listener);
      if (watched.listeners.size === 0) this.#remove(uri, watched);
    };
    try {
      if (watched.client === null) await this.#begin(uri, watched);
    } catch (error) {
      remove();
      throw error;
    }
    return remove;
  }

  /** The server reported a change of a resource or a part of one. */
  notify(uri: string): void {
    for (const [own, { listeners }] of this.#watched) {
      const isAffected = uri === own || uri.startsWith(own.endsWith("/") ? own : `${own}/`);
      if (isAffected) for (const listener of [...listeners]) listener();
    }
  }

  /** The server was started: restores the subscriptions of an earlier connection. */
  connected(): void {
    this.#retries = 0;
    for (const [uri, watched] of this.#watched) if (watched.pending === null) this.#beginAgain(uri, watched);
  }

  /** The server was stopped. */
  disconnected(): void {
    for (const watched of this.#watched.values()) watched.client = null;
  }

  /** The server exited. It is restarted for its subscriptions, at increasing intervals. */
  ended(): void {
    this.disconnected();
    this.#retry();
  }

  #retry(): void {
    if (this.#watched.size === 0 || this.#timer !== null) return;
    const { restartDelayMs, maxRestartDelayMs } = this.#options.limits;
    const delay = Math.min(maxRestartDelayMs, restartDelayMs * 2 ** Math.min(this.#retries, 20));
    this.#retries += 1;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      for (const [uri, watched] of this.#watched) {
        if (watched.client === null && watched.pending === null) this.#beginAgain(uri, watched);
      }
    }, delay).unref();
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#watched.clear();
  }

  #beginAgain(uri: string, watched: Watched): void {
    this.#begin(uri, watched).then(
      () => {
        for (const listener of [...watched.listeners]) listener();
      },
      (error: unknown) => {
        this.#options.log.add("notice", `The subscription to ${uri} could not be restored: ${messageOf(error)}`);
        this.#retry();
      },
    );
  }

  #begin(uri: string, watched: Watched): Promise<void> {
    watched.pending ??= this.#options
      .run(async (client, options) => {
        if (watched.client === client) return;
        watched.end = await subscribe(client, uri, options, () => {
          if (watched.client !== client) return;
          watched.client = null;
          this.#retry();
        });
        watched.client = client;
        if (this.#watched.get(uri) !== watched) this.#remove(uri, watched);
      })
      .finally(() => {
        watched.pending = null;
      });
    return watched.pending;
  }

  #remove(uri: string, watched: Watched): void {
    if (this.#watched.get(uri) === watched) this.#watched.delete(uri);
    const { end } = watched;
    watched.client = null;
    watched.end = async () => undefined;
    // The connection may have ended.
    void end().catch(() => undefined);
    if (this.#watched.size === 0) this.#options.onEmpty();
  }
}

function createWatched(): Watched {
  return { listeners: new Set(), client: null, end: async () => undefined, pending: null };
}

/**
 * Subscribes in the revision of the server.
 * @param onLost called when the server ended the subscription
 * @returns a function that ends it
 */
async function subscribe(
  client: Client,
  uri: string,
  options: RequestOptions,
  onLost: () => void,
): Promise<() => Promise<unknown>> {
  if (client.getProtocolEra() !== "modern") {
    await client.subscribeResource({ uri }, options);
    return () => client.unsubscribeResource({ uri });
  }
  const stream = await client.listen({ resourceSubscriptions: [uri] }, options);
  void stream.closed.then((reason) => {
    if (reason !== "local") onLost();
  });
  return () => stream.close();
}
