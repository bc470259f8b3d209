import { parseDomain, USER_DOMAIN } from "../core/domain.ts";
import type { MemoryFilter } from "../core/filter.ts";
import { gatePolicyFor } from "../core/gate/gate.ts";
import type { ProposalStore } from "../core/inbox.ts";
import type { RemoteDomainState } from "../core/memory-service.ts";
import type { MemoryScope, MemoryStore, TextIndex, VectorIndex } from "../core/ports.ts";
import type {
  NewRemoteDomain,
  RemoteAccess,
  RemoteDomainService,
  RemoteDomainSummary,
} from "../core/remote-domains.ts";
import type { TextHit, TextQuery } from "../core/search.ts";
import type { SecretStore } from "../core/secret-store.ts";
import type { SecretPolicy } from "../core/secrets/policy.ts";
import { createMutex } from "../core/util/mutex.ts";
import type { RecordContext, RecordList } from "../platform/record-file.ts";
import { formatPostgresAddress, type PostgresAddress, parsePostgresAddress } from "../postgres/address.ts";
import { Database } from "../postgres/database.ts";
import { RecollectError } from "../text/errors.ts";
import { type DomainRecord, openDomainFile } from "./domain-file.ts";
import { lexemesOf, type Stem } from "./lexemes.ts";
import { RemoteDomain } from "./remote-domain.ts";
import { createRoutedStore } from "./routed-store.ts";
import { createRoutedVectors } from "./routed-vectors.ts";
import { Routes } from "./routes.ts";
import { createSchema } from "./schema.ts";
import { scoredTerms, scoreTexts, type TextCandidate } from "./score-texts.ts";
import type { FoundTexts } from "./text-search.ts";

export interface RemoteDomainsOptions extends RecordContext {
  /** `remote-domains.json` in the data folder. */
  readonly file: string;
  /** The ports of this machine. */
  readonly local: { readonly memories: MemoryStore; readonly text: TextIndex; readonly vectors: VectorIndex };
  readonly secrets: SecretStore;
  /** Holds memories that read like an instruction for the owner's review. */
  readonly reviews: Pick<ProposalStore, "admitRows" | "allowRow">;
  /** What the owner chose to do with secrets. */
  readonly secretPolicy: () => SecretPolicy;
  readonly stem: Stem;
  /** The embedding model of this machine. Null if it has none. */
  readonly fingerprint: () => string | null;
  /** The space of a domain. Null if it is not in one. */
  readonly spaceOf: (domain: string) => Promise<string | null>;
  readonly newId: () => string;
  /** How long results wait for a database; default 1.5 s. */
  readonly readTimeoutMs?: number;
  /** The list or a state changed. */
  readonly onChange: () => void;
}

/** The owner's remote domains, and the ports of the memory service that include them. */
export class RemoteDomains implements RemoteDomainService {
  readonly memories: MemoryStore;
  readonly text: TextIndex;
  readonly vectors: VectorIndex;
  readonly #options: RemoteDomainsOptions;
  readonly #file: RecordList<DomainRecord>;
  readonly #routes = new Routes();
  /** The list changes by one call at a time. */
  readonly #inTurn = createMutex();
  /** Removed ones with their passwords, to undo it. */
  readonly #removed = new Map<string, { readonly record: DomainRecord; readonly password: string | null }>();

