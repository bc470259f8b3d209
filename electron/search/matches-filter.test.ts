import { expect, test } from "vitest";
import type { MemoryFilter } from "../core/filter.ts";
import { memoryAt, openTestStore, START } from "../store/test-store.ts";
import { matchesFilter } from "./matches-filter.ts";

const FILTERS: readonly MemoryFilter[] = [
  {},
  { domains: ["user"] },
  { domains: ["acme/shop", "user"], namespaces: ["decisions"] },
  { domains: [] },
  { tags: ["a"] },
  { tags: ["a", "b"] },
  { withoutTags: ["a"] },
  { source: "SRC/" },
  { client: "Claude" },
  { since: START + 3000 },
  { before: START + 3000 },
  { pinned: true },
  { pinned: false },
  { trash: "only" },
  { trash: "include" },
  { superseded: "only" },
  { superseded: "include", trash: "include" },
];

test("a memory at hand meets a filter exactly when the store lists it", async () => {
  const { memories } = await openTestStore();
  const inserted = [
    await memories.insert(memoryAt(1, { tags: ["a", "b"], source: "src/main.ts" })),
    await memories.insert(memoryAt(2, { tags: ["a"], domain: "acme/shop", namespace: "decisions" })),
    await memories.insert(memoryAt(3, { pinned: true, client: { name: "codex", version: "1" } })),
    await memories.insert(memoryAt(4, { client: null, source: "https://example.org" })),
    await memories.insert(memoryAt(5, { domain: "acme/shop" })),
  ];
  const ids = inserted.map(({ id }) => id);
  await memories.setDeleted(ids[4] ?? "", true, null, { client: null, at: START, action: "delete" });
  await memories.insert(memoryAt(6, { supersedes: ids[0] ?? null }));
  const all = await memories.getMany([...ids, memoryAt(6).id]);
  for (const filter of FILTERS) {
    const listed = (await memories.list(filter, "created", 50, null)).items.map(({ id }) => id);
    const met = all.filter((memory) => matchesFilter(memory, filter)).map(({ id }) => id);
    expect(met.sort(), JSON.stringify(filter)).toEqual(listed.sort());
  }
});
