import { describe, expect, it } from "vitest";
import { DOMAIN, type Machine, newDatabase, openMachine, openRemoteMachine } from "../app/testing/remote-places.ts";
import { type Caller, FULL_GRANT, OWNER } from "../core/caller.ts";
import { MemoryConflict } from "../core/memory-conflict.ts";
import { hasPostgres } from "../spaces/testing/postgres-spaces.ts";

const CLIENT: Caller = {
  subject: "codex",
  client: { name: "codex", version: "1", via: "codex" },
  project: DOMAIN,
  sessionId: "session",
  grant: FULL_GRANT,
};

/** The same behaviour is required of a domain on this machine and of one in a database. */
describe.skipIf(!hasPostgres).each([
  ["on this machine", openMachine],
  ["in a database", async () => openRemoteMachine(await newDatabase())],
] satisfies readonly (readonly [string, () => Promise<Machine>])[])("a domain %s", (_place, open) => {
  const capture = (machine: Machine, content: string, more: object = {}, caller = OWNER) =>
    machine.service.capture(caller, { content, domain: DOMAIN, ...more });

  it("returns a captured memory by id, end of its id, start of its short id, URN, list and search", async () => {
    const machine = await open();
    const { memory, created } = await capture(machine, "The cache is Redis, because sessions must survive restarts.", {
      tags: ["cache", "infra"],
      namespace: "decisions",
      source: "docs/cache.md",
    });
    expect(created).toBe(true);
    expect(memory).toMatchObject({ domain: DOMAIN, tags: ["cache", "infra"], revision: 1, source: "docs/cache.md" });
    const { service } = machine;
    for (const reference of [memory.id, memory.id.slice(-8), memory.id.slice(-8, -3), memory.urn]) {
      expect(await service.get(OWNER, reference)).toEqual(memory);
    }
    expect((await service.list(OWNER, { domain: DOMAIN })).items).toEqual([memory]);
    const { items } = await service.search(OWNER, { query: "redis session", domain: DOMAIN });
    expect(items.map((hit) => hit.memory)).toEqual([memory]);
    expect(items[0]?.matched.words).toEqual(["redis", "session"]);
    await expect(service.get(OWNER, "01ARZ3NDEKTSV4RRFFQ69G5FAV")).rejects.toMatchObject({ code: "not_found" });
  });

  it("stores identical content once, and supersedes the memory that a capture replaces", async () => {
    const { service } = await open();
    const input = { content: "Deploys run on Friday.", domain: DOMAIN };
    const first = await service.capture(OWNER, input);
    expect(await service.capture(OWNER, input)).toMatchObject({ created: false, memory: { id: first.memory.id } });
    const next = await service.capture(OWNER, {
      content: "Deploys run on Monday.",
      domain: DOMAIN,
      supersedes: first.memory.id,
    });
    expect(await service.get(OWNER, first.memory.id)).toMatchObject({ supersededBy: next.memory.id, revision: 2 });
    expect((await service.list(OWNER, { domain: DOMAIN })).items.map(({ id }) => id)).toEqual([next.memory.id]);
    const reinstated = await service.reinstate(OWNER, [first.memory.id]);
    expect(reinstated).toMatchObject([{ supersededBy: null, revision: 3 }]);
  });

  it("updates with a history of who and when, and refuses another expected revision", async () => {
    const machine = await open();
    const { memory } = await capture(machine, "The limit is 10 requests.", {}, CLIENT);
    const { service } = machine;
    const updated = await service.update(OWNER, memory.id, {
      content: "The limit is 20 requests.",
      tags: ["limits"],
      expectedRevision: 1,
    });
    expect(updated).toMatchObject({ content: "The limit is 20 requests.", tags: ["limits"], revision: 2 });
    const refused = service.update(OWNER, memory.id, { content: "30", expectedRevision: 1 });
    await expect(refused).rejects.toBeInstanceOf(MemoryConflict);
    await expect(refused).rejects.toMatchObject({ current: { revision: 2 } });
    await service.update(OWNER, memory.id, { tags: [] });
    const history = await service.history(OWNER, memory.id);
    expect(
      history.map(({ revision, action, content, tags, client }) => [revision, action, content, tags, client?.name]),
    ).toEqual([
      [3, "update", "The limit is 20 requests.", [], undefined],
      [2, "update", "The limit is 20 requests.", ["limits"], undefined],
      [1, "capture", "The limit is 10 requests.", [], "codex"],
    ]);
    expect((await service.search(OWNER, { query: "limit 10", domain: DOMAIN })).items[0]?.matched.words).toEqual([
      "limit",
    ]);
  });

  it("moves memories to the trash and back, and purges only from the trash", async () => {
    const machine = await open();
    const { memory } = await capture(machine, "Temporary note about the printer.");
    const { service } = machine;
    expect(await service.purge(OWNER, [memory.id])).toBe(0);
    expect(await service.delete(OWNER, memory.id, 1)).toMatchObject({ revision: 2 });
    expect((await service.search(OWNER, { query: "printer", domain: DOMAIN })).items).toEqual([]);
    const trash = await service.list(OWNER, { domain: DOMAIN, trash: "only" });
    expect(trash.items.map(({ id }) => id)).toEqual([memory.id]);
    await expect(service.update(OWNER, memory.id, { content: "x" })).rejects.toMatchObject({ code: "not_found" });
    expect(await service.restore(OWNER, memory.id)).toMatchObject({ deletedAt: null, revision: 3 });
    await service.delete(OWNER, memory.id);
    expect(await service.purge(OWNER, "trash")).toBe(1);
    await expect(service.get(OWNER, memory.id)).rejects.toMatchObject({ code: "not_found" });
  });

  it("merges, pins, and hides memories that are not valid", async () => {
    const machine = await open();
    const { service } = machine;
    const [one, two] = [await capture(machine, "Use pnpm."), await capture(machine, "We use pnpm, not npm.")];
    const { kept, superseded } = await service.merge(OWNER, {
      keep: one.memory.id,
      others: [{ reference: two.memory.id }],
      content: "We use pnpm.",
    });
    expect(kept).toMatchObject({ content: "We use pnpm.", revision: 2 });
    expect(superseded).toMatchObject([{ supersededBy: one.memory.id }]);
    const separated = await service.separate(OWNER, { kept: one.memory.id, others: [{ reference: two.memory.id }] });
    expect(separated.reinstated).toMatchObject([{ supersededBy: null }]);
    expect(await service.setPinned(OWNER, [one.memory.id], true)).toMatchObject([{ pinned: true, revision: 2 }]);
    expect((await service.list(OWNER, { domain: DOMAIN, pinned: true })).items).toHaveLength(1);
    const { memory: past } = await capture(machine, "The freeze is in May.", { validUntil: "2020-06-01" });
    expect((await service.search(OWNER, { query: "freeze", domain: DOMAIN })).items).toEqual([]);
    const asOf = await service.search(OWNER, { query: "freeze", domain: DOMAIN, asOf: "2020-05-05" });
    expect(asOf.items.map(({ memory }) => memory.id)).toEqual([past.id]);
  });

  it("refuses an impossible merge and a wrong separation, and ends what a later memory replaces", async () => {
    const machine = await open();
    const { service } = machine;
    const { memory: one } = await capture(machine, "Use yarn.");
    const { memory: two } = await capture(machine, "Use bun.", { supersedes: one.id });
    const merge = { keep: one.id, others: [{ reference: two.id }] };
    await expect(service.merge(OWNER, merge)).rejects.toMatchObject({ details: { reason: "merge_impossible" } });
    const separate = { kept: one.id, others: [{ reference: two.id }] };
    await expect(service.separate(OWNER, separate)).rejects.toMatchObject({ details: { reason: "not_merged" } });
    const ends = { validFrom: "2030-01-01", validUntil: "2029-01-01" };
    await expect(service.update(OWNER, two.id, ends)).rejects.toMatchObject({ code: "invalid_argument" });
    await expect(service.delete(OWNER, two.id, 5)).rejects.toBeInstanceOf(MemoryConflict);
    const { memory: next } = await capture(machine, "Use deno.", { supersedes: two.id, validFrom: "2100-01-01" });
    expect(await service.get(OWNER, two.id)).toMatchObject({ validUntil: next.validFrom, supersededBy: null });
  });

  it("filters and pages lists in every order, together with memories of other domains", async () => {
    const machine = await open();
    const { service } = machine;
    const ids: string[] = [];
    for (let index = 0; index < 12; index++) {
      const domain = index % 3 === 0 ? "acme/here" : DOMAIN;
      const tags = index % 2 === 0 ? ["even"] : ["odd"];
      ids.push((await service.capture(OWNER, { content: `Note number ${index}.`, domain, tags })).memory.id);
    }
    const walk = async (sort: "created" | "created-ascending" | "updated" | "recalled") => {
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await service.list(OWNER, { sort, limit: 5, cursor });
        found.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      return found;
    };
    expect(await walk("created")).toEqual([...ids].reverse());
    expect(await walk("created-ascending")).toEqual(ids);
    await service.update(OWNER, ids[1] ?? "", { tags: ["odd", "changed"] });
    expect((await walk("updated"))[0]).toBe(ids[1]);
    expect((await walk("recalled")).sort()).toEqual(ids);
    const even = await service.list(OWNER, { domain: DOMAIN, tags: ["even"] });
    expect(even.items.map(({ content }) => content)).toEqual([
      "Note number 10.",
      "Note number 8.",
      "Note number 4.",
      "Note number 2.",
    ]);
    expect(await service.count(OWNER, { domain: DOMAIN })).toBe(8);
    const { domains, tags } = await service.facets(OWNER, {});
    expect(domains).toContainEqual({ value: DOMAIN, count: 8 });
    expect(tags).toContainEqual({ value: "even", count: 6 });
  });

  it("hides the domain from clients without a grant for it, and refuses changes by readers", async () => {
    const machine = await open();
    const { memory } = await capture(machine, "The secret project is called Heron.");
    const { service } = machine;
    const limited = { ...CLIENT, project: null, grant: { ...FULL_GRANT, domains: ["acme/other"] } };
    await expect(service.get(limited, memory.id)).rejects.toMatchObject({ code: "not_found" });
    expect((await service.search(limited, { query: "heron", domain: "_" })).items).toEqual([]);
    await expect(capture(machine, "Something", {}, limited)).rejects.toMatchObject({ code: "permission_denied" });
    const reader = { ...CLIENT, grant: { ...FULL_GRANT, access: "read" as const } };
    expect(await service.get(reader, memory.id)).toMatchObject({ id: memory.id });
    await expect(service.update(reader, memory.id, { tags: ["x"] })).rejects.toMatchObject({
      code: "permission_denied",
    });
  });

  it("masks secrets before they are stored", async () => {
    const machine = await open();
    const key = `AKIA${"ABCDEFGHIJKLMNOP"}`;
    const { memory } = await capture(machine, `The key is ${key} for now.`);
    expect(memory.content).not.toContain(key);
  });

  it("stores a proposal that the owner keeps", async () => {
    const machine = await open();
    const proposer = { ...CLIENT, grant: { ...FULL_GRANT, access: "propose" as const } };
    const { waiting } = await capture(machine, "Proposed: use Vite.", {}, proposer);
    expect(waiting).toBe(true);
    const [proposal] = (await machine.service.inbox.list(OWNER, "waiting", 10)).items;
    const kept = await machine.service.inbox.keep(OWNER, proposal?.memory.id ?? "", { tags: ["tools"] });
    expect(kept).toMatchObject({ content: "Proposed: use Vite.", tags: ["tools"], domain: DOMAIN });
    expect(await machine.service.get(OWNER, kept.id)).toMatchObject({ content: "Proposed: use Vite." });
    expect((await machine.service.inbox.counts(OWNER)).waiting).toBe(0);
  });

  it("supersedes the memory that a proposal replaces when the owner keeps it", async () => {
    const machine = await open();
    const proposer = { ...CLIENT, grant: { ...FULL_GRANT, access: "propose" as const } };
    const { memory } = await capture(machine, "The bundler is webpack.");
    await capture(machine, "The bundler is Vite.", { supersedes: memory.id }, proposer);
    const [proposal] = (await machine.service.inbox.list(OWNER, "waiting", 10)).items;
    const kept = await machine.service.inbox.keep(OWNER, proposal?.memory.id ?? "");
    expect((await machine.service.get(OWNER, memory.id)).supersededBy).toBe(kept.id);
  });
});
