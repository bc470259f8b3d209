import { expect, it } from "vitest";
import { clientWith, openTestService } from "../app/testing/open-service.ts";
import { OWNER } from "../core/caller.ts";
import { EMPTY_STATE } from "../core/memory-fields.ts";
import { idAt } from "../store/testing/open-store.ts";

async function open() {
  const opened = await openTestService();
  const { store } = opened;
  let number = 0;
  const insert = (domain: string, content: string, namespace = "context") =>
    store.memories.insert({
      ...EMPTY_STATE,
      ...{ id: idAt(800 + ++number), content, namespace, domain, client: null, sessionId: null, pinned: false },
      ...{ createdAt: Date.UTC(2026, 0, 1) + number, supersedes: null },
    });
  return { ...opened, insert };
}

const placesOf = async ({ service }: Awaited<ReturnType<typeof open>>) => {
  const memories = await service.list(OWNER, { domain: "_", trash: "include", superseded: "include", validity: "any" });
  return memories.items.map(({ content, domain }) => `${domain}: ${content}`).sort();
};

it("lists domains and namespaces with their memories, and the domains that are one project", async () => {
  const opened = await open();
  const { service, insert } = opened;
  await insert("acme/web", "one");
  const deleted = await insert("Acme/Web", "two", "decisions");
  await insert("Acme/Web", "three");
  await service.delete(OWNER, deleted.id);
  const places = await service.places(OWNER);
  expect(places.domains).toEqual([
    { name: "Acme/Web", memories: 1, others: 1, isShared: false },
    { name: "acme/web", memories: 1, others: 0, isShared: false },
    { name: "user", memories: 0, others: 0, isShared: false },
  ]);
  expect(places.namespaces.filter(({ memories, others }) => memories + others > 0)).toEqual([
    { name: "context", memories: 2, others: 0, isBuiltIn: true },
    { name: "decisions", memories: 0, others: 1, isBuiltIn: true },
  ]);
  expect(places.repeated).toEqual([["acme/web", "Acme/Web"]]);
});

it("merges two spellings after a preview, with a revision of each memory and those in the trash, and undoes it", async () => {
  const opened = await open();
  const { service, insert, changes } = opened;
  await insert("acme/web", "one");
  const two = await insert("Acme/Web", "two");
  await insert("Acme/Web", "one");
  const deleted = await insert("Acme/Web", "three");
  await service.delete(OWNER, deleted.id);
  const before = await placesOf(opened);
  const expected = {
    kind: "domain",
    from: "Acme/Web",
    to: "acme/web",
    memories: 2,
    others: 1,
    identical: 1,
    isNew: false,
  };
  const move = { kind: "domain", from: "Acme/Web", to: "acme/web" } as const;
  expect(await service.movePlace(OWNER, move, true)).toEqual({ ...expected, id: null, shared: [], clients: [] });
  expect(await placesOf(opened)).toEqual(before);

  changes.length = 0;
  const moved = await service.movePlace(OWNER, move, false);
  expect(moved).toMatchObject(expected);
  expect(await placesOf(opened)).toEqual(["acme/web: one", "acme/web: one", "acme/web: three", "acme/web: two"]);
  expect((await service.get(OWNER, deleted.id)).deletedAt).not.toBeNull();
  expect((await service.history(OWNER, two.id)).map(({ action, domain }) => [action, domain])).toEqual([
    ["update", "acme/web"],
    ["capture", "Acme/Web"],
  ]);
  const updates = changes.flat().filter(({ kind }) => kind === "updated");
  expect(updates.map(({ previousUrn, domain }) => [previousUrn.includes("Acme%2FWeb"), domain])).toEqual(
    Array(3).fill([true, "acme/web"]),
  );
  expect((await service.places(OWNER)).repeated).toEqual([]);

  expect(await service.undoPlaceMove(OWNER, moved.id ?? "")).toBe(3);
  expect(await placesOf(opened)).toEqual(before);
  await expect(service.undoPlaceMove(OWNER, moved.id ?? "")).rejects.toMatchObject({ code: "not_found" });
});

