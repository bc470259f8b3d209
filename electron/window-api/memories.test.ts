import { expect, it } from "vitest";
import { clientWith, openTestService } from "../app/testing/open-service.ts";
import { OWNER } from "../core/caller.ts";
import { SILENT } from "../store/testing/open-store.ts";
import { limitTransactions } from "../store/testing/transaction-limit.ts";
import { createIndexHandlers, createMemoryHandlers } from "./memories.ts";

async function openMany(count: number) {
  const { service, changes } = await openTestService();
  const captured = await Promise.all(
    Array.from({ length: count }, (_, index) => service.capture(clientWith(), { content: `Memory ${index}.` })),
  );
  changes.length = 0;
  return {
    handlers: createMemoryHandlers({ memories: service }),
    ids: captured.map(({ memory }) => memory.id),
    changes,
  };
}

it("emits an event for each group of changes of a bulk delete and a bulk restore", async () => {
  limitTransactions("all");
  const { handlers, ids, changes } = await openMany(30);
  expect((await handlers["memories.delete"]({ references: ids })).every(({ deletedAt }) => deletedAt !== null)).toBe(
    true,
  );
  expect(changes.flat().map(({ kind }) => kind)).toEqual(Array(30).fill("deleted"));
  expect(changes.length).toBeLessThan(10);
  expect(await handlers["memories.restore"]({ references: ids })).toHaveLength(30);
  expect(changes.flat()).toHaveLength(60);
});

it("returns no memories for a change of more than 100, and lets another capture in between", async () => {
  const { handlers, ids } = await openMany(400);
  let deleted = false;
  const deleting = handlers["memories.delete"]({ references: ids }).finally(() => {
    deleted = true;
  });
  await handlers["memories.capture"]({ content: "captured in between" });
  expect(deleted).toBe(false);
  expect(await deleting).toEqual([]);
  expect((await handlers["memories.counts"]({})).trash).toBe(400);
});

it("changes nothing when one of many references is wrong", async () => {
  const { handlers, ids, changes } = await openMany(2);
  const references = [...ids, "01000000000000000000009999"];
  await expect(handlers["memories.delete"]({ references })).rejects.toMatchObject({ code: "not_found" });
  expect(changes).toEqual([]);
});

it("reports each outdated change of a bulk update and applies the others", async () => {
  const { handlers, ids, changes } = await openMany(3);
  const [first = "", ...rest] = ids;
  await handlers["memories.update"]({ reference: first, tags: ["changed"] });
  changes.length = 0;
  const { updated, refused } = await handlers["memories.updateMany"]({
    changes: ids.map((reference) => ({ reference, tags: ["all"], expectedRevision: 1 })),
  });
  expect(updated.map(({ id }) => id)).toEqual(rest);
  expect(refused).toMatchObject([{ reference: first, error: { code: "conflict" } }]);
  // One event, or two if the commits were apart on a busy machine.
  expect(changes.flat()).toHaveLength(2);
});

it("does not run a search that was cancelled before it started", async () => {
  const { handlers } = await openMany(2);
  const taken = new AbortController();
  const searches = [
    handlers["memories.search"]({ query: "mem" }, taken.signal),
    handlers["memories.search"]({ query: "memory" }, new AbortController().signal),
  ];
  taken.abort();
  const [first, second] = await Promise.allSettled(searches);
  expect(first).toMatchObject({ status: "rejected", reason: { code: "cancelled" } });
  expect(second).toMatchObject({ status: "fulfilled", value: { items: [{}, {}] } });
});

it("lists the projects with current memories, the last changed first", async () => {
  const { service } = await openTestService();
  const handlers = createMemoryHandlers({ memories: service });
  const capture = (content: string, domain: string) => service.capture(OWNER, { content, domain });
  await capture("About the owner.", "user");
  const { memory: first } = await capture("The shop sells in euros.", "acme/shop");
  await capture("The cluster runs k3s.", "acme/infra");
  const { memory: gone } = await capture("Removed later.", "acme/old");
  await service.delete(OWNER, gone.id);
  expect((await handlers["memories.projects"]({})).map(({ name }) => name).toSorted()).toEqual([
    "acme/infra",
    "acme/shop",
  ]);
  const changed = await service.update(OWNER, first.id, { tags: ["money"] });
  const [last, earlier] = await handlers["memories.projects"]({});
  expect(last).toEqual({ name: "acme/shop", memories: 1, changedAt: changed.updatedAt });
  expect(earlier?.name).toBe("acme/infra");
});

it("reads the time of a project whose memories are older than the newest of all", async () => {
  const { service } = await openTestService();
  const handlers = createMemoryHandlers({ memories: service });
  const { memory } = await service.capture(OWNER, { content: "An early note.", domain: "acme/early" });
  for (let index = 0; index < 200; index += 1) {
    await service.capture(OWNER, { content: `Note ${index}.`, domain: "acme/shop" });
  }
  expect((await handlers["memories.projects"]({})).at(-1)).toEqual({
    name: "acme/early",
    memories: 1,
    changedAt: memory.updatedAt,
  });
});

it("says whether a rebuild is running that the window can stop", async () => {
  const { service } = await openTestService();
  await service.capture(OWNER, { content: "Orders are in PostgreSQL." });
  const handlers = createIndexHandlers({ memories: service, logger: SILENT });
  const isRebuilding = async () => (await handlers["index.status"]({})).isRebuilding;
  expect(await isRebuilding()).toBe(false);
  await handlers["index.rebuild"]({});
  expect(await isRebuilding()).toBe(true);
  await expect.poll(isRebuilding).toBe(false);
});
