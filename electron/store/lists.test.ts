import { describe, expect, it } from "vitest";
import type { MemoryFilter, MemorySort } from "../core/filter.ts";
import type { Memory } from "../core/memory.ts";
import type { MemoryStore } from "../core/ports.ts";
import { idAt, memoryAt, openTestStore, START } from "./testing/open-store.ts";

const SORTS = ["created", "created-ascending", "updated", "recalled"] as const;
const edit = (at: number, action: "update" | "delete" | "restore") => ({ client: null, at, action });

/** The linear congruential generator of Numerical Recipes: failures are reproducible. */
function createRandom(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
  const oneOf = <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)] as T;
  const someOf = <T>(values: readonly T[]): T[] => values.filter(() => next() < 0.4);
  return { next, oneOf, someOf };
}

const DOMAINS = ["user", "owner/one", "owner/two", "Ünïcode/три"];
const NAMESPACES = ["context", "decisions", "apis"];
const TAGS = ["alpha", "beta", "gamma", "日本"];
const SOURCES = [null, "src/Main.ts", "100%_done.md", "Über.md", "https://example.org/a"];
const CLIENTS = [null, { name: "Claude-Code", version: "1" }, { name: "codex", version: "2" }];

/** A store after random captures, updates, moves, deletions, supersessions, pins, recalls and purges. */
async function createHistory(seed: number, count: number) {
  const { memories, ...rest } = await openTestStore();
  const random = createRandom(seed);
  const ids: string[] = [];
  for (let number = 1; number <= count; number++) {
    await memories.insert(
      memoryAt(number, {
        domain: random.oneOf(DOMAINS),
        namespace: random.oneOf(NAMESPACES),
        tags: random.someOf(TAGS),
        source: random.oneOf(SOURCES),
        client: random.oneOf(CLIENTS),
        pinned: random.next() < 0.2,
        // Several have the same time: the order must still be total.
        createdAt: START + Math.floor(number / 3) * 1_000,
        supersedes: ids.length > 0 && random.next() < 0.1 ? random.oneOf(ids) : null,
      }),
    );
    ids.push(idAt(number));
  }
  const at = START + 10_000_000;
  for (const id of random.someOf(ids)) {
    const memory = await memories.get(id);
    if (memory?.deletedAt !== null) continue;
    await memories.update(id, { domain: random.oneOf(DOMAINS), tags: random.someOf(TAGS) }, null, edit(at, "update"));
    memories.markRecalled(random.someOf(ids), "client", at);
  }
  for (const id of random.someOf(ids)) await memories.setDeleted(id, true, null, edit(at + 1_000, "delete"));
  for (const id of random.someOf(ids))
    await memories.setDeleted(id, random.next() < 0.3, null, edit(at + 2_000, "restore"));
  await memories.setPinned(random.someOf(ids), random.next() < 0.5);
  await memories.purge(random.someOf(ids).slice(0, 10));
  const filters = Array.from({ length: 40 }, () => randomFilter(random));
  return { ...rest, memories, ids, filters };
}

function randomFilter({ next, oneOf, someOf }: ReturnType<typeof createRandom>): MemoryFilter {
  const maybe = <Key extends keyof MemoryFilter>(key: Key, value: MemoryFilter[Key], chance = 0.3) =>
    next() < chance && value !== undefined ? { [key]: value } : {};
  return {
    ...maybe("domains", someOf(DOMAINS)),
    ...maybe("namespaces", someOf(NAMESPACES)),
    ...maybe("tags", someOf(TAGS).slice(0, 2)),
    ...maybe("withoutTags", [oneOf(TAGS)], 0.2),
    ...maybe("source", oneOf(["main", "%_", "ÜBER", "example.org", "\\"]), 0.2),
    ...maybe("client", oneOf(["claude", "CODEX", "none"]), 0.2),
    ...maybe("since", START + Math.floor(next() * 20) * 1_000, 0.2),
    ...maybe("before", START + Math.floor(next() * 40) * 1_000, 0.2),
    ...maybe("pinned", next() < 0.5, 0.2),
    ...maybe("trash", oneOf(["exclude", "only", "include"])),
    ...maybe("superseded", oneOf(["exclude", "only", "include"])),
  };
}

/** An independent implementation of the filter. */
function passes(memory: Memory, filter: MemoryFilter): boolean {
  const created = Date.parse(memory.createdAt);
  const trash = filter.trash ?? "exclude";
  const superseded = filter.superseded ?? (trash === "only" ? "include" : "exclude");
  const chosen = (choice: string, is: boolean): boolean => choice === "include" || (choice === "only") === is;
  const holds = (text: string | null | undefined, part: string | undefined): boolean =>
    part === undefined || (text?.toLowerCase().includes(part.toLowerCase()) ?? false);
  return (
    (filter.domains?.includes(memory.domain) ?? true) &&
    (filter.namespaces?.includes(memory.namespace) ?? true) &&
    (filter.tags ?? []).every((tag) => memory.tags.includes(tag)) &&
    !(filter.withoutTags ?? []).some((tag) => memory.tags.includes(tag)) &&
    holds(memory.source, filter.source) &&
    holds(memory.client?.name, filter.client) &&
    created >= (filter.since ?? 0) &&
    created < (filter.before ?? Number.POSITIVE_INFINITY) &&
    (filter.pinned === undefined || memory.pinned === filter.pinned) &&
    chosen(trash, memory.deletedAt !== null) &&
    chosen(superseded, memory.supersededBy !== null)
  );
}

