import type { Caller } from "../core/caller.ts";
import type { MemoryChange } from "../core/events.ts";
import type { Memory, UpdateInput } from "../core/memory.ts";
import { changedState, REGISTER_NAMES, toRegisters } from "../core/memory-fields.ts";
import type { MemoryChanges } from "../core/ports.ts";
import type {
  AppliedChange,
  ChangeStore,
  MemoryConflictEntry,
  MemoryProvenance,
  NewSpace,
  RefusedEntry,
  SpaceProgress,
} from "../core/replication/change-store.ts";
import type { EntryFields, LoggedEntry } from "../core/replication/entry.ts";
import type { Stamp } from "../core/replication/stamp.ts";
import { assertInterval } from "../core/validity.ts";
import { RecollectError } from "../text/errors.ts";
import { changeOf } from "./announce.ts";
import { checkChanges } from "./change.ts";
import { assertOwner } from "./rights.ts";
import type { OperationParts } from "./service-parts.ts";
import { checkInteger, checkRevision } from "./validate.ts";

/** What the owner decides about concurrent changes of a memory. */
export interface ConflictDecision {
  readonly memory: string;
  /** Default: all open ones of the memory. */
  readonly stamps?: readonly Stamp[];
  /**
   * Take the fields of this change that differ. Neither this nor `changes`, a merge by hand: keep the present state.
   */
  readonly take?: Stamp;
  readonly changes?: Omit<UpdateInput, "expectedRevision">;
  readonly expectedRevision?: number;
}

export type ProgressListener = (progress: SpaceProgress) => void;

type SpacesParts = Pick<
  OperationParts,
  "store" | "announce" | "indexer" | "clock" | "newId" | "stopSecrets" | "isRemote"
> & {
  readonly changes: ChangeStore;
};

/**
 * Spaces as the memory service does them: with rights, checks and announcements. What transports the changes calls
 * `outgoing`, `setPublished`, `received` and `apply`.
 */
