import { LRUCache } from "lru-cache";
import type { MemoryFilter } from "../core/filter.ts";
import type { GatePolicy } from "../core/gate/gate.ts";
import type { Clock, RankingFacts } from "../core/ports.ts";
import type { RemoteAccess } from "../core/remote-domains.ts";
import type { PostgresAddress } from "../postgres/address.ts";
import type { RunQuery } from "../postgres/database.ts";
import { RecollectError } from "../text/errors.ts";
import { RemoteConnection } from "./connection.ts";
import type { Stem } from "./lexemes.ts";
import { RemoteReader } from "./reader.ts";
import type { RemoteSchema, RemoteVectors } from "./schema.ts";
import { RemoteTextSearch } from "./text-search.ts";
import { RemoteVectorSearch } from "./vector-search.ts";
import { RemoteWriter } from "./writer.ts";

/** Memories read last, whose facts ranking needs. */
const MAX_KEPT = 2_000;

export interface RemoteDomainOptions {
  readonly domain: string;
  /** What the owner chose to do with secrets in this domain. */
  readonly gate: () => GatePolicy;
  readonly address: PostgresAddress;
  readonly password: () => Promise<string | null>;
  readonly access: () => RemoteAccess;
  readonly clock: Clock;
  readonly stem: Stem;
  /** Names a change, so that it is not made twice. */
  readonly newId: () => string;
  readonly readTimeoutMs?: number | undefined;
  readonly onChange: () => void;
}

/** A domain whose memories are in a PostgreSQL database and not on this machine. */
export class RemoteDomain {
  readonly domain: string;
  readonly connection: RemoteConnection;
  readonly text: RemoteTextSearch;
  readonly vectors: RemoteVectorSearch;
  readonly reader: RemoteReader;
  readonly #options: RemoteDomainOptions;
  readonly #rankingFacts = new LRUCache<string, RankingFacts>({ max: MAX_KEPT });
  #namespaces: readonly string[] = [];

  constructor(options: RemoteDomainOptions) {
    const { domain, stem, clock } = options;
    this.domain = domain;
    this.#options = options;
    this.connection = new RemoteConnection(options);
    this.text = new RemoteTextSearch({ domain, clock, stem });
    this.vectors = new RemoteVectorSearch(domain, clock);
    this.reader = new RemoteReader(options);
  }

  /** The namespaces that were in use when they were read last. */
  get namespaces(): readonly string[] {
    return this.#namespaces;
  }

  /** Connects, and reads what must be known before the first request. Never throws. */
  async prepare(): Promise<void> {
    await this.connection.probe();
    await this.tryRead(async (query) => {
      this.#namespaces = await this.reader.namespaces(query);
    }, undefined);
  }

  async close(): Promise<void> {
    await this.connection.close();
  }

  /** @throws unavailable, permission_denied */
  read<T>(work: (query: RunQuery, schema: RemoteSchema) => Promise<T>): Promise<T> {
    return this.connection.read(work);
  }

  /** Reads for a result that can be returned without this domain. Returns `otherwise` if it cannot be read. */
  async tryRead<T, U>(work: (query: RunQuery, schema: RemoteSchema) => Promise<T>, otherwise: U): Promise<T | U> {
    try {
      return await this.connection.read(work);
    } catch (error) {
      if (error instanceof RecollectError) return otherwise;
      throw error;
    }
  }

  /** @throws permission_denied, unavailable, and what the writer throws */
  async write<T>(work: (writer: RemoteWriter, query: RunQuery) => Promise<T>): Promise<T> {
    const { domain } = this;
    if (this.#options.access() !== "write") throw new RecollectError("remote_read_only", { domain });
    const change = this.#options.newId();
    try {
      return await this.connection.write((query, { isWritable }) => {
        if (!isWritable) throw new RecollectError("remote_rights_missing", { domain });
        return work(new RemoteWriter({ source: this.#options, stem: this.#options.stem, query, change }), query);
      });
    } catch (error) {
      // The rights of the login may have changed.
      if (error instanceof RecollectError && error.code === "permission_denied") this.connection.forget();
      throw error;
    } finally {
      this.text.forget();
    }
  }

  /** Whether this machine may change memories, as far as it is known. */
  get isWritable(): boolean {
    return this.#options.access() === "write" && this.connection.schema?.isWritable === true;
  }

  /** Stores vectors. This does not change a memory, and other machines may repeat it. */
  writeVectors(work: (query: RunQuery, vectors: RemoteVectors) => Promise<boolean>): Promise<boolean> {
    return this.connection.write(async (query, { vectors }) => (vectors === null ? false : work(query, vectors)));
  }

  /** Remembers facts that ranking asks for right after a search. */
  note(known: ReadonlyMap<string, RankingFacts>): void {
    for (const [id, facts] of known) this.#rankingFacts.set(id, facts);
  }

  rankingFactsOf(id: string): RankingFacts | undefined {
    return this.#rankingFacts.get(id);
  }

  /**
   * Counts all memories that match; null if that takes too long or the database cannot be reached.
   * @param without the ids of memories that are not counted
   */
  count(filter: MemoryFilter, without: readonly string[] = []): Promise<number | null> {
    return this.tryRead((query) => this.reader.count(query, filter, without, this.#options.clock.now()), null);
  }
}
