import type { MemoryFilter, MemorySort, Page } from "../core/filter.ts";
import type { Memory } from "../core/memory.ts";
import type { Clock, Facets, MemoryStore } from "../core/ports.ts";
import { RecollectError } from "../text/errors.ts";
import type { ListPosition } from "./reader.ts";
import type { RemoteDomain } from "./remote-domain.ts";
import type { Routes } from "./routes.ts";

interface RoutedStoreParts {
  readonly memories: MemoryStore;
  readonly routes: Routes;
  readonly clock: Clock;
}

/**
 * The memories of this machine together with those of remote domains. A new memory goes to the place of its domain; a
 * known one is where its id was found. Nothing is moved between places. Local memories are read first and never wait for
 * a database; lists and counts leave out a domain that cannot be read.
 */
export function createRoutedStore({ memories, routes, clock }: RoutedStoreParts): MemoryStore {
  /** Finds a memory that is not on this machine. @throws unavailable if it may be in a domain that cannot be read */
  async function findRemote(id: string, remotes: readonly RemoteDomain[]): Promise<Memory | null> {
    const known = routes.ofMemory(id);
    const asked = known === null ? remotes : [known];
    const answers = await Promise.allSettled(
      asked.map(async (remote) => {
        const [memory] = await remote.read((query) => remote.reader.getMany(query, [id]));
        if (memory !== undefined) routes.note(remote, [id]);
        return memory ?? null;
      }),
    );
    const failed = answers.find((answer) => answer.status === "rejected");
    const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? (answer.value ?? []) : []));
    if (found[0] === undefined && failed !== undefined) throw failed.reason;
    return found[0] ?? null;
  }

  async function readMany(ids: readonly string[]): Promise<Memory[]> {
    const local = await memories.getMany(ids);
    if (local.length === ids.length || routes.all().length === 0) return local;
    const found = new Map(local.map((memory) => [memory.id, memory]));
    const left = ids.filter((id) => !found.has(id));
    const byPlace = new Map<RemoteDomain, string[]>();
    for (const id of left) {
      const known = routes.ofMemory(id);
      for (const remote of known === null ? routes.all() : [known]) {
        byPlace.set(remote, [...(byPlace.get(remote) ?? []), id]);
      }
    }
    const read = await Promise.all(
      [...byPlace].map(([remote, wanted]) => remote.tryRead((query) => remote.reader.getMany(query, wanted), [])),
    );
    for (const memory of read.flat()) {
      found.set(memory.id, memory);
      const remote = routes.ofDomain(memory.domain);
      if (remote !== null) routes.note(remote, [memory.id]);
    }
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  async function listAll(
    filter: MemoryFilter,
    sort: MemorySort,
    limit: number,
    cursor: string | null,
  ): Promise<Page<Memory>> {
    const remotes = routes.within(filter);
    if (remotes.length === 0) return memories.list(filter, sort, limit, cursor);
    // Decodes and checks the cursor, also where the page contains remote memories only.
    const local = await memories.list(filter, sort, limit, cursor);
    const position = cursor === null ? null : readCursor(cursor);
    const now = clock.now();
    const lists = await Promise.all(
      remotes.map(async (remote, index) => {
        const after = position === null ? null : positionIn(position, index, remotes);
        const items = await remote.tryRead(
          (query) => remote.reader.list(query, { filter, sort, limit: limit + 1, after, now }),
          [],
        );
        routes.note(
          remote,
          items.map(({ id }) => id),
        );
        return items;
      }),
    );
    const merged = mergeLists([...lists, local.items], sort);
    const items = merged.slice(0, limit);
    const last = items.at(-1);
    const hasMore = merged.length > limit || local.nextCursor !== undefined;
    return !hasMore || last === undefined
      ? { items }
      : { items, nextCursor: cursorAfter(last, sort, routes.ofMemory(last.id)) };
  }

  async function combineFacets(filter: MemoryFilter): Promise<Facets> {
    const now = clock.now();
    const remotes = routes.within(filter);
    const all = await Promise.all([
      memories.facets(filter),
      ...remotes.map((remote) => remote.tryRead((query) => remote.reader.facets(query, filter, now), null)),
    ]);
    return all.filter((facets) => facets !== null).reduce(addFacets);
  }

  /** The place of a memory; one of a remote domain must have been read before. Null: this machine. */
  const placeOf = (id: string) => routes.ofMemory(id);

  return {
    insert: async (memory) => {
      const remote = routes.ofDomain(memory.domain);
      const replaced = memory.supersedes === null ? remote : placeOf(memory.supersedes);
      if (replaced !== remote) {
        throw new RecollectError("remote_places_differ", {}, { field: "supersedes" });
      }
      if (remote === null) return memories.insert(memory);
      const stored = await remote.write((writer, query, change) => writer.insert(query, memory, change));
      routes.note(remote, [stored.id]);
      return stored;
    },
    async get(id, scope = null) {
      const local = await memories.get(id);
      const remotes = routes.within(scope);
      return local !== null || remotes.length === 0 ? local : findRemote(id, remotes);
    },
    newestTime: () => memories.newestTime(),
    async idsLike(part, limit, scope) {
      const local = await memories.idsLike(part, limit, scope);
      if (local.length > 0) return local;
      const found = await Promise.all(
        routes.within(scope).map(async (remote) => {
          const ids = await remote.tryRead((query) => remote.reader.idsLike(query, part, limit, scope), []);
          routes.note(remote, ids);
          return ids;
        }),
      );
      return found.flat().slice(0, limit);
    },
    getMany: readMany,
    async contentsOf(ids) {
      const local = await memories.contentsOf(ids);
      if (local.size === new Set(ids).size || routes.all().length === 0) return local;
      const others = await readMany(ids.filter((id) => !local.has(id)));
      const found = new Map([...local, ...others.map(({ id, content }) => [id, content] as const)]);
      return new Map(ids.flatMap((id) => (found.has(id) ? [[id, found.get(id) ?? ""] as const] : [])));
    },
    async update(id, changes, expectedRevision, edit) {
      const remote = placeOf(id);
      const { domain } = changes;
      const isMoved = domain !== undefined && routes.ofDomain(domain) !== remote;
      // A memory that was here before its domain became remote stays, with its domain.
      if (isMoved && (remote !== null || (await memories.get(id))?.domain !== domain)) {
        throw new RecollectError("remote_move_refused", { domain }, { field: "domain" });
      }
      if (remote === null) return memories.update(id, changes, expectedRevision, edit);
      return remote.write((writer, query, change) => writer.update(query, id, changes, expectedRevision, edit, change));
    },
    setDeleted: async (id, deleted, expectedRevision, edit) => {
      const remote = placeOf(id);
      if (remote === null) return memories.setDeleted(id, deleted, expectedRevision, edit);
      return remote.write((writer, query, change) =>
        writer.setDeleted(query, id, deleted, expectedRevision, edit, change),
      );
    },
    async setPinned(ids, pinned) {
      const remotes = new Set(ids.flatMap((id) => placeOf(id) ?? []));
      const changed = await memories.setPinned(
        ids.filter((id) => placeOf(id) === null),
        pinned,
      );
      for (const remote of remotes) {
        const own = ids.filter((id) => placeOf(id) === remote);
        changed.push(...(await remote.write((writer, query) => writer.setPinned(query, own, pinned))));
      }
      return changed;
    },
    async merge(keep, others, edit) {
      const remote = routes.placeOf([keep.id, ...others.map(({ id }) => id)], "others");
      if (remote === null) return memories.merge(keep, others, edit);
      const { id, changes, expectedRevision } = keep;
      return remote.write(async (writer, query, change) => {
        const kept = await writer.update(query, id, changes, expectedRevision, { ...edit, action: "update" }, change);
        const superseded: Memory[] = [];
        for (const other of others) {
          superseded.push(await writer.supersede(query, other.id, id, other.expectedRevision, edit, change));
        }
        return { kept, superseded };
      });
    },
    async separate(kept, others, edit) {
      const remote = routes.placeOf([kept.id, ...others.map(({ id }) => id)], "others");
      if (remote === null) return memories.separate(kept, others, edit);
      const { id, changes, expectedRevision } = kept;
      return remote.write(async (writer, query, change) => {
        const own = await writer.update(query, id, changes, expectedRevision, { ...edit, action: "update" }, change);
        const reinstated: Memory[] = [];
        for (const other of others) {
          reinstated.push(await writer.separate(query, other.id, id, other.expectedRevision, edit, change));
        }
        return { kept: own, reinstated };
      });
    },
    reinstate: async (id, edit) => {
      const remote = placeOf(id);
      if (remote === null) return memories.reinstate(id, edit);
      return remote.write((writer, query, change) => writer.reinstate(query, id, edit, change));
    },
    async purge(given, onPurged = () => undefined) {
      const localIds = given === "trash" ? given : given.filter((id) => placeOf(id) === null);
      let count = localIds.length === 0 ? 0 : await memories.purge(localIds, onPurged);
      const remotes =
        given === "trash"
          ? routes.all().filter(({ isWritable }) => isWritable)
          : [...new Set(given.flatMap((id) => placeOf(id) ?? []))];
      for (const remote of remotes) {
        const purged = await remote.write(async (writer, query) => {
          const ids =
            given === "trash" ? await remote.reader.trash(query) : given.filter((id) => placeOf(id) === remote);
          return writer.purge(query, ids);
        });
        for (const memory of purged) onPurged(memory);
        count += purged.length;
      }
      return count;
    },
    list: listAll,
    async insertArchived(archived) {
      const domain = archived.find((memory) => routes.ofDomain(memory.domain) !== null)?.domain;
      if (domain === undefined) return memories.insertArchived(archived);
      throw new RecollectError("remote_import_refused", { domain }, { field: "domain" });
    },
    async history(id) {
      const remote = placeOf(id);
      return remote === null ? memories.history(id) : remote.read((query) => remote.reader.history(query, id));
    },
    facets: combineFacets,
    async count(filter) {
      const counts = await Promise.all([
        memories.count(filter),
        ...routes.within(filter).map((remote) => remote.count(filter)),
      ]);
      return counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
    },
    counts: (filter) => memories.counts(filter),
    captureActivity: (filter) => memories.captureActivity(filter),
    async findIdentical(memory) {
      const remote = routes.ofDomain(memory.domain);
      if (remote === null) return memories.findIdentical(memory);
      return remote.write((writer, query) => writer.findIdentical(query, memory, clock.now()));
    },
    refreshValidity: () => memories.refreshValidity(),
    markRecalled(ids, client, at) {
      const local = ids.filter((id) => placeOf(id) === null);
      if (local.length > 0) memories.markRecalled(local, client, at);
    },
    async usage(ids) {
      const local = await memories.usage(ids.filter((id) => placeOf(id) === null));
      return new Map(
        ids.flatMap((id) => {
          const facts = placeOf(id)?.usageOf(id) ?? local.get(id);
          return facts === undefined ? [] : [[id, facts] as const];
        }),
      );
    },
    async neighbours(ids, withinMs, limit, filter = {}, scope = {}) {
      const local = await memories.neighbours(
        ids.filter((id) => placeOf(id) === null),
        withinMs,
        limit,
        filter,
        scope,
      );
      const found = await Promise.all(
        routes.within(filter, scope).map((remote) => {
          const own = ids.filter((id) => placeOf(id) === remote);
          const inScope = { ...filter, namespaces: scope.namespaces ?? filter.namespaces };
          if (own.length === 0) return new Map<string, string[]>();
          return remote.tryRead(
            (query) => remote.reader.neighbours(query, own, withinMs, limit, inScope, clock.now()),
            new Map<string, string[]>(),
          );
        }),
      );
      return new Map([...local, ...found.flatMap((each) => [...each])]);
    },
    tagsStartingWith: (prefix, filter, limit) => memories.tagsStartingWith(prefix, filter, limit),
    async namespaces() {
      const own = await memories.namespaces();
      return [...new Set([...own, ...routes.all().flatMap(({ namespaces }) => namespaces)])];
    },
    addNamespace: (name) => memories.addNamespace(name),
  };
}