  constructor(options: RemoteDomainsOptions) {
    const { local, stem, clock } = options;
    this.#options = options;
    this.#file = openDomainFile(options);
    const routes = this.#routes;
    this.memories = createRoutedStore({ memories: local.memories, routes, clock, reviews: options.reviews });
    this.text = createRoutedText({ text: local.text, memories: local.memories, routes, stem });
    this.vectors = createRoutedVectors({ vectors: local.vectors, routes });
    for (const record of this.#file.list()) this.#open(record);
  }

  isRemote(domain: string): boolean {
    return this.#routes.ofDomain(domain) !== null;
  }

  /** The domains that a filter can match, and whether they can be read now. */
  states(filter: MemoryFilter): readonly RemoteDomainState[] {
    return this.#routes
      .within(filter)
      .map(({ domain, connection }) => ({ domain, isReachable: connection.state === "reachable" }));
  }

  list(): Promise<readonly RemoteDomainSummary[]> {
    return Promise.all(this.#file.list().map((record) => this.#summaryOf(record)));
  }

  add(given: NewRemoteDomain): Promise<RemoteDomainSummary> {
    return this.#inTurn(() => this.#add(given));
  }

  remove(domain: string): Promise<readonly RemoteDomainSummary[]> {
    return this.#inTurn(() => this.#remove(domain));
  }

  restore(domain: string): Promise<RemoteDomainSummary> {
    return this.#inTurn(() => this.#restore(domain));
  }

  async #add(given: NewRemoteDomain): Promise<RemoteDomainSummary> {
    const { secrets, newId, spaceOf, onChange } = this.#options;
    const domain = parseDomain(given.domain);
    if (domain === USER_DOMAIN) throw new RecollectError("remote_user_refused", {}, { field: "domain" });
    if (given.encrypted === true) throw new RecollectError("remote_encrypted", {}, { field: "encrypted" });
    if (this.isRemote(domain)) throw new RecollectError("remote_exists", { domain }, { field: "domain" });
    const space = await spaceOf(domain);
    if (space !== null) throw new RecollectError("remote_in_space", { domain, name: space }, { field: "domain" });
    const { address, password: contained } = parsePostgresAddress(given.address);
    const password = given.password ?? contained;
    await this.#create(domain, address, password);
    const record: DomainRecord = {
      id: newId(),
      domain,
      address: formatPostgresAddress(address),
      access: given.access ?? "write",
    };
    if (password !== null) await secrets.set(secretOf(record), password);
    this.#file.put(record);
    await this.#open(record);
    onChange();
    return this.#summaryOf(record);
  }

  async #remove(domain: string): Promise<readonly RemoteDomainSummary[]> {
    const record = this.#recordOf(domain);
    const remote = this.#remoteOf(domain);
    const { secrets } = this.#options;
    this.#removed.set(domain, { record, password: await secrets.get(secretOf(record)) });
    this.#file.delete(domain);
    this.#routes.remove(remote);
    await remote.close();
    await secrets.delete(secretOf(record));
    this.#options.onChange();
    return this.list();
  }

  async #restore(domain: string): Promise<RemoteDomainSummary> {
    const removed = this.#removed.get(domain);
    if (removed === undefined) return this.#summaryOf(this.#recordOf(domain));
    const { record, password } = removed;
    if (this.isRemote(domain)) throw new RecollectError("remote_exists", { domain }, { field: "domain" });
    if (password !== null) await this.#options.secrets.set(secretOf(record), password);
    this.#removed.delete(domain);
    this.#file.put(record);
    await this.#open(record);
    this.#options.onChange();
    return this.#summaryOf(record);
  }

  async setAccess(domain: string, access: RemoteAccess): Promise<RemoteDomainSummary> {
    const record = { ...this.#recordOf(domain), access };
    this.#file.put(record);
    this.#options.onChange();
    return this.#summaryOf(record);
  }

  async status(domain: string): Promise<RemoteDomainSummary> {
    const record = this.#recordOf(domain);
    await this.#remoteOf(domain).prepare();
    return this.#summaryOf(record);
  }

  async close(): Promise<void> {
    await Promise.all(this.#routes.all().map((remote) => remote.close()));
  }

  async #create(domain: string, address: PostgresAddress, password: string | null): Promise<void> {
    const database = new Database({ address, password: async () => password });
    try {
      await createSchema(database, domain);
    } finally {
      await database.close();
    }
  }

  /** Connects in the background; the returned promise resolves when it is known whether the database can be reached. */
  #open(record: DomainRecord): Promise<void> {
    const { clock, stem, newId, secrets, secretPolicy, readTimeoutMs, onChange } = this.#options;
    const { domain } = record;
    const remote = new RemoteDomain({
      domain,
      gate: () => gatePolicyFor(secretPolicy(), domain),
      address: parsePostgresAddress(record.address).address,
      password: () => secrets.get(secretOf(record)),
      access: () => this.#file.get(domain)?.access ?? "read",
      clock,
      stem,
      newId,
      readTimeoutMs,
      onChange,
    });
    this.#routes.add(remote);
    return remote.prepare();
  }

  #recordOf(domain: string): DomainRecord {
    const record = this.#file.get(domain);
    if (record !== undefined) return record;
    throw new RecollectError("remote_unknown", { domain: domain.slice(0, 200) }, { field: "domain" });
  }

  #remoteOf(domain: string): RemoteDomain {
    const remote = this.#routes.ofDomain(domain);
    if (remote !== null) return remote;
    throw new RecollectError("remote_unknown", { domain: domain.slice(0, 200) }, { field: "domain" });
  }

  async #summaryOf({ domain, address, access }: DomainRecord): Promise<RemoteDomainSummary> {
    const { local, fingerprint } = this.#options;
    const remote = this.#remoteOf(domain);
    const { connection } = remote;
    const memories = await remote.tryRead(async (query) => (await remote.text.totals(query, null)).rows, null);
    const { schema, error, state } = connection;
    const own = fingerprint();
    const stored = schema?.vectors?.fingerprint ?? null;
    const vectors =
      schema === null
        ? null
        : schema.vectors === null
          ? "none"
          : stored === null
            ? "empty"
            : stored === own
              ? "ready"
              : "other-model";
    return {
      domain,
      address,
      access,
      state,
      error: error?.body ?? null,
      errorAt: error === null ? null : new Date(error.at).toISOString(),
      memories,
      isWritable: schema?.isWritable ?? null,
      vectors,
      localMemories: await local.memories.count({ domains: [domain] }),
    };
  }
}

