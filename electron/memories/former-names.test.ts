import { expect, it } from "vitest";
import { clientWith, openTestService } from "../app/testing/open-service.ts";
import { FULL_GRANT, OWNER } from "../core/caller.ts";

async function open() {
  const { service } = await openTestService();
  await service.capture(OWNER, { content: "Retries three times.", domain: "acme/shpo" });
  const move = (from: string, to: string) =>
    service.movePlace(OWNER, { kind: "domain", from, to }, false).then(({ id }) => id ?? "");
  const names = async () => (await service.places(OWNER)).formerNames.map(({ name, means }) => `${name} → ${means}`);
  return { service, move, names };
}
const OLD = clientWith({ project: "git@github.com:Acme/Shpo.git" });

it("leads a client that still uses the former name of a project to the new one", async () => {
  const { service, move, names } = await open();
  await move("acme/shpo", "acme/shop");
  const { memory } = await service.capture(OLD, { content: "Uses pnpm." });
  expect(memory.domain).toBe("acme/shop");
  expect((await service.list(OLD, {})).items).toHaveLength(2);
  expect((await service.search(OLD, { query: "pnpm domain:acme/shpo" })).items).toHaveLength(1);
  expect((await service.capture(OWNER, { content: "Three", domain: "Acme/Shpo" })).memory.domain).toBe("acme/shop");
  expect(await names()).toEqual(["acme/shpo → acme/shop"]);
});

it("keeps former names over several renames, and drops a name that is in use again", async () => {
  const { service, move, names } = await open();
  await move("acme/shpo", "acme/shop");
  await move("acme/shop", "acme/store");
  expect(await names()).toEqual(["acme/shpo → acme/store", "acme/shop → acme/store"]);
  expect((await service.capture(OLD, { content: "Two" })).memory.domain).toBe("acme/store");
  await move("acme/store", "acme/shpo");
  expect(await names()).toEqual(["acme/shop → acme/shpo", "acme/store → acme/shpo"]);
  expect((await service.capture(OLD, { content: "Three" })).memory.domain).toBe("acme/shpo");
});

it("forgets a former name, after an undo too", async () => {
  const { service, move, names } = await open();
  const id = await move("acme/shpo", "acme/shop");
  await service.undoPlaceMove(OWNER, id);
  expect(await names()).toEqual([]);
  await move("acme/shpo", "acme/shop");
  expect(await service.setFormerName(OWNER, "Acme/Shpo", null)).toEqual([]);
  expect((await service.capture(OLD, { content: "Two" })).memory.domain).toBe("acme/shpo");
  await expect(service.setFormerName(OWNER, "acme/shpo", null)).rejects.toMatchObject({ code: "not_found" });
  await expect(service.setFormerName(OLD, "a/b", "acme/shop")).rejects.toMatchObject({ code: "permission_denied" });
});

it("does not make a domain unreachable that exists by a former name", async () => {
  const { service, move } = await open();
  await move("acme/shpo", "acme/shop");
  await service.setFormerName(OWNER, "acme/shpo", null);
  await service.capture(OWNER, { content: "Another project.", domain: "acme/shpo" });
  await service.setFormerName(OWNER, "acme/shpo", "acme/shop");
  expect((await service.list(OLD, {})).items.map(({ content }) => content)).toContain("Another project.");
});

it("keeps no former name for another letter case, for user, and for a namespace", async () => {
  const { service, move, names } = await open();
  await move("acme/shpo", "Acme/Shpo");
  await service.capture(OWNER, { content: "Mine.", domain: "user" });
  await move("user", "acme/mine");
  await service.addNamespace(OWNER, "dec");
  await service.movePlace(OWNER, { kind: "namespace", from: "dec", to: "decisions" }, false);
  expect(await names()).toEqual([]);
  expect((await service.capture(OWNER, { content: "Mine too.", domain: "user" })).memory.domain).toBe("user");
});

it("hides projects outside of its rights from a limited client", async () => {
  const { service, move } = await open();
  await move("acme/shpo", "acme/shop");
  const limited = clientWith({ project: null, grant: { ...FULL_GRANT, domains: ["acme/other"] } });
  const failed = await service.capture(limited, { content: "x", domain: "acme/shpo" }).catch((error) => String(error));
  expect(failed).not.toContain("acme/shop");
  const granted = clientWith({ project: null, grant: { ...FULL_GRANT, domains: ["acme/shop"] } });
  expect((await service.capture(granted, { content: "y", domain: "acme/shpo" })).memory.domain).toBe("acme/shop");
});
