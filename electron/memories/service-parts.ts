import type { Events } from "../core/events.ts";
import type { Clock, Logger, MemoryStore, TextIndex } from "../core/ports.ts";
import type { Indexer, SearchEngine } from "../core/search-engine.ts";
import type { Announcer } from "./announce.ts";

/** What the memory service is made of. */
export interface MemoryServiceParts {
  readonly store: MemoryStore;
  readonly engine: SearchEngine;
  readonly text: TextIndex;
  /** Null where there is no model: then there are no vectors. */
  readonly indexer: Indexer | null;
  readonly events: Events;
  readonly clock: Clock;
  /** A new ULID. */
  readonly newId: () => string;
  readonly logger?: Logger;
  /** What a full check found wrong with the database; null, and where it is missing: nothing. */
  readonly damage?: () => string | null;
}

/** The parts as each operation takes them. */
export interface Operation extends MemoryServiceParts {
  readonly announce: Announcer;
}
