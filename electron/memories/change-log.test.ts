import { expect, it, onTestFinished } from "vitest";
import { createMemoryCore } from "../app/memory-core.ts";
import { clientWith } from "../app/testing/open-service.ts";
import { OWNER } from "../core/caller.ts";
import { createEvents, type MemoryChange } from "../core/events.ts";
import { openTestStore, SILENT, START } from "../store/testing/open-store.ts";

const DOMAIN = "acme/shop";
let devices = 0;

/** The service of one device, whose ids differ from the others' ids. */
async function openDevice() {
  const store = await openTestStore();
  const events = createEvents((error) => {
    throw error;
  });
  const changes: MemoryChange[] = [];
  events.on("memories.changed", (all) => changes.push(...all));
  devices += 1;
  let ids = devices * 1_000_000;
  let now = START;
  const clock = {
    now() {
      now += 1_000;
      return now;
    },
  };
  const newId = () => {
    ids += 1;
    return `01${String(ids).padStart(24, "0")}`;
  };
  const core = createMemoryCore(store, { clock, events, logger: SILENT, newId });
  onTestFinished(core.close);
  return { ...core, changes };
}
type Device = Awaited<ReturnType<typeof openDevice>>;

const noProgress = () => undefined;

async function send(from: Device, to: Device, space: string): Promise<void> {
  const entries = await from.spaces.outgoing(space, 1e6);
  expect(await to.spaces.apply(space, entries)).toEqual([]);
  const last = entries.at(-1);
  if (last !== undefined) await from.spaces.setPublished(space, last.device, last.sequence);
}

async function openPair() {
  const [one, other] = [await openDevice(), await openDevice()];
  const space = await one.spaces.create(OWNER, { name: "team", deviceName: "laptop", domains: [DOMAIN] });
  await other.spaces.join(OWNER, { id: space, name: "team", deviceName: "desktop", domains: [DOMAIN] });
  return { one, other, space };
}

it("announces changes of other devices, and adds unknown namespaces", async () => {
  const { one, other, space } = await openPair();
  await one.service.addNamespace(OWNER, "recipes");
  const { memory } = await one.service.capture(OWNER, { content: "Bread.", domain: DOMAIN, namespace: "recipes" });
  await send(one, other, space);
  expect(await other.service.namespaces(OWNER)).toContain("recipes");
  await one.service.update(OWNER, memory.id, { content: "Rye bread." });
  await send(one, other, space);
  await one.service.delete(OWNER, memory.id);
  await send(one, other, space);
  await one.service.restore(OWNER, memory.id);
  await send(one, other, space);
  await one.service.delete(OWNER, memory.id);
  await send(one, other, space);
  await one.service.purge(OWNER, "trash");
  await send(one, other, space);
  expect(other.changes.map(({ kind, id }) => [kind, id])).toEqual(
    ["captured", "updated", "deleted", "restored", "deleted", "purged"].map((kind) => [kind, memory.id]),
  );
});

const contentsOf = async ({ service }: Device) => {
  const { items } = await service.list(OWNER, { domain: DOMAIN, trash: "include", superseded: "include", limit: 100 });
  return items.map(({ id, content, deletedAt, supersededBy, pinned, revision }) => {
    return { id, content, isDeleted: deletedAt !== null, supersededBy, pinned, revision };
  });
};

