import type { Caller } from "../caller.ts";
import type { Memory, UpdateInput } from "../memory.ts";
import type { ChangeStore, NewSpace, RefusedEntry, Resolution, SpaceProgress } from "./change-store.ts";
import type { LoggedEntry } from "./entry.ts";

/** The owner's decision about concurrent changes of a memory. */
export interface ConflictDecision extends Pick<Resolution, "memory" | "stamps" | "take"> {
  /** A merge by hand. Without it and `take`, the present state is kept. */
  readonly changes?: Omit<UpdateInput, "expectedRevision">;
  readonly expectedRevision?: number;
}

export type ProgressListener = (progress: SpaceProgress) => void;

type Unchanged = "outgoing" | "setPublished" | "received" | "setDeviceNames" | "erasures" | "setErased";

/**
 * The change log of spaces as the memory service offers it: with rights, checks and announcements. The code that
 * transports the changes calls `outgoing`, `setPublished`, `received` and `apply`.
 */
export interface ChangeLog extends Pick<ChangeStore, Unchanged> {
  readonly list: ChangeStore["spaces"];
  /**
   * Makes a new space of domains of this device. Its memories are shared by {@link share}.
   * @returns the id of the space
   */
  create(caller: Caller, space: Pick<NewSpace, "name" | "deviceName" | "domains">): Promise<string>;
  /**
   * Joins a space. The others' entries must be applied before {@link share} with `mergeIdentical`, which then adds
   * this device's own memories.
   */
  join(caller: Caller, space: Omit<NewSpace, "deviceId">): Promise<void>;
  addDomains(caller: Caller, id: string, domains: readonly string[]): Promise<void>;
  /** The domains that these spellings mean. @throws invalid_argument */
  domainsOf(caller: Caller, domains: readonly string[]): Promise<string[]>;
  /** As {@link ChangeStore.shareExisting}; continues an interrupted call. */
  share(id: string, mergeIdentical: boolean, onProgress: ProgressListener, signal?: AbortSignal): Promise<void>;
  /** As {@link ChangeStore.apply}, and announces the changes. */
  apply(
    id: string,
    entries: readonly LoggedEntry[],
    onProgress?: (done: number) => void,
    signal?: AbortSignal,
    hasMore?: boolean,
  ): Promise<RefusedEntry[]>;
  /** As {@link ChangeStore.mergeIdentical}, and announces the changes. */
  mergeIdentical(id: string, signal?: AbortSignal): Promise<void>;
  /** Removes the changes of a device after it was revoked, and announces the result. */
  forgetAfter(id: string, device: string, sequence: number): Promise<void>;
  conflicts(caller: Caller, limit?: number, cursor?: string): ReturnType<ChangeStore["conflicts"]>;
  provenance(caller: Caller, memory: string): ReturnType<ChangeStore["provenance"]>;
  resolve(caller: Caller, space: string, decision: ConflictDecision): Promise<Memory>;
  /** Ends the membership; `remove` also deletes the memories of the space from this device. */
  leave(caller: Caller, id: string, memories: "keep" | "remove", onProgress: ProgressListener): Promise<void>;
  /** After another installation was found to publish as this device: a data folder was copied. */
  renewDevice(id: string, published?: number): Promise<void>;
}
