import type { Caller } from "../core/caller.ts";
import type { MemoryChange } from "../core/events.ts";
import type { Memory } from "../core/memory.ts";
import { changedState, REGISTER_NAMES, toRegisters } from "../core/memory-fields.ts";
import type { MemoryChanges } from "../core/ports.ts";
import type { ChangeLog, ProgressListener } from "../core/replication/change-log.ts";
import type { AppliedChange, ChangeStore, SpaceProgress } from "../core/replication/change-store.ts";
import type { EntryFields } from "../core/replication/entry.ts";
import { assertInterval } from "../core/validity.ts";
import { RecollectError } from "../text/errors.ts";
import { changeOf } from "./announce.ts";
import { checkChanges } from "./change.ts";
import { assertOwner } from "./rights.ts";
import type { OperationParts } from "./service-parts.ts";
import { checkInteger, checkRevision } from "./validate.ts";

type SpacesParts = Pick<
  OperationParts,
  | "store"
  | "announce"
  | "events"
  | "indexer"
  | "clock"
  | "newId"
  | "stopSecrets"
  | "isRemote"
  | "secretPolicy"
  | "names"
> & {
  readonly changes: ChangeStore;
};

/** Changes in spaces with rights, checks and announcements; {@link ChangeLog} documents the operations. */
export function createChangeLog(parts: SpacesParts): ChangeLog {
  const { changes, store, announce, events, indexer, clock, newId, stopSecrets, secretPolicy, isRemote, names } = parts;
  const written = async (caller: Caller, domains: readonly string[]): Promise<string[]> => {
    const known = await names(caller);
    return domains.map((domain) => known.toWrite(domain, "domains"));
  };
  /** A remote domain cannot be in a space. */
  const assertLocal = (domains: readonly string[]): void => {
    const domain = domains.find(isRemote);
    if (domain !== undefined) throw new RecollectError("remote_not_shared", { domain }, { field: "domains" });
  };

  const noted = (applied: readonly AppliedChange[]): void => {
    if (applied.length === 0) return;
    announce(applied.flatMap(describeChange));
    if (applied.some(({ isReviewed }) => isReviewed)) events.emit("inbox.changed", null);
    indexer?.wake();
  };
  const ownEdit = () => ({ client: null, at: clock.now() });
  const announcing = (onProgress: ProgressListener) => (progress: SpaceProgress, applied: readonly AppliedChange[]) => {
    noted(applied);
    onProgress(progress);
  };

  return {
    list: changes.spaces,
    outgoing: changes.outgoing,
    setPublished: changes.setPublished,
    received: changes.received,
    setDeviceNames: changes.setDeviceNames,
    erasures: changes.erasures,
    setErased: changes.setErased,

    domainsOf: written,

    async create(caller, space) {
      assertOwner(caller);
      const domains = await written(caller, space.domains);
      assertLocal(domains);
      const id = newId();
      await changes.addSpace({ ...space, domains, id, deviceId: newId() });
      return id;
    },

    async join(caller, space) {
      assertOwner(caller);
      assertLocal(space.domains);
      await changes.addSpace({ ...space, deviceId: newId() });
    },

    async addDomains(caller, id, domains) {
      assertOwner(caller);
      const added = await written(caller, domains);
      assertLocal(added);
      await changes.addDomains(id, added);
    },

    share: (id, mergeIdentical, onProgress, signal) =>
      changes.shareExisting(id, mergeIdentical, ownEdit(), announcing(onProgress), signal),

    apply: (id, entries, onProgress = () => undefined, signal, hasMore) =>
      changes.apply(
        id,
        entries,
        secretPolicy(),
        (applied, done) => {
          noted(applied);
          onProgress(done);
        },
        signal,
        hasMore,
      ),

    mergeIdentical: (id, signal) => changes.mergeIdentical(id, ownEdit(), noted, signal),

    forgetAfter: (id, device, sequence) => changes.forgetAfter(id, device, sequence, noted),

    async conflicts(caller, limit, cursor) {
      assertOwner(caller);
      return changes.conflicts(checkInteger("limit", limit, { from: 1, to: 200, otherwise: 50 }), cursor ?? null);
    },

    async provenance(caller, memory) {
      assertOwner(caller);
      return changes.provenance(memory);
    },

    async resolve(caller, id, decision) {
      assertOwner(caller);
      const { memory, stamps, take, changes: given = {} } = decision;
      const present = await store.get(memory);
      if (present === null) throw new RecollectError("memory_gone", { id: memory.slice(0, 60) });
      const safe = stopSecrets(given, given.domain ?? present.domain, () => undefined);
      const known = await names(caller);
      const placed = safe.domain === undefined ? safe : { ...safe, domain: known.toWrite(safe.domain) };
      const checked = await checkChanges(store, caller, placed);
      assertLocal(checked.domain === undefined ? [] : [checked.domain]);
      const fields = toFields(checked, present);
      const expectedRevision = checkRevision(decision.expectedRevision);
      const applied = await changes.resolve(id, { memory, stamps, take, fields, expectedRevision }, ownEdit());
      noted([applied]);
      return applied.after ?? present;
    },

    async leave(caller, id, memories, onProgress) {
      assertOwner(caller);
      await changes.leave(id, memories, announcing(onProgress));
    },

    renewDevice: (id, published) => changes.renewDevice(id, newId(), published),
  };
}

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