it("sends every change that the service makes: of the inbox, an import, a merge, a restored archive, the trash", async () => {
  const { one, other, space } = await openPair();
  const { service } = one;
  const expectSent = async () => {
    await send(one, other, space);
    expect(await contentsOf(other)).toEqual(await contentsOf(one));
  };
  const proposer = clientWith({ subject: "cursor", rights: { access: "propose" } });
  const { memory: proposed } = await service.capture(proposer, { content: "A proposal.", domain: DOMAIN });
  await send(one, other, space);
  expect(await contentsOf(other)).toEqual([]);
  await service.inbox.keep(OWNER, proposed.id, { content: "A proposal, edited." });
  await expectSent();
  // Back in the inbox it is not a memory here, and can be kept again; elsewhere it is in the trash in the meantime.
  await service.inbox.reopen(OWNER, proposed.id);
  await send(one, other, space);
  expect(await contentsOf(one)).toEqual([]);
  expect(await contentsOf(other)).toMatchObject([{ isDeleted: true }]);
  await service.inbox.keep(OWNER, proposed.id);
  await expectSent();
  const imported = {
    ...proposed,
    id: "01ARZ3NDEKTSV4RRFFQ69G5FAV",
    content: "From another folder.",
    domain: DOMAIN,
    revision: 3,
    history: [],
  };
  expect(await service.importMemories(OWNER, [imported], false)).toMatchObject([{ kind: "imported" }]);
  await expectSent();
  const { memory: first } = await service.capture(OWNER, { content: "First.", domain: DOMAIN });
  const { memory: second } = await service.capture(OWNER, { content: "Second.", domain: DOMAIN, supersedes: first.id });
  await expectSent();
  await service.reinstate(OWNER, [first.id]);
  await service.setPinned(OWNER, [second.id], true);
  await expectSent();
  const others = [{ reference: first.id }];
  await service.merge(OWNER, { keep: second.id, content: "First and second.", others });
  await expectSent();
  await service.separate(OWNER, { kept: second.id, content: "Second.", others });
  await expectSent();
  const archived = { ...(await service.get(OWNER, first.id)), history: await service.history(OWNER, first.id) };
  await service.delete(OWNER, first.id);
  await service.restoreArchived(OWNER, [{ ...archived, history: [...archived.history].reverse() }], [second.id]);
  await expectSent();
  await service.purge(OWNER, "trash");
  await expectSent();
  expect((await contentsOf(other)).map(({ id }) => id)).not.toContain(second.id);
});

it("shows and resolves conflicts for the owner only, and stops secrets in a merge by hand", async () => {
  const { one, other, space } = await openPair();
  const { memory } = await one.service.capture(OWNER, { content: "Deploy on Monday.", domain: DOMAIN });
  await send(one, other, space);
  await one.service.update(OWNER, memory.id, { content: "Deploy on Tuesday." });
  await other.service.update(OWNER, memory.id, { content: "Deploy on Friday." });
  await send(one, other, space);
  await send(other, one, space);
  const { items } = await one.spaces.conflicts(OWNER);
  expect(items).toHaveLength(1);
  expect((await one.spaces.list())[0]?.conflicts).toBe(1);
  await expect(one.spaces.conflicts(clientWith())).rejects.toMatchObject({ code: "permission_denied" });
  const secret = "Deploy with ghp_abcdefghijklmnopqrstuvwxyz0123456789.";
  const merged = await one.spaces.resolve(OWNER, space, { memory: memory.id, changes: { content: secret } });
  expect(merged.content).not.toContain("ghp_");
  expect(one.changes.at(-1)).toMatchObject({ kind: "updated", id: memory.id });
  await send(one, other, space);
  expect((await other.service.get(OWNER, memory.id)).content).toBe(merged.content);
  expect((await other.spaces.conflicts(OWNER)).items).toEqual([]);
});

it("announces what a join merges and what leaving removes", async () => {
  const [one, other] = [await openDevice(), await openDevice()];
  await one.service.capture(OWNER, { content: "Known to both.", domain: DOMAIN });
  const { memory: copy } = await other.service.capture(OWNER, { content: "Known to both.", domain: DOMAIN });
  const space = await one.spaces.create(OWNER, { name: "team", deviceName: "laptop", domains: [DOMAIN] });
  await one.spaces.share(space, false, noProgress);
  await other.spaces.join(OWNER, { id: space, name: "team", deviceName: "desktop", domains: [DOMAIN] });
  await send(one, other, space);
  other.changes.length = 0;
  await other.spaces.share(space, true, noProgress);
  expect(other.changes).toMatchObject([{ kind: "updated", id: copy.id }]);
  await other.spaces.leave(OWNER, space, "remove", noProgress);
  expect(other.changes.map(({ kind }) => kind)).toEqual(["updated", "purged"]);
  expect(await other.spaces.list()).toEqual([]);
});

it("refuses to create, join, extend or leave a space for a client", async () => {
  const one = await openDevice();
  const client = clientWith();
  const given = { name: "team", deviceName: "laptop", domains: [DOMAIN] };
  const id = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
  for (const run of [
    () => one.spaces.create(client, given),
    () => one.spaces.join(client, { ...given, id }),
    () => one.spaces.addDomains(client, id, [DOMAIN]),
    () => one.spaces.leave(client, id, "keep", noProgress),
    () => one.spaces.resolve(client, id, { memory: id }),
  ]) {
    await expect(run()).rejects.toMatchObject({ code: "permission_denied" });
  }
  expect(await one.spaces.list()).toEqual([]);
});
