import { describe, expect, it } from "vitest";
import {
  asSuperuser,
  DOMAIN,
  newDatabase,
  openMachine,
  openRemoteMachine,
  urlOf,
} from "../app/testing/remote-places.ts";
import { OWNER } from "../core/caller.ts";
import { hasPostgres } from "../spaces/testing/postgres-spaces.ts";
import { START } from "../store/testing/open-store.ts";
import { schemaOf } from "./schema.ts";

const capture = { content: "The rota is on the wall.", domain: DOMAIN };

describe.skipIf(!hasPostgres)("two machines with one remote domain", () => {
  const openTwo = async () => {
    const database = await newDatabase();
    const one = await openRemoteMachine(database);
    const two = await openRemoteMachine(database, { firstId: 1_000_000 });
    return { database, one, two };
  };

  it("finds on one machine what the other captured, and keeps nothing of it locally", async () => {
    const { one, two } = await openTwo();
    expect((await two.service.search(OWNER, { query: "rota" })).items).toEqual([]);
    const { memory } = await one.service.capture(OWNER, capture);
    expect((await two.service.search(OWNER, { query: "rota" })).items.map((hit) => hit.memory.id)).toEqual([memory.id]);
    expect(await two.service.get(OWNER, memory.id)).toEqual(memory);
    for (const { places } of [one, two]) expect(await places.local.memories.count({ domains: [DOMAIN] })).toBe(0);
  });

  it("finds words that the other machine captured while the number of memories is still known from before", async () => {
    const database = await newDatabase();
    // Its clock is stopped, so that the counts of its first search stay in use.
    const one = await openRemoteMachine(database, { clock: { now: () => START } });
    const two = await openRemoteMachine(database, { firstId: 1_000_000 });
    await one.service.capture(OWNER, capture);
    expect((await one.service.search(OWNER, { query: "rota" })).items).toHaveLength(1);
    for (const day of ["Monday", "Tuesday", "Friday"]) {
      await two.service.capture(OWNER, { content: `The vault is opened on ${day}.`, domain: DOMAIN });
    }
    const { items } = await one.service.search(OWNER, { query: "vault", minScore: 0 });
    expect(items.map(({ memory }) => memory.content).sort()).toEqual(
      ["Friday", "Monday", "Tuesday"].map((day) => `The vault is opened on ${day}.`),
    );
    for (const { score } of items) expect(score).toBeGreaterThan(0);
  });

  it("reads the rows of another program without control and tag characters", async () => {
    const { database, two } = await openTwo();
    const { memory } = await two.service.capture(OWNER, { ...capture, source: "notes.md" });
    const hidden = "\u001b[31mThe rota\u0085 moved.\u{e0041}\u{e0042}";
    await asSuperuser(database.server, database.database, (client) =>
      client.query(`UPDATE ${schemaOf(DOMAIN)}.memories SET content = $1, source = $1 WHERE id = $2`, [
        hidden,
        memory.id,
      ]),
    );
    const read = await two.service.get(OWNER, memory.id);
    expect([read.content, read.source]).toEqual(["[31mThe rota moved.", "[31mThe rota moved."]);
  });

  it("reads no more of a row than a memory can have, whatever another program wrote", async () => {
    const { database, two } = await openTwo();
    const { memory } = await two.service.capture(OWNER, { ...capture, source: "notes.md" });
    const write = await asSuperuser(database.server, database.database, (client) =>
      client
        .query(
          `UPDATE ${schemaOf(DOMAIN)}.memories SET content = content || repeat(' long', 4000000),
             tags = ARRAY (SELECT repeat('t', 90) || n FROM generate_series(1, 100) n)
           WHERE id = $1`,
          [memory.id],
        )
        .then(() => null, String),
    );
    expect(write).toBeNull();
    const read = await two.service.get(OWNER, memory.id);
    expect(read.content.length).toBeLessThanOrEqual(64 * 1024);
    expect(read.tags.length).toBeLessThanOrEqual(32);
    const { items } = await two.service.search(OWNER, { query: "rota wall", domain: DOMAIN });
    expect(items.map(({ memory: found }) => found.id)).toEqual([memory.id]);
  });

  it("loses no update: of two changes of one revision one is a conflict, and changes of different fields are both kept", async () => {
    const { one, two } = await openTwo();
    const { memory } = await one.service.capture(OWNER, capture);
    const changes = [one, two].map(({ service }, index) =>
      service.update(OWNER, memory.id, { content: `Version of machine ${index}.`, expectedRevision: 1 }),
    );
    const outcomes = await Promise.allSettled(changes);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "conflict" } });
    const updates = Array.from({ length: 10 }, (_, index) =>
      [one, two].map(({ service }, machine) =>
        service.update(OWNER, memory.id, machine === 0 ? { tags: [`tag-${index}`] } : { content: `Content ${index}` }),
      ),
    ).flat();
    await Promise.all(updates);
    const history = await one.service.history(OWNER, memory.id);
    const numbers = history.map(({ revision }) => revision);
    expect(numbers).toEqual(numbers.map((_, index) => numbers.length - index));
    expect(new Set(history.map(({ content }) => content))).toContain("Content 9");
    expect(new Set(history.flatMap(({ tags }) => tags))).toContain("tag-9");
  });

  it("refuses a domain that is in a space, and a space of a remote domain", async () => {
    const { database, one } = await openTwo();
    const space = { name: "Team", deviceName: "Desk", domains: [DOMAIN] };
    await expect(one.spaces.create(OWNER, space)).rejects.toMatchObject({ details: { reason: "remote_not_shared" } });
    const { memory } = await one.service.capture(OWNER, { content: "Local.", domain: "acme/local" });
    const merge = one.spaces.resolve(OWNER, "01SPACE0000000000000000000", {
      memory: memory.id,
      changes: { domain: DOMAIN },
    });
    await expect(merge).rejects.toMatchObject({ details: { reason: "remote_not_shared" } });
    await one.spaces.create(OWNER, { ...space, domains: ["acme/team"] });
    const shared = one.remotes.add({ domain: "acme/team", address: urlOf(database) });
    await expect(shared).rejects.toMatchObject({ details: { reason: "remote_in_space", name: "Team" } });
    const again = one.remotes.add({ domain: DOMAIN, address: urlOf(database) });
    await expect(again).rejects.toMatchObject({ details: { reason: "remote_exists" } });
  });

  it("does not move, merge or supersede memories between this machine and the database", async () => {
    const { one } = await openTwo();
    const { service } = one;
    const remote = await service.capture(OWNER, capture);
    const local = await service.capture(OWNER, { content: "The rota is online.", domain: "acme/here" });
    for (const [id, domain] of [
      [remote.memory.id, "acme/here"],
      [local.memory.id, DOMAIN],
    ] as const) {
      await expect(service.update(OWNER, id, { domain })).rejects.toMatchObject({
        details: { reason: "remote_move_refused" },
      });
    }
    const merge = service.merge(OWNER, { keep: local.memory.id, others: [{ reference: remote.memory.id }] });
    await expect(merge).rejects.toMatchObject({ details: { reason: "remote_places_differ" } });
    const replaced = service.capture(OWNER, { ...capture, content: "New.", supersedes: local.memory.id });
    await expect(replaced).rejects.toMatchObject({ details: { reason: "remote_places_differ" } });
    expect(await service.get(OWNER, local.memory.id)).toMatchObject({ revision: 1, supersededBy: null });
    expect((await service.history(OWNER, remote.memory.id)).length).toBe(1);
  });

  it("empties the trash where this machine may change memories", async () => {
    const { one, two } = await openTwo();
    const remote = (await one.service.capture(OWNER, capture)).memory.id;
    const local = (await one.service.capture(OWNER, { content: "The rota is online.", domain: "acme/here" })).memory.id;
    for (const id of [remote, local]) await one.service.delete(OWNER, id);
    await one.remotes.setAccess(DOMAIN, "read");
    expect(await one.service.purge(OWNER, "trash")).toBe(1);
    expect(await two.service.purge(OWNER, "trash")).toBe(1);
  });

  it("keeps memories that were here before the domain became remote, and finds both", async () => {
    const machine = await openMachine();
    const before = await machine.service.capture(OWNER, { ...capture, content: "The old rota is in a drawer." });
    await machine.remotes.add({ domain: DOMAIN, address: urlOf(await newDatabase()) });
    await machine.service.capture(OWNER, capture);
    const { items } = await machine.service.search(OWNER, { query: "rota", domain: DOMAIN });
    expect(items).toHaveLength(2);
    const updated = await machine.service.update(OWNER, before.memory.id, { tags: ["old"] });
    expect(updated).toMatchObject({ revision: 2, domain: DOMAIN });
    expect(await machine.remotes.list()).toMatchObject([{ memories: 1, localMemories: 1 }]);
  });

  it("adds and removes a domain once when it is asked twice at the same time", async () => {
    const address = urlOf(await newDatabase());
    const { remotes, secrets } = await openMachine();
    const twice = async (call: () => Promise<unknown>) =>
      (await Promise.allSettled([call(), call()])).map(({ status }) => status);
    expect(await twice(() => remotes.add({ domain: DOMAIN, address }))).toEqual(["fulfilled", "rejected"]);
    expect(secrets.values.size).toBe(1);
    expect(await twice(() => remotes.remove(DOMAIN))).toEqual(["fulfilled", "rejected"]);
    expect(await remotes.restore(DOMAIN)).toMatchObject({ state: "reachable" });
    expect(secrets.values.size).toBe(1);
  });

  it("forgets the password with a removed domain, and undoes the removal", async () => {
    const { one } = await openTwo();
    await one.service.capture(OWNER, capture);
    expect(one.secrets.values.size).toBe(1);
    expect(await one.remotes.remove(DOMAIN)).toEqual([]);
    expect(one.secrets.values.size).toBe(0);
    expect((await one.service.search(OWNER, { query: "rota" })).items).toEqual([]);
    expect(await one.remotes.restore(DOMAIN)).toMatchObject({ state: "reachable", memories: 1 });
    expect((await one.service.search(OWNER, { query: "rota" })).items).toHaveLength(1);
    await expect(one.remotes.restore("acme/unknown")).rejects.toMatchObject({ code: "not_found" });
  });

  it("does not show the text of a memory in the error when the database refuses it", async () => {
    const { database, one } = await openTwo();
    await asSuperuser(database.server, database.database, (client) =>
      client.query(`ALTER TABLE ${schemaOf(DOMAIN)}.memories ADD CHECK (length < 3)`),
    );
    const refused = one.service.capture(OWNER, { ...capture, content: "A confidential sentence with many words." });
    await expect(refused).rejects.toMatchObject({ code: "unavailable" });
    const message = await refused.catch((error: unknown) => JSON.stringify([String(error), error]));
    expect(message).not.toContain("confidential");
  });
});