export function createSpaces(parts: SpacesParts) {
  const { changes, store, announce, indexer, clock, newId, stopSecrets, isRemote } = parts;
  /** A remote domain cannot be in a space. */
  const assertLocal = (domains: readonly string[]): void => {
    const domain = domains.find(isRemote);
    if (domain !== undefined) throw new RecollectError("remote_not_shared", { domain }, { field: "domains" });
  };

  const noted = (applied: readonly AppliedChange[]): void => {
    if (applied.length === 0) return;
    announce(applied.flatMap(describeChange));
    indexer?.wake();
  };
  const ownEdit = () => ({ client: null, at: clock.now() });

  /** Continues an interrupted call. */
  async function share(id: string, mergeIdentical: boolean, onProgress: ProgressListener, signal?: AbortSignal) {
    const onStep = (progress: SpaceProgress, applied: readonly AppliedChange[]) => {
      noted(applied);
      onProgress(progress);
    };
    await changes.shareExisting(id, mergeIdentical, ownEdit(), onStep, signal);
  }

  return {
    list: changes.spaces,
    outgoing: changes.outgoing,
    setPublished: changes.setPublished,
    received: changes.received,
    setDeviceNames: changes.setDeviceNames,
    erasures: changes.erasures,
    setErased: changes.setErased,

    /**
     * Makes a new space of domains of this device. Its memories are shared by {@link share}.
     * @returns the id of the space
     */
    async create(caller: Caller, space: Pick<NewSpace, "name" | "deviceName" | "domains">): Promise<string> {
      assertOwner(caller);
      assertLocal(space.domains);
      const id = newId();
      await changes.addSpace({ ...space, id, deviceId: newId() });
      return id;
    },

    /**
     * Joins a space. The others' entries must be applied before {@link share} with `mergeIdentical`, which then adds
     * this device's own memories.
     */
    async join(caller: Caller, space: Omit<NewSpace, "deviceId">): Promise<void> {
      assertOwner(caller);
      assertLocal(space.domains);
      await changes.addSpace({ ...space, deviceId: newId() });
    },

    async addDomains(caller: Caller, id: string, domains: readonly string[]): Promise<void> {
      assertOwner(caller);
      assertLocal(domains);
      await changes.addDomains(id, domains);
    },

    share,

    /** Applies changes of other devices and announces what they change. As {@link ChangeStore.apply}. */
    async apply(
      id: string,
      entries: readonly LoggedEntry[],
      onProgress: (done: number) => void = () => undefined,
      signal?: AbortSignal,
    ): Promise<RefusedEntry[]> {
      const onStep = (applied: readonly AppliedChange[], done: number) => {
        noted(applied);
        onProgress(done);
      };
      return changes.apply(id, entries, onStep, signal);
    },

    /** Removes the changes of a device after it was revoked, and announces the result. */
    forgetAfter: (id: string, device: string, sequence: number): Promise<void> =>
      changes.forgetAfter(id, device, sequence, noted),

    async conflicts(
      caller: Caller,
      limit?: number,
      cursor?: string,
    ): Promise<{ readonly items: readonly MemoryConflictEntry[]; readonly nextCursor?: string }> {
      assertOwner(caller);
      return changes.conflicts(checkInteger("limit", limit, { from: 1, to: 200, otherwise: 50 }), cursor ?? null);
    },

    async provenance(caller: Caller, memory: string): Promise<MemoryProvenance | null> {
      assertOwner(caller);
      return changes.provenance(memory);
    },

    async resolve(caller: Caller, id: string, decision: ConflictDecision): Promise<Memory> {
      assertOwner(caller);
      const { memory, stamps, take, changes: given = {} } = decision;
      const present = await store.get(memory);
      if (present === null) throw new RecollectError("memory_gone", { id: memory.slice(0, 60) });
      const safe = stopSecrets(given, given.domain ?? present.domain, () => undefined);
      const checked = await checkChanges(store, caller, safe);
      assertLocal(checked.domain === undefined ? [] : [checked.domain]);
      const fields = toFields(checked, present);
      const expectedRevision = checkRevision(decision.expectedRevision);
      const applied = await changes.resolve(id, { memory, stamps, take, fields, expectedRevision }, ownEdit());
      noted([applied]);
      return applied.after ?? present;
    },

    /** Ends the membership; `remove` also deletes the memories of the space from this device. */
    async leave(caller: Caller, id: string, memories: "keep" | "remove", onProgress: ProgressListener): Promise<void> {
      assertOwner(caller);
      await changes.leave(id, memories, (progress, applied) => {
        noted(applied);
        onProgress(progress);
      });
    },

    /** After another installation was found to publish as this device: a data folder was copied. */
    renewDevice: (id: string, published?: number) => changes.renewDevice(id, newId(), published),
  };
}
export type Spaces = ReturnType<typeof createSpaces>;

function describeChange({ before, after }: AppliedChange): MemoryChange[] {
  if (after === null) return before === null ? [] : [changeOf("purged", before, null)];
  if (before === null) return [changeOf("captured", after, after.client)];
  const isDeleted = after.deletedAt !== null;
  if (isDeleted !== (before.deletedAt !== null)) {
    return [changeOf(isDeleted ? "deleted" : "restored", after, null, before)];
  }
  return [changeOf("updated", after, null, before)];
}

/** Changes as fields of an entry, in which an interval is one field. @throws invalid_argument if it is empty */
function toFields(changes: MemoryChanges, present: Memory): Partial<EntryFields> {
  const registers = toRegisters(changedState(present, changes));
  if ("validFrom" in changes || "validUntil" in changes) assertInterval(registers.validity);
  const set = REGISTER_NAMES.filter((name) =>
    name === "validity" ? "validFrom" in changes || "validUntil" in changes : name in changes,
  );
  return Object.fromEntries(set.map((name) => [name, registers[name]]));
}
