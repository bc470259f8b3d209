import { expect, it } from "vitest";
import { clientWith, openTestService } from "../app/testing/open-service.ts";
import { OWNER } from "../core/caller.ts";
import { START } from "../store/testing/open-store.ts";

const DAY = 86_400_000;
const at = (time: number) => new Date(time).toISOString();

async function openAt(time = START) {
  const clock = { time, now: () => clock.time };
  const opened = await openTestService({ clock });
  const contents = async (input: Parameters<typeof opened.service.list>[1] = {}) =>
    (await opened.service.list(OWNER, { domain: "_", ...input })).items.map(({ content }) => content).sort();
  return { clock, contents, ...opened };
}

it("hides a memory from every read once the clock passes its end", async () => {
  const { clock, contents, service } = await openAt();
  const client = clientWith();
  await service.capture(client, { content: "The sale ends soon", tags: ["sale"], validUntil: at(START + DAY) });
  expect(await contents()).toEqual(["The sale ends soon"]);
  clock.time = START + DAY;
  expect(await contents()).toEqual([]);
  expect((await service.search(client, { query: "sale" })).items).toEqual([]);
  expect((await service.search(client, { query: "tag:sale" })).items).toEqual([]);
  expect((await service.facets(OWNER, { domain: "_" })).total).toBe(0);
  expect(await service.tagsStartingWith(OWNER, "sa", 5)).toEqual([]);
  expect((await service.status(client)).counts).toMatchObject({ memories: 0, expired: 1 });
  expect(await contents({ validity: "expired" })).toEqual(["The sale ends soon"]);
  expect((await service.search(client, { query: `sale asof:${at(START)}` })).items).toHaveLength(1);
  expect((await service.search(client, { query: "sale", asOf: at(START) })).items).toHaveLength(1);
});

it("announces a memory that becomes valid or expires while nothing reads it", async () => {
  const clock = { time: START, now: () => clock.time };
  const { service, changes } = await openTestService({ clock });
  const soon = at(START + 50);
  await service.capture(OWNER, { content: "Soon over", validUntil: soon });
  await service.capture(OWNER, { content: "Soon valid", validFrom: soon });
  const announced = () => changes.flat().filter(({ kind }) => kind === "validity");
  expect(announced()).toEqual([]);
  clock.time = START + 50;
  await expect.poll(announced).toHaveLength(2);
  expect((await service.list(OWNER, {})).items.map(({ content }) => content)).toEqual(["Soon valid"]);
});

it("announces in time where the clock passes the end of an interval while it is looked at", async () => {
  const end = START + 50;
  let readings = [START];
  const clock = { now: () => (readings.length > 1 ? readings.shift() : readings[0]) ?? START };
  const { service, changes } = await openTestService({ clock });
  await service.capture(OWNER, { content: "Soon over", validUntil: at(end) });
  readings = [end - 1, end];
  await expect.poll(() => changes.flat().map(({ kind }) => kind)).toEqual(["captured", "validity"]);
});

it("reads a date as the start of that day in the machine's time zone", async () => {
  const { service } = await openAt();
  const { memory } = await service.capture(OWNER, {
    content: "x",
    validFrom: "2026-03-01",
    validUntil: "2026-04-01T12:00Z",
  });
  expect(memory).toMatchObject({
    validFrom: new Date(2026, 2, 1).toISOString(),
    validUntil: "2026-04-01T12:00:00.000Z",
  });
});

it.each([
  [{ validFrom: "soon" }, "validFrom"],
  [{ validUntil: "2026-02-30" }, "validUntil"],
  [{ validUntil: "7d" }, "validUntil"],
  [{ validFrom: "2026-03-01", validUntil: "2026-03-01" }, "validUntil"],
  [{ validFrom: "2026-03-02", validUntil: "2026-03-01" }, "validUntil"],
])("refuses the interval %j and names the field", async (interval, field) => {
  const { service, contents } = await openAt();
  const refused = { code: "invalid_argument", field, hint: expect.any(String) };
  await expect(service.capture(OWNER, { content: "x", ...interval })).rejects.toMatchObject(refused);
  expect(await contents({ validity: "any" })).toEqual([]);
  const { memory } = await service.capture(OWNER, { content: "y" });
  await expect(service.update(OWNER, memory.id, interval)).rejects.toMatchObject(refused);
  expect(await service.get(OWNER, memory.id)).toMatchObject({ revision: 1, validFrom: null, validUntil: null });
});

it("changes and removes an interval, and announces that lists change", async () => {
  const { service, contents, changes } = await openAt();
  const { memory } = await service.capture(OWNER, { content: "x", validUntil: at(START + DAY) });
  await service.update(OWNER, memory.id, { validUntil: at(START - DAY) });
  expect(await contents()).toEqual([]);
  expect(changes.flat().at(-1)).toMatchObject({ kind: "validity", id: memory.id, revision: 2 });
  await service.update(OWNER, memory.id, { validUntil: null });
  expect(await contents()).toEqual(["x"]);
  expect((await service.history(OWNER, memory.id)).map(({ validUntil }) => validUntil)).toEqual([
    null,
    at(START - DAY),
    at(START + DAY),
  ]);
});

