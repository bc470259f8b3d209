import type { ErrorBody } from "../../text/errors.ts";
import type { ClientIdentity, Memory } from "../memory.ts";
import type { Edit } from "../ports.ts";
import type { SecretPolicy } from "../secrets/policy.ts";
import type { EntryFields, FieldName, LoggedEntry } from "./entry.ts";
import type { Stamp } from "./stamp.ts";

/** A device of a space, as this one knows it. */
export interface KnownDevice {
  readonly id: string;
  /** "" while it is unknown. */
  readonly name: string;
  /** The number of its changes that are here. */
  readonly received: number;
  /**
   * How far the time of its last change was ahead of this device's clock at arrival, in ms. The time in transport
   * reduces it.
   */
  readonly clockOffset: number;
  /**
   * The number of its changes that are kept aside, because their time is far ahead of the clock of this device. Missing
   * if there are none.
   */
  readonly held?: number;
}

/** A space that this device is a member of. */
export interface SpaceSummary {
  readonly id: string;
  readonly name: string;
  readonly domains: readonly string[];
  /** Domains of memories that other devices share and this one does not; `addDomains` shares them here. */
  readonly offeredDomains: readonly string[];
  /** This device in the space. */
  readonly device: { readonly id: string; readonly name: string };
  /** The others. */
  readonly devices: readonly KnownDevice[];
  /** The number of changes of this device that its carrier has. */
  readonly published: number;
  /** The number of changes of this device that its carrier does not have. */
  readonly unpublished: number;
  readonly conflicts: number;
  readonly isLeaving: boolean;
  /** ISO 8601. */
  readonly joinedAt: string;
}

/** A new membership. The ids are ULIDs; the id of the device must never have been used before. */
export interface NewSpace {
  readonly id: string;
  readonly name: string;
  readonly deviceId: string;
  readonly deviceName: string;
  readonly domains: readonly string[];
}

/** A memory that entries changed. Null if it was not here, or is not any more. */
export interface AppliedChange {
  readonly before: Memory | null;
  readonly after: Memory | null;
  /** The memory is, or was, held in the inbox. */
  readonly isReviewed?: true;
}

/** The first change of a device that was not applied, with its later ones. */
export interface RefusedEntry {
  readonly device: string;
  readonly sequence: number;
  readonly error: ErrorBody;
}

/** A change that another one replaced without knowing it. */
export interface MemoryConflictEntry {
  /** The space of the change. The memory can be in another one since. */
  readonly space: string;
  /** Identifies the change. */
  readonly stamp: Stamp;
  /** The memory now. */
  readonly memory: Memory;
  /** The differing fields. */
  readonly fields: readonly FieldName[];
  /** The memory as the other device had it after its change; null if a part of its history has not arrived. */
  readonly other: EntryFields | null;
  readonly device: { readonly id: string; readonly name: string };
  readonly client: ClientIdentity | null;
  /** By the clock of its device, ISO 8601. */
  readonly at: string;
}

/** Where the revisions of a shared memory come from. */
export interface MemoryProvenance {
  /** The id of the space. */
  readonly space: string;
  /** The revisions that the other devices have too, oldest first. */
  readonly revisions: readonly {
    readonly revision: number;
    /** The name is "" while it is unknown. */
    readonly device: { readonly id: string; readonly name: string };
    /** Another revision was made by a device that did not know this one, nor did its device know that one. */
    readonly isConcurrent: boolean;
  }[];
}

/** What a person decides about concurrent changes. */
export interface Resolution {
  readonly memory: string;
  /** The changes that this decides about; by default all open ones of the memory. */
  readonly stamps?: readonly Stamp[];
  /** Take the fields of this change that differ. */
  readonly take?: Stamp;
  /** Set these fields: a merge by hand. Neither this nor `take`: keep the present state. */
  readonly fields?: Partial<EntryFields>;
  readonly expectedRevision: number | null;
}

export interface SpaceProgress {
  readonly done: number;
  readonly total: number;
}

