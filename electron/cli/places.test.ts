import { expect, it } from "vitest";
import type { Memory } from "../core/memory.ts";
import type { PlaceMoved, Places } from "../core/places.ts";
import { openServedCommandLine } from "./testing/command-line.ts";

it("lists, merges, renames and removes domains and namespaces, with a preview and undo", async () => {
  const { run, json } = await openServedCommandLine();
  await json(["capture", "The till prints receipts.", "-d", "acme/shpo"]);
  await json(["capture", "The shop ships on Friday.", "-d", "acme/shop"]);
  const domainsOf = async () =>
    (await json<{ memories: Memory[] }>(["list", "--all"])).memories.map(({ domain }) => domain).sort();

  expect((await run(["domains"])).out).toMatch(/^acme\/shop +1 memory\nacme\/shpo +1 memory\nuser +0 memories\n$/);
  const merge = ["domains", "merge", "Acme/Shpo", "https://github.com/acme/shop.git"];
  const preview = await run([...merge, "--dry-run"]);
  expect(preview.out).toBe("1 memory of acme/shpo would be moved to acme/shop.\n");
  expect(await domainsOf()).toEqual(["acme/shop", "acme/shpo"]);
  const merged = await run(merge);
  expect(merged.out).toBe("1 memory of acme/shpo moved to acme/shop.\n");
  expect(await domainsOf()).toEqual(["acme/shop", "acme/shop"]);
  const [, undo = ""] = /To undo it: recollect (.+)/.exec(merged.errors) ?? [];
  expect(await run(undo.split(" "))).toMatchObject({ code: 0, out: "1 memory moved back.\n" });
  expect(await domainsOf()).toEqual(["acme/shop", "acme/shpo"]);

  const renamed = await json<PlaceMoved>(["domains", "rename", "acme/shpo", "acme/till"]);
  expect(renamed).toMatchObject({ from: "acme/shpo", to: "acme/till", isNew: true, memories: 1 });
  expect((await run(["domains", "remove", "acme/till"])).out).toBe("1 memory of acme/till moved to the trash.\n");
  expect(await run(["domains", "merge", "acme/shp", "user"])).toMatchObject({
    code: 4,
    errors: expect.stringContaining("Did you mean acme/shop"),
  });

  expect(await json(["namespaces", "add", "recipes", "--dry-run"])).toMatchObject({ written: false });
  expect((await run(["namespaces", "add", "recipes"])).out).toBe("Added: recipes\n");
  await json(["capture", "Bread needs salt.", "-n", "recipes"]);
  expect(await run(["namespaces", "remove", "recipes"])).toMatchObject({ code: 1 });
  expect((await run(["namespaces", "merge", "recipes", "learnings"])).code).toBe(0);
  const { namespaces } = await json<Places>(["namespaces", "list"]);
  expect(namespaces.map(({ name }) => name)).not.toContain("recipes");
});

it("says that a domain does not exist, and which may be meant, in search, list and capture", async () => {
  const { run, json } = await openServedCommandLine();
  await json(["capture", "The shop ships on Friday.", "-d", "acme/shop"]);
  const says = 'There is no project "acme/shpo". Did you mean acme/shop?';
  expect((await run(["search", "ships", "-d", "acme/shpo"])).errors).toContain(says);
  expect((await run(["list", "-d", "acme/shpo"])).errors).toContain(says);
  expect((await run(["list", "-d", "all"])).out).toContain("The shop ships on Friday.");
  expect((await run(["capture", "New.", "-d", "acme/shpo"])).errors).toContain(
    '"acme/shpo" is a new project. Did you mean acme/shop?',
  );
  expect((await run(["capture", "Typed.", "-n", "decison"])).errors).toContain(
    'There is no namespace "decison". Did you mean decisions?',
  );
});

it("lists the former names of projects, under which memories are still added, and forgets one", async () => {
  const { run, json } = await openServedCommandLine();
  await json(["capture", "The till prints receipts.", "-d", "acme/shpo"]);
  await run(["projects", "rename", "acme/shpo", "acme/shop"]);
  await json(["capture", "The shop ships on Friday.", "-d", "acme/shpo"]);
  expect((await run(["list", "-d", "acme/shop"])).out).toContain("The shop ships on Friday.");
  const listed = await run(["projects"]);
  expect(listed.errors).toContain('Clients that still say "acme/shpo" reach "acme/shop"');
  const forgotten = await run(["projects", "forget-name", "acme/shpo"]);
  expect(forgotten.out).toBe('"acme/shpo" is no longer a name of another project.\n');
  expect((await json<Places>(["projects"])).formerNames).toEqual([]);
  expect((await run(["projects", "forget-name", "acme/shpo"])).code).toBe(4);
});