async function readAll(memories: MemoryStore, filter: MemoryFilter, sort: MemorySort, limit: number) {
  const all: Memory[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<MemoryStore["list"]>> = await memories.list(filter, sort, limit, cursor);
    expect(page.items.length).toBeLessThanOrEqual(limit);
    all.push(...page.items);
    cursor = page.nextCursor ?? null;
  } while (cursor !== null);
  return all;
}

function keyOf(memory: Memory, sort: MemorySort): number {
  if (sort === "recalled") return -memory.recallCount;
  if (sort === "updated") return -Date.parse(memory.updatedAt);
  return Date.parse(memory.createdAt) * (sort === "created" ? -1 : 1);
}

describe("lists", () => {
  it.each([1, 2, 3])(
    "lists exactly the memories that match a filter, once and in order, page by page (seed %i)",
    async (seed) => {
      const { memories, ids, filters } = await createHistory(seed, 90);
      const everything = (await memories.getMany(ids)).filter((memory) => memory !== null);
      for (const [index, filter] of filters.entries()) {
        const sort = SORTS[index % SORTS.length] ?? "created";
        const listed = await readAll(memories, filter, sort, 1 + (index % 7));
        const wanted = everything.filter((memory) => passes(memory, filter)).map(({ id }) => id);
        expect(listed.map(({ id }) => id).sort(), JSON.stringify(filter)).toEqual(wanted);
        const keys = listed.map((memory) => keyOf(memory, sort));
        expect(keys).toEqual(keys.toSorted((a, b) => a - b));
      }
    },
  );

  it.each([4, 5])("counts the same memories as it lists after random changes (seed %i)", async (seed) => {
    const { memories, ids, filters } = await createHistory(seed, 90);
    const everything = await memories.getMany(ids);
    for (const filter of [{}, { trash: "only" } as const, ...filters]) {
      const passing = everything.filter((memory) => passes(memory, filter));
      const facets = await memories.facets(filter);
      expect(facets.total).toBe(passing.length);
      expect(facets.namespaces).toEqual(tally(passing.map(({ namespace }) => namespace)));
      expect(facets.domains).toEqual(tally(passing.map(({ domain }) => domain)));
      expect(await memories.count(filter)).toBe(passing.length);
      expect(facets.clients).toEqual(tally(passing.flatMap(({ client }) => client?.name ?? [])));
      expect(facets.tags).toEqual(tally(passing.flatMap(({ tags }) => tags)));
    }
    const current = everything.filter((memory) => passes(memory, {}));
    expect(await memories.counts()).toEqual({
      memories: current.length,
      trash: everything.filter(({ deletedAt }) => deletedAt !== null).length,
      superseded: everything.filter((memory) => memory.deletedAt === null && memory.supersededBy !== null).length,
      expired: 0,
      upcoming: 0,
      pinned: current.filter(({ pinned }) => pinned).length,
      domains: new Set(current.map(({ domain }) => domain)).size,
      namespaces: new Set(current.map(({ namespace }) => namespace)).size,
      tags: new Set(current.flatMap(({ tags }) => tags)).size,
    });
  });

  it("counts only memories and tags in the given domains", async () => {
    const { memories } = await openTestStore();
    await memories.insert(memoryAt(1, { domain: "owner/one", tags: ["alpha"] }));
    await memories.insert(memoryAt(2, { domain: "owner/two", tags: ["beta"] }));
    expect(await memories.counts({ domains: ["owner/one"] })).toMatchObject({ memories: 1, domains: 1, tags: 1 });
    expect(await memories.tagsStartingWith("", { domains: ["owner/one"] }, 9)).toEqual([{ value: "alpha", count: 1 }]);
  });

  it("continues at the same place if memories change between pages", async () => {
    const { memories } = await openTestStore();
    for (let number = 1; number <= 6; number++) await memories.insert(memoryAt(number));
    const first = await memories.list({}, "created", 2, null);
    await memories.insert(memoryAt(7));
    await memories.setDeleted(idAt(5), true, null, edit(START, "delete"));
    const second = await memories.list({}, "created", 2, first.nextCursor ?? null);
    expect(second.items.map(({ id }) => id)).toEqual([idAt(4), idAt(3)]);
  });

  it.each(["", "nonsense", "bm9wZQ", Buffer.from('["updated",1,2]').toString("base64url"), "W10", "eyJhIjoxfQ"])(
    "rejects the cursor %j with the name of the field",
    async (cursor) => {
      const { memories } = await openTestStore();
      await expect(memories.list({}, "created", 2, cursor)).rejects.toMatchObject({
        code: "invalid_argument",
        field: "cursor",
      });
    },
  );

  it("lists and counts nothing for an empty list of domains", async () => {
    const { memories } = await openTestStore();
    await memories.insert(memoryAt(1));
    expect(await memories.list({ domains: [] }, "created", 9, null)).toEqual({ items: [] });
    expect(await memories.facets({ domains: [] })).toMatchObject({ total: 0, tags: [] });
  });
});

function tally(values: readonly string[]) {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || Buffer.compare(Buffer.from(a.value), Buffer.from(b.value)));
}
