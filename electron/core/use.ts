import { LOG_KEEPS } from "./request-log.ts";

/**
 * How a client got memories: by the hook at the start of a session or before a prompt, by a search, a list, or by
 * reading them (`get_memory`).
 */
export const GIVEN_BY = ["start", "prompt", "search", "list", "read"] as const;
export type GivenBy = (typeof GIVEN_BY)[number];

/** How long it is kept which memories clients got, as the request log keeps requests. */
export const USE_KEPT_MS = LOG_KEEPS.days * 24 * 60 * 60_000;
export const USE_KEPT_ROWS = LOG_KEEPS.rows;

/** Memories that a client got in one answer. */
export interface GivenMemories {
  /** Complete ids. */
  readonly memories: readonly string[];
  readonly by: GivenBy;
  /** In milliseconds since 1970. */
  readonly at: number;
  /** The subject of the client's token. */
  readonly subject: string;
  /** The name that the client reports. */
  readonly client: string;
  /** The client's own id of its session, or null if it sends none. */
  readonly session: string | null;
  readonly project: string | null;
}

/** How often memories were given, and how often they were used. */
export interface UseCounts {
  readonly given: number;
  readonly used: number;
  /** The number whose use is not known. */
  readonly unknown: number;
}

const NOTHING_GIVEN: UseCounts = { given: 0, used: 0, unknown: 0 };

/** Records which memories clients got. */
export interface GivenRecorder {
  /** Never throws, and does not wait. */
  record(given: GivenMemories): void;
  /** Withdraws a record, the same object, because the answer did not reach the client. */
  withdraw(given: GivenMemories): void;
  /** Of what the client with this subject got within {@link USE_KEPT_MS}. */
  ofClient(subject: string): Promise<UseCounts>;
}

/** Records nothing. */
export const NO_RECORDER: GivenRecorder = { record() {}, withdraw() {}, ofClient: async () => NOTHING_GIVEN };

/** One memory that a client got once. */
export interface GivenMemory extends Omit<GivenMemories, "memories"> {
  readonly row: number;
  readonly memory: string;
}

/** Whether the answers after it relied on a memory: null if that is unknown. */
export interface UseOutcome {
  /** The row of the {@link GivenMemory}. */
  readonly row: number;
  readonly used: boolean | null;
  /** The conversation, and the number of the answer that relied on it, or of the message at which it was given. */
  readonly conversation: string;
  readonly message: number;
}

/** An outcome by words. */
export interface WordOutcome extends UseOutcome {
  /** The sentence with which the memory is used if it is also near in meaning; null if words decide. */
  readonly doubtful: { readonly sentence: string; readonly message: number } | null;
}

/** How often clients got a memory within {@link USE_KEPT_MS}, and how often they relied on it. */
export interface MemoryUse extends UseCounts {
  /** The last use, or null. The time is ISO 8601. */
  readonly last: {
    readonly conversation: string;
    readonly message: number;
    readonly at: string;
    readonly client: string;
  } | null;
}

/** What became of a memory that a client got: `used` is null if that is unknown. */
export interface GivenOutcome {
  readonly memory: string;
  readonly used: boolean | null;
  /** The conversation, and the answer that relied on it; null while no conversation is known. */
  readonly conversation: string | null;
  readonly message: number | null;
}

/** The memories that a client got on one day. Days (`2026-01-31`) are in the machine's time zone. */
export interface ClientUseDay {
  readonly subject: string;
  readonly day: string;
  readonly given: number;
  readonly used: number;
  readonly unknown: number;
}

/** A conversation to which given memories may belong. Times are milliseconds since 1970. */
export interface UseConversation {
  readonly id: string;
  readonly client: string;
  /** The client's own id of the session. */
  readonly clientSession: string;
  readonly project: string | null;
  readonly startedAt: number | null;
  readonly lastAt: number;
  /** The number of its last message. */
  readonly lastNumber: number;
}

/** A conversation with the memories that were given in it. */
export interface JudgedConversation extends Pick<UseConversation, "id" | "lastNumber"> {
  readonly given: readonly (Pick<GivenMemory, "row" | "memory" | "by" | "at" | "session"> & {
    readonly content: string;
    /** When it was captured, in milliseconds since 1970. */
    readonly writtenAt: number;
  })[];
}

/**
 * A memory without an id of a session was given at most this long before the first or after the last message of its
 * conversation.
 */
export const SESSION_TOLERANCE_MS = 60_000;

/** Stored conversations, in which the use of memories is looked for. */
export interface UseTranscripts {
  /** The conversations since a time with messages that were not compared with memories, the newest first. */
  next(since: number, limit: number): Promise<readonly UseConversation[]>;
  /**
   * Compares conversations with the memories by words. Each is done up to its last number. A memory without an id of a
   * session is left out if another conversation of the client and the project took place at the same time.
   */
  judge(conversations: readonly JudgedConversation[]): Promise<readonly WordOutcome[]>;
  /** The conversations among these that are stored. */
  stored(ids: readonly string[]): Promise<readonly string[]>;
}

/** Which memories clients got, and which ones they relied on, for the owner. */
export interface UseService extends GivenRecorder {
  ofMemory(id: string): Promise<MemoryUse>;
  byClient(): Promise<readonly ClientUseDay[]>;
  /** The ids of memories that were often given and never used, the most often given first. */
  neverUsed(): Promise<readonly string[]>;
  /** What became of the memories that a client got in an interval. */
  between(subject: string, from: number, to: number): Promise<readonly GivenOutcome[]>;
}

/** Stores which memories clients got, and whether they relied on them. */
export interface UseStore extends GivenRecorder {
  /** Writes the pending records. Never rejects. */
  flush(): Promise<void>;
  /** The time of the first record, or null if there are none. */
  firstAt(): Promise<number | null>;
  /** The memories that were given in a session, with this id of the client's, oldest first. */
  inSession(session: string): Promise<readonly GivenMemory[]>;
  /** The memories that were given without an id of a session in an interval, oldest first. */
  withoutSession(from: number, to: number): Promise<readonly GivenMemory[]>;
  /** An outcome does not replace a use. */
  setOutcomes(outcomes: readonly UseOutcome[]): Promise<void>;
  /** The conversations to which given memories belong. */
  conversations(): Promise<readonly string[]>;
  /** Removes the knowledge from conversations. */
  forgetConversations(ids: readonly string[]): Promise<void>;
  /** By id. Memories that nobody got are omitted. */
  ofMemories(ids: readonly string[]): Promise<ReadonlyMap<string, MemoryUse>>;
  byClient(): Promise<readonly ClientUseDay[]>;
  /** The ids of memories that were given at least this often and never used, the most often given first. */
  neverUsed(atLeast: number, limit: number): Promise<readonly string[]>;
  /** What became of the memories that a client got in an interval. */
  between(subject: string, from: number, to: number): Promise<readonly GivenOutcome[]>;
  /** Deletes everything. */
  clear(): Promise<void>;
}