it("reads a memory at any time by its id, and with asOf only if it was valid then", async () => {
  const { service } = await openAt();
  const { memory } = await service.capture(OWNER, { content: "x", validUntil: at(START - DAY) });
  expect(await service.get(OWNER, memory.id)).toMatchObject({ id: memory.id });
  expect(await service.get(OWNER, memory.id, at(START - 2 * DAY))).toMatchObject({ id: memory.id });
  await expect(service.get(OWNER, memory.id, at(START))).rejects.toMatchObject({ code: "not_found" });
  await expect(service.get(OWNER, memory.id, "soon")).rejects.toMatchObject({
    code: "invalid_argument",
    field: "asOf",
  });
});

it("stores content again that an expired memory has, and does not return that one as similar", async () => {
  const { service } = await openAt();
  const content = "The staging server for payments runs PostgreSQL sixteen on host alpha";
  await service.capture(OWNER, { content, validUntil: at(START - DAY) });
  const again = await service.capture(OWNER, { content });
  expect(again).toMatchObject({ created: true, similar: [] });
  const other = await service.capture(OWNER, { content, validUntil: at(START + DAY) });
  expect(other).toMatchObject({ created: true, similar: [{ memory: { id: again.memory.id } }] });
  expect(await service.capture(OWNER, { content, validUntil: at(START + DAY) })).toMatchObject({ created: false });
});

it("keeps the interval in the trash, and restores it", async () => {
  const { service, contents } = await openAt();
  const { memory } = await service.capture(OWNER, { content: "x", validUntil: at(START - DAY) });
  await service.delete(OWNER, memory.id);
  expect(await contents({ validity: "expired" })).toEqual([]);
  expect(await contents({ trash: "only" })).toEqual(["x"]);
  expect(await service.restore(OWNER, memory.id)).toMatchObject({ validUntil: at(START - DAY) });
});

it("keeps the interval of a proposal, and undoes the end that keeping it gave to another memory", async () => {
  const { clock, contents, service } = await openAt();
  const old = await service.capture(OWNER, { content: "old" });
  const proposer = clientWith({ rights: { access: "propose" } });
  const validFrom = at(START + DAY);
  const { memory } = await service.capture(proposer, { content: "new", validFrom, supersedes: old.memory.id });
  const [waiting] = (await service.inbox.list(OWNER, "waiting", 5)).items;
  expect(waiting?.memory).toMatchObject({ validFrom, validUntil: null });
  expect(await service.inbox.keep(OWNER, memory.id)).toMatchObject({ validFrom });
  expect(await contents()).toEqual(["old"]);
  await service.inbox.reopen(OWNER, memory.id);
  expect(await service.get(OWNER, old.memory.id)).toMatchObject({ validUntil: null });
  await service.inbox.keep(OWNER, memory.id);
  clock.time = START + DAY;
  expect(await contents()).toEqual(["new"]);
});

it("imports intervals and their history, and exports of earlier versions without them", async () => {
  const { service, contents } = await openAt();
  const { memory } = await service.capture(OWNER, {
    content: "x",
    validFrom: at(START - DAY),
    validUntil: at(START + DAY),
  });
  const changed = await service.update(OWNER, memory.id, { validUntil: at(START - 1) });
  const archived = { ...changed, history: (await service.history(OWNER, memory.id)).reverse() };
  const other = await openAt();
  expect(await other.service.importMemories(OWNER, [archived], false)).toMatchObject([{ kind: "imported" }]);
  expect(await other.service.get(OWNER, memory.id)).toEqual(changed);
  expect(await other.service.history(OWNER, memory.id)).toEqual(await service.history(OWNER, memory.id));
  expect(await other.contents()).toEqual([]);
  const {
    validFrom: _from,
    validUntil: _until,
    ...earlier
  } = { ...changed, id: memory.id.replace(/.$/, "Z"), content: "y" };
  const [outcome] = await service.importMemories(OWNER, [{ ...earlier, history: [] } as never], false);
  expect(outcome).toMatchObject({ kind: "imported" });
  expect(await contents()).toEqual(["y"]);
  const empty = { ...archived, id: memory.id.replace(/.$/, "Y"), validFrom: at(START), validUntil: at(START) };
  expect(await service.importMemories(OWNER, [empty], true)).toMatchObject([
    { kind: "refused", error: { field: "validUntil" } },
  ]);
});

it("gives a limited client the counts and results of its own memories only", async () => {
  const { clock, service } = await openAt();
  const limited = clientWith({ rights: { domains: ["acme/shop"] } });
  await service.capture(OWNER, { content: "Sale in the shop", domain: "acme/shop", validUntil: at(START + DAY) });
  await service.capture(OWNER, { content: "Sale elsewhere", domain: "acme/other", validUntil: at(START + DAY) });
  expect((await service.search(limited, { query: "sale", domain: "_" })).items).toHaveLength(1);
  clock.time = START + DAY;
  expect((await service.search(limited, { query: "sale", domain: "_" })).items).toEqual([]);
  expect((await service.status(limited)).counts).toMatchObject({ memories: 0, expired: 1 });
});