it("renames a domain, and does not take back a memory that was moved since", async () => {
  const opened = await open();
  const { service, insert } = opened;
  await insert("acme/shpo", "one");
  const two = await insert("acme/shpo", "two");
  const moved = await service.movePlace(OWNER, { kind: "domain", from: "ACME/shpo", to: "acme/shop" }, false);
  expect(moved).toMatchObject({ from: "acme/shpo", to: "acme/shop", isNew: true });
  await service.update(OWNER, two.id, { domain: "user" });
  expect(await service.undoPlaceMove(OWNER, moved.id ?? "")).toBe(1);
  expect(await placesOf(opened)).toEqual(["acme/shpo: one", "user: two"]);
});

it("moves the memories of a domain to the trash, and back", async () => {
  const opened = await open();
  const { service, insert } = opened;
  await insert("acme/old", "one");
  const earlier = await insert("acme/old", "two");
  await service.delete(OWNER, earlier.id);
  const moved = await service.movePlace(OWNER, { kind: "domain", from: "acme/old", to: null }, false);
  expect(await service.count(OWNER, { domain: "acme/old" })).toBe(0);
  expect(await service.undoPlaceMove(OWNER, moved.id ?? "")).toBe(1);
  expect((await service.list(OWNER, { domain: "acme/old" })).items.map(({ content }) => content)).toEqual(["one"]);
});

it("merges a mistyped namespace, which is gone then, and brings it back", async () => {
  const { service, insert } = await open();
  await service.addNamespace(OWNER, "dec");
  const memory = await insert("user", "one", "dec");
  const moved = await service.movePlace(OWNER, { kind: "namespace", from: "dec", to: "decisions" }, false);
  expect((await service.get(OWNER, memory.id)).namespace).toBe("decisions");
  expect(await service.namespaces(OWNER)).not.toContain("dec");
  await service.undoPlaceMove(OWNER, moved.id ?? "");
  expect((await service.get(OWNER, memory.id)).namespace).toBe("dec");
  expect(await service.namespaces(OWNER)).toContain("dec");
});

it.each([
  ["keeps an unused namespace that existed before the move", "recipes", true],
  ["removes a namespace that the move created", "meals", false],
])("%s when it is undone", async (_effect, to, stays) => {
  const { service, insert } = await open();
  for (const name of ["dec", "recipes"]) await service.addNamespace(OWNER, name);
  await insert("user", "one", "dec");
  const { id } = await service.movePlace(OWNER, { kind: "namespace", from: "dec", to }, false);
  await service.undoPlaceMove(OWNER, id ?? "");
  expect((await service.namespaces(OWNER)).includes(to)).toBe(stays);
});

it("removes an unused namespace of the owner's only", async () => {
  const { service, insert } = await open();
  await service.addNamespace(OWNER, "dec");
  await service.addNamespace(OWNER, "recipes");
  await insert("user", "one", "recipes");
  const remove = (from: string) => service.movePlace(OWNER, { kind: "namespace", from, to: null }, false);
  await remove("dec");
  expect(await service.namespaces(OWNER)).not.toContain("dec");
  await expect(remove("recipes")).rejects.toMatchObject({ code: "invalid_argument", details: { count: 1 } });
  await expect(remove("decisions")).rejects.toMatchObject({ code: "invalid_argument" });
});

it("refuses a place that does not exist, with the nearest, the same place, and a client", async () => {
  const { service, insert } = await open();
  await insert("acme/web", "one");
  const move = { kind: "domain", from: "acme/wbe", to: "acme/api" } as const;
  await expect(service.movePlace(OWNER, move, true)).rejects.toMatchObject({
    code: "not_found",
    details: { similar: ["acme/web"] },
  });
  const same = { kind: "domain", from: "acme/web", to: "https://github.com/acme/web" } as const;
  const renamed = await service.movePlace(OWNER, { ...same, to: "Acme/Web" }, true);
  expect(renamed).toMatchObject({ to: "Acme/Web", isNew: true });
  await expect(service.movePlace(OWNER, { ...same, to: "acme/web" }, true)).rejects.toMatchObject({ field: "to" });
  await expect(service.movePlace(clientWith(), same, true)).rejects.toMatchObject({ code: "permission_denied" });
  await expect(service.places(clientWith())).rejects.toMatchObject({ code: "permission_denied" });
});
