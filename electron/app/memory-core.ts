import { ulid } from "ulid";
import type { Embedder } from "../core/embedder.ts";
import type { Events } from "../core/events.ts";
import type { MemoryFilter } from "../core/filter.ts";
import { createFormerNames, type FormerNameStore } from "../core/former-names.ts";
import type { MemoryService, RemoteDomainState } from "../core/memory-service.ts";
import type { PlaceFollower } from "../core/places.ts";
import type { Clock, Logger, MemoryStore, TextIndex, VectorIndex } from "../core/ports.ts";
import { PLAIN_NAMING, type ProjectNaming } from "../core/project-name.ts";
import type { ChangeLog } from "../core/replication/change-log.ts";
import type { Indexer } from "../core/search-engine.ts";
import { DEFAULT_SECRET_POLICY, type SecretPolicy } from "../core/secrets/policy.ts";
import { analyseForIndex } from "../core/text-analysis.ts";
import { callMethod, forwardMethods } from "../core/util/forward-methods.ts";
import { createAnnouncer } from "../memories/announce.ts";
import { createChangeLog } from "../memories/change-log.ts";
import { createDomainNames } from "../memories/domain-names.ts";
import { createMemoryService } from "../memories/memory-service.ts";
import { createSecretStop } from "../memories/stop-secrets.ts";
import { ValidityWatch } from "../memories/validity-watch.ts";
import { MemoryIndexer } from "../search/embedding/indexer.ts";
import { splitIntoPassages } from "../search/passages.ts";
import { createSearchEngine } from "../search/search-engine.ts";
import type { SearchSettings } from "../search/settings.ts";
import { createVectorScan } from "../search/vectors/vector-scan.ts";
import { type OpenedStore, type OpenMemoryStoreOptions, openMemoryStore } from "../store/open-memory-store.ts";

/** The parts that work on a store. */
export interface MemoryCoreOptions {
  readonly clock: Clock;
  /** The time of day, to which the owner can set it back. Default: `clock`. */
  readonly wallClock?: Clock;
  readonly events: Events;
  readonly logger: Logger;
  /** Default: null, text search only. */
  readonly embedder?: Embedder | null;
  /** Returns a new ULID. Default: from the system's clock. */
  readonly newId?: () => string;
  /** Default: `DEFAULT_SEARCH_SETTINGS`. */
  readonly searchSettings?: SearchSettings;
  /** Returns what a full check found wrong with the database, or null. Default: null. */
  readonly damage?: () => string | null;
  /** Returns whether the disk is full. Default: false. */
  readonly isDiskFull?: () => boolean;
  /** What the owner chose to do with secrets. Default: mask them. */
  readonly secretPolicy?: () => SecretPolicy;
  /** What the names of projects depend on. Default: their spelling only. */
  readonly naming?: ProjectNaming;
  /** The parts of the application that name domains and namespaces. Default: none. */
  readonly placeFollowers?: readonly PlaceFollower[];
  /** The former names of domains. Default: of this process only. */
  readonly formerNames?: FormerNameStore;
  /** Called before memories are imported. Default: does nothing. */
  readonly beforeImport?: () => Promise<void>;
}

/** Memories and everything that searches and maintains them. */
export interface MemoryCore {
  readonly store: OpenedStore;
  readonly service: MemoryService;
  /** Memberships in spaces, and the changes that devices exchange. */
  readonly spaces: ChangeLog;
  /** The target of searches and writes: the store, and remote domains if there are any. */
  readonly places: Places;
  /** Null without an embedder. */
  readonly indexer: Indexer | null;
  /** Frees caches that the next search fills. */
  releaseMemory(): void;
  /** Stops the indexer and the watch of intervals. The store and the embedder stay open. */
  close(): Promise<void>;
}

/**
 * Opens the store with the product's text analysis and vector scan.
 * @throws storage if the database is damaged, newer than this version, or cannot be opened
 */
export function openStore(options: Omit<OpenMemoryStoreOptions, "analyse" | "createScan">): Promise<OpenedStore> {
  return openMemoryStore({ ...options, analyse: analyseForIndex, createScan: createVectorScan });
}