/** By what a list is sorted. */
function keyOf(memory: Memory, sort: MemorySort): number {
  if (sort === "recalled") return memory.recallCount;
  return Date.parse(sort === "updated" ? memory.updatedAt : memory.createdAt);
}

/** Merges sorted lists. Of equal keys, those of an earlier list come first. */
function mergeLists(lists: readonly (readonly Memory[])[], sort: MemorySort): Memory[] {
  const sign = sort === "created-ascending" ? 1 : -1;
  return lists
    .flatMap((list, place) => list.map((memory, index) => ({ memory, place, index, key: keyOf(memory, sort) })))
    .sort((one, other) => sign * (one.key - other.key) || one.place - other.place || one.index - other.index)
    .map(({ memory }) => memory);
}

interface CursorPosition {
  readonly key: number;
  readonly id: string;
  /** The remote domain that the memory is in; missing: it is on this machine. */
  readonly domain?: string;
}

/**
 * The cursor of the local list and, for a remote memory, its domain. The local list does not know its id and continues with
 * the first memory of the same key: local ones come after remote ones of the same key, so none is repeated or left out.
 */
function cursorAfter(memory: Memory, sort: MemorySort, remote: RemoteDomain | null): string {
  const position = [sort, keyOf(memory, sort), memory.id];
  return Buffer.from(JSON.stringify(remote === null ? position : [...position, remote.domain])).toString("base64url");
}

/** The local list has checked it. */
function readCursor(cursor: string): CursorPosition {
  const parts = JSON.parse(Buffer.from(cursor, "base64url").toString()) as [string, number, string, string?];
  const [, key, id, domain] = parts;
  return domain === undefined ? { key, id } : { key, id, domain };
}

/** Where the list of one remote domain continues. */
function positionIn(
  { key, id, domain }: CursorPosition,
  index: number,
  remotes: readonly RemoteDomain[],
): ListPosition {
  const at = domain === undefined ? remotes.length : remotes.findIndex((remote) => remote.domain === domain);
  return { key, after: index === at ? { id } : index < at ? "key" : "nothing" };
}

function addFacets(one: Facets, other: Facets): Facets {
  const add = (name: "namespaces" | "domains" | "tags" | "clients") => {
    const counts = new Map(one[name].map(({ value, count }) => [value, count]));
    for (const { value, count } of other[name]) counts.set(value, (counts.get(value) ?? 0) + count);
    return [...counts]
      .map(([value, count]) => ({ value, count }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  };
  return {
    total: one.total + other.total,
    namespaces: add("namespaces"),
    domains: add("domains"),
    tags: add("tags"),
    clients: add("clients"),
  };
}
