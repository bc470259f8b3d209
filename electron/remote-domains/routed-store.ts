import { LRUCache } from "lru-cache";
import type { MemoryFilter, MemorySort, Page } from "../core/filter.ts";
import { hasInstruction } from "../core/gate/gate.ts";
import type { ProposalStore } from "../core/inbox.ts";
import type { Memory } from "../core/memory.ts";
import type { Facets, MemoryStore } from "../core/ports.ts";
import type { ListPosition } from "./reader.ts";
import type { RemoteDomain } from "./remote-domain.ts";
import { createRoutedWrites, type RoutedStoreParts } from "./routed-writes.ts";

/**
 * The memories of this machine and of remote domains. A new memory goes to the place of its domain; a known one is
 * where its id was found. Nothing is moved between places. Local memories are read first and never wait for a database;
 * lists and counts leave out a domain that cannot be read.
 */
export function createRoutedStore(parts: RoutedStoreParts): MemoryStore {
  const { memories, routes, clock, reviews } = parts;
  const held = new HeldRows(reviews.admitRows);
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
    return (await reviews.admitRows(found.slice(0, 1)))[0] ?? null;
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
    for (const memory of await reviews.admitRows(read.flat())) {
      found.set(memory.id, memory);
      const remote = routes.ofDomain(memory.domain);
      if (remote !== null) routes.note(remote, [memory.id]);
    }
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  async function combineFacets(filter: MemoryFilter): Promise<Facets> {
    const now = clock.now();
    const facetsOf = async (remote: RemoteDomain) => {
      const without = await held.idsIn(remote);
      return remote.tryRead((query) => remote.reader.facets(query, filter, without, now), null);
    };
    const all = await Promise.all([memories.facets(filter), ...routes.within(filter).map(facetsOf)]);
    return all.filter((facets) => facets !== null).reduce(addFacets);
  }

  /** The place of a memory, which is looked up unless it is known. Null for this machine. @throws unavailable */
  async function placeOf(id: string): Promise<RemoteDomain | null> {
    const known = routes.ofMemory(id);
    if (known !== null || routes.all().length === 0 || (await memories.get(id)) !== null) return known;
    await findRemote(id, routes.all());
    return routes.ofMemory(id);
  }
  const isLocal = (id: string) => routes.ofMemory(id) === null;

  return {
    ...memories,
    ...createRoutedWrites(parts, placeOf),
    list: createRoutedList(parts),
    async get(id, scope = null) {
      const local = await memories.get(id);
      const remotes = routes.within(scope);
      return local !== null || remotes.length === 0 ? local : findRemote(id, remotes);
    },
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
    async history(id) {
      const remote = await placeOf(id);
      return remote === null ? memories.history(id) : remote.read((query) => remote.reader.history(query, id));
    },
    facets: combineFacets,
    async count(filter) {
      const countOf = async (remote: RemoteDomain) => remote.count(filter, await held.idsIn(remote));
      const counts = await Promise.all([memories.count(filter), ...routes.within(filter).map(countOf)]);
      return counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
    },
    markRecalled(ids, client, at) {
      const local = ids.filter(isLocal);
      if (local.length > 0) memories.markRecalled(local, client, at);
    },
    async rankingFacts(ids) {
      const local = await memories.rankingFacts(ids.filter(isLocal));
      return new Map(
        ids.flatMap((id) => {
          const facts = routes.ofMemory(id)?.rankingFactsOf(id) ?? local.get(id);
          return facts === undefined ? [] : [[id, facts] as const];
        }),
      );
    },
    async neighbours(ids, withinMs, limit, filter = {}, scope = {}) {
      const local = await memories.neighbours(ids.filter(isLocal), withinMs, limit, filter, scope);
      const found = await Promise.all(
        routes.within(filter, scope).map((remote) => {
          const own = ids.filter((id) => routes.ofMemory(id) === remote);
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
    async namespaces() {
      const own = await memories.namespaces();
      return [...new Set([...own, ...routes.all().flatMap(({ namespaces }) => namespaces)])];
    },
    async domains() {
      const own = await memories.domains();
      const remote = routes.all().map(({ domain }) => domain);
      if (remote.length === 0) return own;
      return [...own.filter(({ name }) => !remote.includes(name)), ...remote.map((name) => ({ name, isShared: true }))];
    },
  };
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

/** Lists the memories of this machine and of remote domains in one order. */
function createRoutedList({ memories, routes, clock, reviews }: RoutedStoreParts): MemoryStore["list"] {
  return async function list(
    filter: MemoryFilter,
    sort: MemorySort,
    limit: number,
    cursor: string | null,
  ): Promise<Page<Memory>> {
    const remotes = routes.within(filter);
    if (remotes.length === 0) return memories.list(filter, sort, limit, cursor);
    // Decodes and checks the cursor, even if the page contains remote memories only.
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
    const page = merged.slice(0, limit);
    const last = page.at(-1);
    const isRemote = ({ domain }: Memory) => routes.ofDomain(domain) !== null;
    const admitted = new Set((await reviews.admitRows(page.filter(isRemote))).map(({ id }) => id));
    const items = page.filter((memory) => !isRemote(memory) || admitted.has(memory.id));
    const hasMore = merged.length > limit || local.nextCursor !== undefined;
    return !hasMore || last === undefined
      ? { items }
      : { items, nextCursor: cursorAfter(last, sort, routes.ofMemory(last.id)) };
  };
}

/** The sort key. */
function keyOf(memory: Memory, sort: MemorySort): number {
  if (sort === "recalled") return memory.recallCount;
  return Date.parse(sort === "updated" ? memory.updatedAt : memory.createdAt);
}

/** Merges sorted lists. Equal keys keep the order of the lists. */
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
  /** The remote domain of the memory. Missing if it is on this machine. */
  readonly domain?: string;
}

/**
 * The cursor of the local list and, for a remote memory, its domain. The local list does not know its id and continues
 * with the first memory of the same key: local ones come after remote ones of the same key, so none is repeated or left
 * out.
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

/** The newest memories of a domain that counts look at. Older ones are counted unless they were read. */
const MAX_CHECKED = 2_000;
/** Memories that are read together: reading the texts takes the serving thread. */
const READ_TOGETHER = 50;

/**
 * Finds the memories of a remote domain that are held (ADR 0048), which counts leave out as lists do. Each version of a
 * memory is read once.
 */
class HeldRows {
  readonly #admit: ProposalStore["admitRows"];
  /** The versions that do not read like an instruction, by domain and id. */
  readonly #harmless = new LRUCache<string, string>({ max: 4 * MAX_CHECKED });

  constructor(admit: ProposalStore["admitRows"]) {
    this.#admit = admit;
  }

  /** The ids of held memories. None if the domain cannot be read. */
  async idsIn(remote: RemoteDomain): Promise<readonly string[]> {
    const versions = await remote.tryRead(
      (query) => remote.reader.versions(query, MAX_CHECKED),
      new Map<string, string>(),
    );
    const keyOf = (id: string) => `${id} ${remote.domain}`;
    const unknown = [...versions].filter(([id, version]) => this.#harmless.get(keyOf(id)) !== version);
    const held: string[] = [];
    for (let at = 0; at < unknown.length; at += READ_TOGETHER) {
      const ids = unknown.slice(at, at + READ_TOGETHER).map(([id]) => id);
      const read = await remote.tryRead((query) => remote.reader.getMany(query, ids), []);
      const suspects = read.filter(hasInstruction);
      const admitted = new Set((await this.#admit(suspects)).map(({ id }) => id));
      held.push(...suspects.flatMap(({ id }) => (admitted.has(id) ? [] : [id])));
      const isSuspect = new Set(suspects.map(({ id }) => id));
      for (const { id } of read) if (!isSuspect.has(id)) this.#harmless.set(keyOf(id), versions.get(id) ?? "");
    }
    return held;
  }
}