/**
 * Composes search engine, service and indexer over an open store: the only composition, for product, tests and benches.
 * The indexer embeds nothing before its first `wake`.
 */
export function createMemoryCore(
  store: OpenedStore,
  options: MemoryCoreOptions & { readonly embedder: Embedder },
): MemoryCore & { readonly indexer: Indexer };
export function createMemoryCore(store: OpenedStore, options: MemoryCoreOptions): MemoryCore;
export function createMemoryCore(store: OpenedStore, options: MemoryCoreOptions): MemoryCore {
  const {
    clock,
    wallClock = clock,
    events,
    logger,
    embedder = null,
    newId = ulid,
    searchSettings,
    damage = () => null,
    isDiskFull = () => false,
    secretPolicy = () => DEFAULT_SECRET_POLICY,
    naming = PLAIN_NAMING,
    placeFollowers = [],
    formerNames = createFormerNames(),
    beforeImport = async () => undefined,
  } = options;
  const places = new Places(store);
  const { memories, text, vectors } = places;
  const { proposals } = store;
  const isRemote = places.isRemote;
  const engine = createSearchEngine({
    memories,
    text,
    vectors: embedder === null ? null : vectors,
    embedder,
    clock: wallClock,
    settings: searchSettings,
  });
  const watch = new ValidityWatch({ store: memories, events, clock: wallClock, logger });
  const indexer =
    embedder === null ? null : new MemoryIndexer({ vectors, embedder, splitIntoPassages, events, logger });
  const service = createMemoryService({
    store: memories,
    proposals,
    text,
    engine,
    indexer,
    events,
    clock,
    newId,
    logger,
    damage,
    isDiskFull,
    secretPolicy,
    naming,
    placeFollowers,
    formerNames,
    beforeImport,
    settle: watch.settle,
    remoteStates: places.remoteStates,
    isRemote,
  });
  const spaces = createChangeLog({
    changes: store.changes,
    store: memories,
    announce: createAnnouncer(events),
    events,
    indexer,
    clock,
    newId,
    stopSecrets: createSecretStop(secretPolicy),
    names: createDomainNames(memories, naming),
    secretPolicy,
    isRemote,
  });
  const close = async () => {
    watch.close();
    await indexer?.close();
  };
  const releaseMemory = () => {
    store.releaseMemory();
    engine.releaseMemory();
  };
  return { store, service, spaces, places, indexer, releaseMemory, close };
}

/** The ports through which memories are stored and searched. */
export interface MemoryPorts {
  readonly memories: MemoryStore;
  readonly text: TextIndex;
  readonly vectors: VectorIndex;
}

/** Remote domains together with this machine. */
export interface RemotePlaces extends MemoryPorts {
  states(filter: MemoryFilter): readonly RemoteDomainState[];
  isRemote(domain: string): boolean;
}

/**
 * Where memories are: on this machine only, or in remote domains too. Its ports stay the same when the owner adds the
 * first remote domain and its code is loaded.
 */
export class Places implements MemoryPorts {
  readonly local: MemoryPorts;
  readonly memories: MemoryStore;
  readonly text: TextIndex;
  readonly vectors: VectorIndex;
  #remote: RemotePlaces | null = null;

  constructor(local: MemoryPorts) {
    this.local = local;
    this.memories = this.#port("memories");
    this.text = this.#port("text");
    this.vectors = this.#port("vectors");
  }

  /** @param remote null for this machine only */
  use(remote: RemotePlaces | null): void {
    this.#remote = remote;
  }

  readonly remoteStates = (filter: MemoryFilter): readonly RemoteDomainState[] => this.#remote?.states(filter) ?? [];
  readonly isRemote = (domain: string): boolean => this.#remote?.isRemote(domain) ?? false;

  #port<Name extends keyof MemoryPorts>(name: Name): MemoryPorts[Name] {
    return forwardMethods(this.local[name], (method, args) => {
      return callMethod((this.#remote ?? this.local)[name], method, args);
    });
  }
}
