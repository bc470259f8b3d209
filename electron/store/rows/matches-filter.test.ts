import { expect, it } from "vitest";
import { type FilterField, type MemoryFilter, matchesFilter } from "../../core/filter.ts";
import { memoryAt, openTestStore, START } from "../testing/open-store.ts";

/** Filters with every field. */
const FILTERS: Readonly<Record<FilterField, readonly MemoryFilter[]>> = {
  domains: [{ domains: ["user"] }, { domains: [] }],
  namespaces: [{ domains: ["acme/shop", "user"], namespaces: ["decisions"] }],
  tags: [{ tags: ["a"] }, { tags: ["a", "b"] }, { tags: [] }],
  withoutTags: [{ withoutTags: ["a"] }],
  source: [{ source: "SRC/" }],
  client: [{ client: "Claude" }],
  via: [{ via: "plugin" }, { via: "plug" }],
  supersededBy: [{ supersededBy: memoryAt(6).id, superseded: "only" }, { supersededBy: memoryAt(6).id }],
  since: [{ since: START + 3000 }],
  before: [{ before: START + 3000 }],
  asOf: [{ asOf: START - 1 }, { asOf: START }, { asOf: START + 1_000 }, { asOf: START, superseded: "include" }],
  validity: [
    { validity: "expired" },
    { validity: "upcoming" },
    { validity: "any" },
    { validity: "any", trash: "only" },
  ],
  pinned: [{ pinned: true }, { pinned: false }],
  neverRecalled: [{ neverRecalled: true }, { neverRecalled: false }],
  trash: [{ trash: "only" }, { trash: "include" }],
  superseded: [{ superseded: "only" }, { superseded: "include", trash: "include" }],
};

it("matches a memory exactly if the store lists it", async () => {
  const { memories } = await openTestStore();
  const inserted = [
    await memories.insert(memoryAt(1, { tags: ["a", "b"], source: "src/main.ts" })),
    await memories.insert(memoryAt(2, { tags: ["a"], domain: "acme/shop", namespace: "decisions" })),
    await memories.insert(memoryAt(3, { pinned: true, client: { name: "codex", version: "1", via: "plugin" } })),
    await memories.insert(memoryAt(4, { client: null, source: "https://example.org" })),
    await memories.insert(memoryAt(5, { domain: "acme/shop" })),
  ];
  const at = (time: number) => new Date(time).toISOString();
  inserted.push(
    await memories.insert(memoryAt(7, { validUntil: at(START) })),
    await memories.insert(memoryAt(8, { validFrom: at(START) })),
    await memories.insert(memoryAt(9, { validFrom: at(START - 1_000), validUntil: at(START + 1_000) })),
    await memories.insert(memoryAt(10, { validFrom: at(START + 1), validUntil: at(START + 2_000) })),
  );
  const ids = inserted.map(({ id }) => id);
  await memories.setDeleted(ids[4] ?? "", true, null, { client: null, at: START, action: "delete" });
  await memories.insert(memoryAt(6, { supersedes: ids[0] ?? null }));
  memories.markRecalled(ids.slice(1, 2), "client", START);
  await memories.captureActivity({});
  const all = await memories.getMany([...ids, memoryAt(6).id]);
  for (const filter of [{}, ...Object.values(FILTERS).flat()]) {
    const listed = (await memories.list(filter, "created", 50, null)).items.map(({ id }) => id);
    const matching = all.filter((memory) => matchesFilter(memory, filter, START)).map(({ id }) => id);
    expect(matching.sort(), JSON.stringify(filter)).toEqual(listed.sort());
  }
});
