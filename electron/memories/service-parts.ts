import type { Events, MemoryChange } from "../core/events.ts";
import type { MemoryFilter } from "../core/filter.ts";
import type { FormerNameStore } from "../core/former-names.ts";
import type { ProposalStore } from "../core/inbox.ts";
import type { RemoteDomainState } from "../core/memory-service.ts";
import type { PlaceFollower } from "../core/places.ts";
import type { Clock, Logger, MemoryStore, TextIndex } from "../core/ports.ts";
import type { ProjectNaming } from "../core/project-name.ts";
import type { Indexer, SearchEngine } from "../core/search-engine.ts";
import type { SecretPolicy } from "../core/secrets/policy.ts";
import type { NamesFor } from "./domain-names.ts";
import type { StopSecrets } from "./stop-secrets.ts";

/** The dependencies of the memory service. */
export interface MemoryServiceParts {
  readonly store: MemoryStore;
  readonly proposals: ProposalStore;
  readonly engine: SearchEngine;
  readonly text: TextIndex;
  /** Null without an embedding model, and then without vectors. */
  readonly indexer: Indexer | null;
  readonly events: Events;
  readonly clock: Clock;
  /** Returns a new ULID. */
  readonly newId: () => string;
  readonly logger: Logger;
  /** The damage that a full check of the database found; null if there is none. */
  readonly damage: () => string | null;
  readonly isDiskFull: () => boolean;
  /** What the owner chose to do with secrets. */
  readonly secretPolicy: () => SecretPolicy;
  /** Called before a read: brings the marks of valid memories up to date with the clock. Never throws. */
  readonly settle: () => Promise<void>;
  /** The remote domains that a filter can match, and whether they can be read now. */
  readonly remoteStates: (filter: MemoryFilter) => readonly RemoteDomainState[];
  /** Whether the memories of a domain are in a database, not on this machine. */
  readonly isRemote: (domain: string) => boolean;
  /** What the names of projects depend on. */
  readonly naming: ProjectNaming;
  /** The parts of the application that name domains and namespaces. */
  readonly placeFollowers: readonly PlaceFollower[];
  /** The former names of domains, under which clients still reach them. */
  readonly formerNames: FormerNameStore;
  /** Called before memories are imported, for a backup. */
  readonly beforeImport: () => Promise<void>;
}

/** The dependencies of each operation. */
export interface OperationParts extends MemoryServiceParts {
  readonly stopSecrets: StopSecrets;
  readonly names: NamesFor;
  /** Announces changes; one commit becomes one event. */
  readonly announce: (changes: readonly MemoryChange[]) => void;
}
