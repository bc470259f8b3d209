import type { ProposalStore } from "../core/inbox.ts";
import type { Memory } from "../core/memory.ts";
import type { Clock, MemoryStore } from "../core/ports.ts";
import { RecollectError } from "../text/errors.ts";
import type { RemoteDomain } from "./remote-domain.ts";
import type { Routes } from "./routes.ts";

export interface RoutedStoreParts {
  readonly memories: MemoryStore;
  readonly routes: Routes;
  readonly clock: Clock;
  readonly reviews: Pick<ProposalStore, "admitRows" | "allowRow">;
}

type Writes = Pick<
  MemoryStore,
  | "insert"
  | "update"
  | "setDeleted"
  | "setPinned"
  | "merge"
  | "separate"
  | "reinstate"
  | "purge"
  | "insertArchived"
  | "findIdentical"
>;
type Places = ReadonlyMap<string, RemoteDomain | null>;

/**
 * Writes a memory in its place, which is looked up unless it is known; nothing is moved between places.
 * @param placeOf null for this machine. @throws unavailable
 */
export function createRoutedWrites(
  { memories, routes, clock, reviews }: RoutedStoreParts,
  placeOf: (id: string) => Promise<RemoteDomain | null>,
): Writes {
  const placesOf = async (ids: readonly string[]): Promise<Places> => {
    const places = new Map<string, RemoteDomain | null>();
    for (const id of ids) places.set(id, await placeOf(id));
    return places;
  };
  /** @throws invalid_argument if the memories are in several places */
  const commonPlaceOf = async (ids: readonly string[]): Promise<RemoteDomain | null> => {
    const [first = null, ...others] = new Set((await placesOf(ids)).values());
    if (others.length === 0) return first;
    throw new RecollectError("remote_places_differ", {}, { field: "others" });
  };
  const inPlace = (places: Places, place: RemoteDomain | null) =>
    [...places].flatMap(([id, own]) => (own === place ? [id] : []));
  const remotesIn = (places: Places) => new Set([...places.values()].filter((place) => place !== null));

  return {
    async insert(memory, onCommitted) {
      const remote = routes.ofDomain(memory.domain);
      const replaced = memory.supersedes === null ? remote : await placeOf(memory.supersedes);
      if (replaced !== remote) throw new RecollectError("remote_places_differ", {}, { field: "supersedes" });
      if (remote === null) return memories.insert(memory, onCommitted);
      const stored = await remote.write((writer) => writer.insert(memory));
      routes.note(remote, [stored.id]);
      await reviews.allowRow(stored);
      return stored;
    },
    async update(id, changes, expectedRevision, edit) {
      const remote = await placeOf(id);
      const { domain } = changes;
      const isMoved = domain !== undefined && routes.ofDomain(domain) !== remote;
      // A memory that was here before its domain became remote stays, with its domain.
      if (isMoved && (remote !== null || (await memories.get(id))?.domain !== domain)) {
        throw new RecollectError("remote_move_refused", { domain }, { field: "domain" });
      }
      if (remote === null) return memories.update(id, changes, expectedRevision, edit);
      const updated = await remote.write((writer) => writer.update({ id, expectedRevision }, changes, edit));
      await reviews.allowRow(updated);
      return updated;
    },
    async setDeleted(id, deleted, expectedRevision, edit) {
      const remote = await placeOf(id);
      if (remote === null) return memories.setDeleted(id, deleted, expectedRevision, edit);
      return remote.write((writer) => writer.setDeleted({ id, expectedRevision }, deleted, edit));
    },
    async setPinned(ids, pinned) {
      const places = await placesOf(ids);
      const changed = [...(await memories.setPinned(inPlace(places, null), pinned))];
      for (const remote of remotesIn(places)) {
        changed.push(...(await remote.write((writer) => writer.setPinned(inPlace(places, remote), pinned))));
      }
      return changed;
    },
    async merge(keep, others, edit) {
      const remote = await commonPlaceOf([keep.id, ...others.map(({ id }) => id)]);
      if (remote === null) return memories.merge(keep, others, edit);
      return remote.write(async (writer) => {
        const kept = await writer.update(keep, keep.changes, { ...edit, action: "update" });
        const superseded: Memory[] = [];
        for (const other of others) superseded.push(await writer.supersede(other, keep.id, edit));
        return { kept, superseded };
      });
    },
    async separate(keep, others, edit) {
      const remote = await commonPlaceOf([keep.id, ...others.map(({ id }) => id)]);
      if (remote === null) return memories.separate(keep, others, edit);
      return remote.write(async (writer) => {
        const kept = await writer.update(keep, keep.changes, { ...edit, action: "update" });
        const reinstated: Memory[] = [];
        for (const other of others) reinstated.push(await writer.separate(other, keep.id, edit));
        return { kept, reinstated };
      });
    },
    async reinstate(id, edit) {
      const remote = await placeOf(id);
      return remote === null ? memories.reinstate(id, edit) : remote.write((writer) => writer.reinstate(id, edit));
    },
    async purge(given, onPurged = () => undefined) {
      const places: Places = given === "trash" ? new Map() : await placesOf(given);
      const local = given === "trash" ? given : inPlace(places, null);
      let count = local.length === 0 ? 0 : await memories.purge(local, onPurged);
      const remotes = given === "trash" ? routes.all().filter(({ isWritable }) => isWritable) : remotesIn(places);
      for (const remote of remotes) {
        const purged = await remote.write(async (writer, query) =>
          writer.purge(given === "trash" ? await remote.reader.trash(query) : inPlace(places, remote)),
        );
        for (const memory of purged) onPurged(memory);
        count += purged.length;
      }
      return count;
    },
    async insertArchived(archived) {
      const domain = archived.find((memory) => routes.ofDomain(memory.domain) !== null)?.domain;
      if (domain === undefined) return memories.insertArchived(archived);
      throw new RecollectError("remote_import_refused", { domain }, { field: "domain" });
    },
    async findIdentical(memory) {
      const remote = routes.ofDomain(memory.domain);
      if (remote === null) return memories.findIdentical(memory);
      return remote.write((writer) => writer.findIdentical(memory, clock.now()));
    },
  };
}
