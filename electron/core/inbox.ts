import type { ErrorBody } from "../text/errors.ts";
import type { Caller } from "./caller.ts";
import type { Page } from "./filter.ts";
import type { ClientIdentity, IdenticalMemory, Memory, UpdateInput } from "./memory.ts";
import type { MemoryState } from "./memory-fields.ts";
import type { ArchivedMemory } from "./memory-import.ts";
import type { MemoryChanges, NewMemory } from "./ports.ts";
import type { SimilarMemory } from "./search.ts";
import type { Validity } from "./validity.ts";

/**
 * Why a memory waits for the owner's review. `access`: its client may only propose. `instruction`: it reads like an
 * instruction to an assistant, and is from a client, a watched file, another device or the database of a remote domain.
 * `import`: the owner imported it into the inbox, or lets Recollect watch its file.
 */
export const PROPOSAL_REASONS = ["access", "instruction", "import"] as const;
export type ProposalReason = (typeof PROPOSAL_REASONS)[number];

/** The parts of the inbox. Rejected proposals are kept until the trash is emptied. */
export const INBOX_STATES = ["waiting", "rejected"] as const;
export type InboxState = (typeof INBOX_STATES)[number];

/** Waiting proposals of one client; further ones are refused. */
export const MAX_WAITING = 1_000;

/** A memory that the owner has not kept. Only the owner sees it. */
export interface Proposal {
  /** The memory as it is stored if the owner keeps it unchanged. */
  readonly memory: Memory;
  /** The subject of the token that proposed it. */
  readonly subject: string;
  readonly reason: ProposalReason;
  readonly proposedAt: string;
  /** The id of the memory that it replaces. */
  readonly supersedes: string | null;
  /** Null while it waits. */
  readonly rejectedAt: string | null;
}

/** The owner's decision about a proposal, for the client that made it. */
export interface Review {
  /** The id that the client received when it proposed the memory. */
  readonly id: string;
  readonly outcome: "kept" | "rejected";
  /** The id of the kept memory: another one if a memory with this content existed. */
  readonly memoryId?: string;
}

export interface InboxCounts {
  readonly waiting: number;
  readonly rejected: number;
}

/** The start of the subject of memories from watched files, such as a client's own memory. */
const WATCHED_SUBJECT = "client-memories ";

/** The subject of memories from a client's own memory or a watched file. */
export function watchedSubject(source: string): string {
  return `${WATCHED_SUBJECT}${source}`;
}

/** Whether it was read from a watched file. */
export function isFromWatchedFile({ subject }: Pick<Proposal, "subject">): boolean {
  return subject.startsWith(WATCHED_SUBJECT);
}

/** What a file that the owner lets Recollect watch has now. */
export interface OfferedMemory extends Omit<MemoryState, "source" | keyof Validity> {
  /** The same for the same text in the same place, so that it is proposed once. */
  readonly id: string;
  readonly source: string;
  /** Null if the owner wrote it. */
  readonly client: ClientIdentity | null;
  /** Proposals with earlier texts of the same place, the latest first. */
  readonly earlier: readonly string[];
}

/**
 * `proposed`: it waits; `withdrawn` is the waiting proposal that it replaced. `known`: it waits, was rejected, or is a
 * memory, under the id `as`. `refused`: it cannot be a memory. `full`: too many proposals of the subject wait.
 */
export type OfferOutcome =
  | { readonly kind: "proposed"; readonly withdrawn: string | null }
  | { readonly kind: "known"; readonly as: string }
  | { readonly kind: "refused"; readonly error: ErrorBody }
  | { readonly kind: "full" };

/** What became of a proposal. `superseded`: it is a memory that another one replaced. `none`: nothing of it is here. */
export type OfferState = InboxState | "kept" | "superseded" | "trash" | "none";

/**
 * The inbox, for the owner; except for {@link InboxService.takeReviews}, a call by a client is permission_denied.
 * @throws not_found for an id that is not in the inbox; conflict if it was decided already
 */