/** The change log of spaces. Every write is durable when its promise resolves. */
export interface ChangeStore {
  spaces(): Promise<SpaceSummary[]>;
  /**
   * Makes this device a member of a new or an existing space. From now on changes in its domains are recorded; memories
   * that exist are shared by {@link shareExisting}.
   * @throws conflict if a domain is in another space, or this device is a member already
   */
  addSpace(space: NewSpace): Promise<void>;
  /** Shares more domains; {@link shareExisting} must follow. @throws not_found, conflict */
  addDomains(space: string, domains: readonly string[]): Promise<void>;
  /** Changes the names under which the devices of a space are shown. */
  setDeviceNames(space: string, names: ReadonlyMap<string, string>): Promise<void>;
  /**
   * Writes an entry for each current memory in the domains that has none, in steps; resumable, and idempotent.
   * @param mergeIdentical a memory whose content is in the space under another id is superseded by that one, on this
   * device only, and not sent. Its tags and its pin are added to that one, and sent. When a space is joined, its entries
   * must be applied first.
   * @param edit who joined, and when
   * @throws not_found
   */
  shareExisting(
    space: string,
    mergeIdentical: boolean,
    edit: Omit<Edit, "action">,
    onStep: (progress: SpaceProgress, changes: readonly AppliedChange[]) => void,
    signal?: AbortSignal,
  ): Promise<void>;
  /**
   * The next changes of this device that its carrier does not have, in order.
   * @param maxBytes the maximum size of all bodies; the first entry is returned in any case
   * @param after the changes after this sequence, even if the carrier had them
   */
  outgoing(space: string, maxBytes: number, after?: number): Promise<LoggedEntry[]>;
  /**
   * Notes that the carrier has the changes of this device up to a sequence. A lower sequence than before has no effect.
   * @throws not_found
   */
  setPublished(space: string, device: string, sequence: number): Promise<void>;
  /** The sequence up to which the changes of each other device are here. */
  received(space: string): Promise<Map<string, number>>;
  /**
   * Applies changes of other devices, each device's in order, in steps; repeated ones are ignored. Each step stores its
   * position: after a crash, {@link received} says where to continue.
   * @param policy what the owner chose to do with secrets: they are masked or allowed on arrival
   * @param onStep is called after each transaction
   * @param hasMore whether another call follows: memories with many changes are brought up to date in the last one
   * @returns the first change of each device that could not be applied; those after it were not applied either
   * @throws not_found, conflict if another installation publishes as this device
   */
  apply(
    space: string,
    entries: readonly LoggedEntry[],
    policy: SecretPolicy,
    onStep: (changes: readonly AppliedChange[], done: number) => void,
    signal?: AbortSignal,
    hasMore?: boolean,
  ): Promise<RefusedEntry[]>;
  /**
   * Supersedes, in steps, memories that this device captured by identical ones that another device captured earlier, and
   * adds tags and pins to these. Must follow the last call of {@link apply}. @throws not_found
   */
  mergeIdentical(
    space: string,
    edit: Omit<Edit, "action">,
    onStep: (changes: readonly AppliedChange[]) => void,
    signal?: AbortSignal,
  ): Promise<void>;
  /**
   * Removes changes of a device after a sequence, in steps: the device was revoked, and they are ignored. What they
   * purged stays deleted. @throws not_found
   */
  forgetAfter(
    space: string,
    device: string,
    sequence: number,
    onStep: (changes: readonly AppliedChange[]) => void,
  ): Promise<void>;
  /**
   * Changes whose contents a purge deleted here, while the carrier can still have them: what replaces them there.
   * @param devices `own`: only those that this device published
   */
  erasures(space: string, devices: "own" | "all", limit: number): Promise<LoggedEntry[]>;
  /** Notes that the carrier does not have their contents any more. @throws not_found */
  setErased(space: string, entries: readonly Pick<LoggedEntry, "device" | "sequence">[]): Promise<void>;
  /** Open conflicts of all spaces, in the order of the memories' ids. */
  conflicts(
    limit: number,
    cursor: string | null,
  ): Promise<{ readonly items: MemoryConflictEntry[]; readonly nextCursor?: string }>;
  /** Null for a memory that is in no space. */
  provenance(memory: string): Promise<MemoryProvenance | null>;
  /**
   * @param space the space of one of the changes
   * @throws not_found, conflict if the memory has no such open conflict or another revision
   */
  resolve(space: string, resolution: Resolution, edit: Omit<Edit, "action">): Promise<AppliedChange>;
  /**
   * Ends the membership, in steps; called again, it continues. Unpublished changes are not sent any more.
   * @param memories `remove`: delete what came from, or was sent to, the space
   */
  leave(
    space: string,
    memories: "keep" | "remove",
    onStep: (progress: SpaceProgress, changes: readonly AppliedChange[]) => void,
  ): Promise<void>;
  /**
   * Gives this device another id, under which its unpublished changes are sent.
   * @param published the last change that its carrier has, if published changes are missing there
   * @throws not_found
   */
  renewDevice(space: string, deviceId: string, published?: number): Promise<void>;
}