const secretOf = ({ id }: DomainRecord) => `remote-${id}` as const;

interface RoutedTextParts {
  readonly text: TextIndex;
  readonly memories: MemoryStore;
  readonly routes: Routes;
  readonly stem: Stem;
}

/**
 * The full-text index of this machine and of remote domains. If a remote domain contributes, the
 * best candidates of every place are ranked again by one BM25 with the statistics of all places.
 */
function createRoutedText({ text, memories, routes, stem }: RoutedTextParts): TextIndex {
  async function searchAll(
    query: TextQuery,
    filter: MemoryFilter,
    limit: number,
    scope: MemoryScope | null,
  ): Promise<TextHit[]> {
    const remotes = routes.within(filter, scope);
    if (remotes.length === 0) return text.search(query, filter, limit, scope);
    const [local, ...answers] = await Promise.all([
      text.search(query, filter, limit, scope),
      ...remotes.map((remote) =>
        remote.tryRead(async (run) => {
          const found = await remote.text.search(run, query, filter, scope);
          remote.note(found.rankingFacts);
          routes.note(remote, found.rankingFacts.keys());
          return found;
        }, null),
      ),
    ]);
    const found = answers.filter((answer) => answer !== null);
    if (found.length === 0) return local;
    const candidates = await readCandidates(local);
    const statistics = await statisticsOf(query, candidates, found, scope);
    const all = [...candidates, ...found.flatMap((each) => each.candidates)];
    return scoreTexts(all, query, statistics, stem).slice(0, limit);
  }

  async function readCandidates(hits: readonly TextHit[]): Promise<TextCandidate[]> {
    const read = await memories.getMany(hits.map(({ id }) => id));
    return read.map((memory) => ({ id: memory.id, columns: lexemesOf(memory, stem) }));
  }

  async function statisticsOf(
    query: TextQuery,
    local: readonly TextCandidate[],
    found: readonly FoundTexts[],
    scope: MemoryScope | null,
  ) {
    const terms = scoredTerms(query);
    const words = terms.flatMap((term) => (term.kind === "word" ? [term.token] : []));
    const [rows, averageLength, known] = await Promise.all([
      text.size(scope),
      text.averageLength(scope),
      text.documentFrequencies(words, scope),
    ]);
    // The local index counts words only. A phrase is in few memories, which are among its best hits.
    const rank = { rows: 1, averageLength: 1 };
    const frequencies = terms.map((term, index) => {
      const here =
        term.kind === "word"
          ? (known.get(term.token) ?? 0)
          : scoreTexts(local, { any: [term], all: [] }, { ...rank, frequencies: [0] }, stem).length;
      return found.reduce((sum, each) => sum + (each.frequencies[index] ?? 0), here);
    });
    const places = [{ rows, averageLength }, ...found.map(({ totals }) => totals)];
    const size = places.reduce((sum, place) => sum + place.rows, 0);
    const length = places.reduce((sum, place) => sum + place.rows * place.averageLength, 0);
    return { rows: size, averageLength: length / Math.max(1, size), frequencies };
  }

  return {
    search: (query, filter, limit, scope = null) => searchAll(query, filter, limit, scope),
    async documentFrequencies(tokens, scope = null, filter = {}, isRough = false) {
      const remotes = routes.within(filter, scope);
      const [local, ...counted] = await Promise.all([
        text.documentFrequencies(tokens, scope, filter, isRough),
        ...remotes.map((remote) =>
          remote.tryRead((run) => remote.text.documentFrequencies(run, tokens, scope), new Map<string, number>()),
        ),
      ]);
      if (counted.length === 0) return local;
      const sum = (token: string) => counted.reduce((total, counts) => total + (counts.get(token) ?? 0), 0);
      return new Map(tokens.map((token) => [token, (local.get(token) ?? 0) + sum(token)]));
    },
    async size(scope = null, filter = {}) {
      const remotes = routes.within(filter, scope);
      const sizes = await Promise.all([
        text.size(scope),
        ...remotes.map((remote) => remote.tryRead(async (run) => (await remote.text.totals(run, scope)).rows, 0)),
      ]);
      return sizes.reduce((sum, size) => sum + size, 0);
    },
    averageLength: (scope) => text.averageLength(scope),
    isOutdated: () => text.isOutdated(),
    rebuild: (onProgress, signal) => text.rebuild(onProgress, signal),
  };
}