export interface InboxService {
  /** Waiting proposals oldest first, rejected ones newest first. */
  list(caller: Caller, state: InboxState, limit: number, cursor?: string): Promise<Page<Proposal>>;
  counts(caller: Caller): Promise<InboxCounts>;
  /** Memories that are similar to a proposal. */
  similar(caller: Caller, id: string): Promise<SimilarMemory[]>;
  /** Stores a proposal as a memory. Changes are a revision of the owner. */
  keep(caller: Caller, id: string, changes?: UpdateInput): Promise<Memory>;
  reject(caller: Caller, id: string): Promise<Proposal>;
  /** Undoes keep and reject. @throws conflict where the kept memory has changed since */
  reopen(caller: Caller, id: string): Promise<Proposal>;
  /**
   * Proposes the contents of a watched file. If an earlier text still waits, this one replaces it; if an earlier text
   * was kept, this one supersedes that memory once it is kept. `origin`: the client or the file.
   */
  offer(caller: Caller, origin: string, memory: OfferedMemory): Promise<OfferOutcome>;
  offerStates(caller: Caller, ids: readonly string[]): Promise<ReadonlyMap<string, OfferState>>;
  /** Returns the decisions about the caller's proposals that it has not received yet; each is returned once. */
  takeReviews(caller: Caller): Promise<Review[]>;
}

export interface NewProposal {
  readonly subject: string;
  readonly reason: ProposalReason;
  readonly memory: NewMemory | ArchivedMemory;
}

/** Stores proposals apart from the memories, so that no query, index or count of memories covers them (ADR 0023). */
export interface ProposalStore {
  /**
   * One transaction. `at`: milliseconds since 1970. `withdrawn`: waiting proposals that are removed.
   * @throws storage if an id exists already
   */
  add(proposals: readonly NewProposal[], at: number, withdrawn?: readonly string[]): Promise<Proposal[]>;
  /** @throws not_found, conflict unless it waits */
  waiting(id: string): Promise<Proposal>;
  list(state: InboxState, limit: number, cursor: string | null): Promise<Page<Proposal>>;
  counts(): Promise<InboxCounts>;
  countOf(subject: string): Promise<number>;
  /** The waiting proposal of this content in this place by this subject. */
  findWaiting(subject: string, memory: IdenticalMemory): Promise<Proposal | null>;
  /** Returns which of the ids are in the inbox, and in which part. */
  known(ids: readonly string[]): Promise<ReadonlyMap<string, InboxState>>;
  /** Returns which of the ids are held: memories from elsewhere, here or in a remote domain, that the owner has not kept. */
  heldAmong(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Returns the memories of a remote domain that may be given to somebody: those that do not read like an instruction,
   * and those that the owner kept. The others wait in the inbox.
   */
  admitRows(memories: readonly Memory[]): Promise<readonly Memory[]>;
  /** Notes that a memory was written into a remote domain from here: its text has been reviewed. */
  allowRow(memory: Memory): Promise<void>;
  /**
   * Stores a proposal as a memory in one transaction, and marks the memory that it replaces if that still exists.
   * @param as the id of a memory with the same content, which is kept instead. Null if there is none
   * @throws not_found, conflict unless it waits
   */
  keep(
    id: string,
    changes: MemoryChanges,
    as: string | null,
    at: number,
  ): Promise<{ readonly memory: Memory; readonly superseded: Memory | null }>;
  /** Marks a proposal as kept: its memory was stored in a remote domain. @throws not_found, conflict unless it waits */
  keptElsewhere(id: string, memory: Memory, at: number): Promise<void>;
  /** @throws not_found, conflict unless it waits */
  reject(id: string, at: number): Promise<Proposal>;
  /**
   * Makes a decided proposal wait again, and deletes the memory that it became.
   * @throws not_found; conflict if it waits or the memory has changed since
   */
  reopen(
    id: string,
    at: number,
  ): Promise<{ readonly proposal: Proposal; readonly removed: Memory | null; readonly reinstated: Memory | null }>;
  takeReviews(subject: string, limit: number, at: number): Promise<Review[]>;
  /** Deletes the rejected proposals; returns how many there were. */
  purgeRejected(): Promise<number>;
}
