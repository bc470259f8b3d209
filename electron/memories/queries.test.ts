import { describe, expect, it } from "vitest";
import { clientWith, openTestService } from "../app/testing/open-service.ts";
import { OWNER } from "../core/caller.ts";
import { createRandom } from "../search/testing/random-vectors.ts";
import { START } from "../store/testing/open-store.ts";
import { limitTransactions } from "../store/testing/transaction-limit.ts";

async function openFilled() {
  const opened = await openTestService();
  const { service } = opened;
  const capture = async (content: string, fields = {}) => (await service.capture(OWNER, { content, ...fields })).memory;
  const user = await capture("tabs are better than spaces", { tags: ["style"] });
  const project = await capture("this project uses spaces", { domain: "owner/repo", namespace: "decisions" });
  const other = await capture("the other project uses spaces too", { domain: "owner/other", source: "notes.md" });
  const client = clientWith({ project: "owner/repo" });
  return { ...opened, user, project, other, client };
}

const idsOf = (items: readonly { readonly memory: { readonly id: string } }[]): string[] =>
  items.map(({ memory }) => memory.id).sort();

describe("searching", () => {
  it("searches the caller's project and user, or every domain with the wildcard", async () => {
    const { service, user, project, other, client } = await openFilled();
    expect(idsOf((await service.search(client, { query: "spaces" })).items)).toEqual([user.id, project.id]);
    expect((await service.search(client, { query: "spaces", domain: "_" })).items).toHaveLength(3);
    expect(idsOf((await service.search(client, { query: "spaces domain:owner/other" })).items)).toEqual([other.id]);
    expect((await service.search(OWNER, { query: "spaces" })).items).toHaveLength(3);
  });

  it("combines the filters of the query and of the arguments", async () => {
    const { service, project } = await openFilled();
    const search = async (query: string, fields = {}) =>
      idsOf((await service.search(OWNER, { query, ...fields })).items);
    expect(await search("spaces ns:decisions", { domain: "owner/repo" })).toEqual([project.id]);
    expect(await search("spaces ns:decisions", { namespace: "context" })).toEqual([]);
    expect(await search("spaces domain:user", { domain: "owner/repo" })).toEqual([]);
    expect(await search("spaces source:notes", { source: "notes.md" })).toHaveLength(1);
    expect(await search("spaces tag:style", { withoutTags: ["style"] })).toEqual([]);
    await expect(search("spaces source:one", { source: "two" })).rejects.toMatchObject({ field: "source" });
  });

  it("lists memories for a query of filters only, with an empty match", async () => {
    const { service, user, project } = await openFilled();
    const first = await service.search(OWNER, { query: "ns:context", limit: 1 });
    expect(first.items[0]).toMatchObject({
      score: 1,
      matched: { words: [], highlights: [], similarity: null, by: [] },
    });
    const second = await service.search(OWNER, { query: "ns:context", limit: 1, cursor: first.nextCursor });
    expect(idsOf(second.items)).toEqual([user.id]);
    expect(second.nextCursor).toBeUndefined();
    expect(idsOf((await service.search(OWNER, { query: "", namespace: "decisions" })).items)).toEqual([project.id]);
  });

  it("ignores invalid filters of the query with a notice", async () => {
    const { service } = await openFilled();
    const { items, notices } = await service.search(OWNER, { query: "spaces ns:thoughts since:someday" });
    expect(items).toHaveLength(3);
    expect(notices).toMatchObject([
      { reason: "time_ignored", params: { filter: "since:someday" } },
      { reason: "filter_refused", params: { error: { details: { namespace: "thoughts" } } } },
    ]);
  });

  it.each([
    [{ limit: 0 }, "limit"],
    [{ limit: 101 }, "limit"],
    [{ limit: 1.5 }, "limit"],
    [{ namespace: "thoughts" }, "namespace"],
    [{ since: "someday" }, "since"],
    [{ before: "2026-13-01" }, "before"],
    [{ domain: "" }, "domain"],
    [{ domain: [] }, "domain"],
    [{ query: "x".repeat(20_001) }, "query"],
    [{ cursor: "nonsense" }, "cursor"],
    [{ query: "", cursor: "nonsense" }, "cursor"],
  ])("refuses the argument %o with its field", async (input, field) => {
    const { service } = await openFilled();
    const searching = service.search(OWNER, { query: "spaces", ...input });
    await expect(searching).rejects.toMatchObject({ code: "invalid_argument", field, hint: expect.any(String) });
  });

  it("accepts any text as a query", async () => {
    const { service } = await openFilled();
    for (const query of [
      '"',
      "AND OR NOT",
      "*",
      "ns:",
      'tag:"',
      "👩‍👩‍👧 \0 \ud800",
      "x".repeat(10_240),
      "日",
      "(((",
      "-",
    ]) {
      expect((await service.search(OWNER, { query })).items).toBeInstanceOf(Array);
    }
  });

  it("counts recalls of clients once a day, not of the owner", async () => {
    const { service, store, user, client } = await openFilled();
    await service.search(OWNER, { query: "tabs" });
    await service.get(OWNER, user.id);
    await service.search(client, { query: "tabs" });
    await service.get(client, user.id);
    const [most] = (await store.memories.list({}, "recalled", 1, null)).items;
    expect(most).toMatchObject({ id: user.id, recallCount: 1 });
  });
});

describe("listing", () => {
  it("pages through the caller's domains with every sort, spans and dates", async () => {
    const { service, user, project, client } = await openFilled();
    expect((await service.list(client, {})).items.map(({ id }) => id)).toEqual([project.id, user.id]);
    expect((await service.list(client, { sort: "created-ascending" })).items.map(({ id }) => id)).toEqual([
      user.id,
      project.id,
    ]);
    expect((await service.list(client, { since: "1h" })).items).toHaveLength(2);
    expect((await service.list(client, { before: new Date(START).toISOString() })).items).toEqual([]);
    const page = await service.list(client, { limit: 1 });
    expect((await service.list(client, { limit: 1, cursor: page.nextCursor })).items.map(({ id }) => id)).toEqual([
      user.id,
    ]);
    await expect(service.list(client, { limit: 201 })).rejects.toMatchObject({ field: "limit" });
    await expect(service.list(client, { cursor: "x" })).rejects.toMatchObject({ field: "cursor" });
  });
});

describe("the indexes", () => {
  it("rebuilds the indexes with progress, one rebuild at a time", async () => {
    const { service, events } = await openFilled();
    const progress: string[] = [];
    events.on("index.progress", ({ index, state }) => progress.push(`${index} ${state}`));
    const steps: (readonly [number, number])[] = [];
    limitTransactions("all");
    const signal = new AbortController().signal;
    const rebuilding = service.reindex(OWNER, (...step) => steps.push(step), signal);
    await expect(service.reindex(OWNER, () => {}, signal)).rejects.toMatchObject({ code: "conflict" });
    expect(await rebuilding).toMatchObject({
      counts: { memories: 3 },
      index: { text: { state: "ready", indexed: 3 }, vectors: { state: "off", model: null } },
    });
    expect(steps).toEqual([[3, 3]]);
    expect(progress).toEqual(["text running", "text finished"]);
  });

  it("reports a cancelled rebuild and keeps the index", async () => {
    const { service, events } = await openFilled();
    const progress: string[] = [];
    events.on("index.progress", ({ state }) => progress.push(state));
    await expect(service.reindex(OWNER, () => {}, AbortSignal.abort())).rejects.toMatchObject({ code: "cancelled" });
    expect(progress).toEqual(["cancelled"]);
    expect((await service.search(OWNER, { query: "spaces" })).items).toHaveLength(3);
  });
});

describe("arbitrary queries", () => {
  const fragments = [
    ...[
      '"',
      "'",
      "(",
      ")",
      "*",
      "-",
      "+",
      "^",
      ":",
      ",",
      "_",
      ".",
      "/",
      "\\",
      "%",
      "{",
      "}",
      "\0",
      "\n",
      "\u202e",
      "\ufeff",
    ],
    ...["AND", "OR", "NOT", "NEAR(", "ns:", "tag:", "-tag:", "since:", "before:", "domain:", "source:", "client:"],
    ...["spaces", "Café", "getUserName", "a_b-c", "__proto__", "7d", "2026-13-45", "x".repeat(300)],
    ...["数据", "库", "ไทย", "שלום", "مرحبا", "👩‍👩‍👧", "\ud800", "\udfff", "\u0301", "ﬁ"],
  ];

  it("returns a result, or refuses the query with its field", async () => {
    const { service, client } = await openFilled();
    const { next } = createRandom(11);
    const draw = () => fragments[Math.floor(next() * fragments.length)] ?? "";
    let answered = 0;
    for (let number = 0; number < 600; number++) {
      const glue = next() < 0.5 ? "" : " ";
      const query = Array.from({ length: 1 + Math.floor(next() * 12) }, draw).join(glue);
      const caller = number % 2 === 0 ? OWNER : client;
      const result = await service.search(caller, { query, mode: number % 3 === 0 ? "text" : "hybrid" }).then(
        ({ items }) => items.every(({ score }) => score >= 0 && score <= 1),
        (error: unknown) => error,
      );
      if (result === true) answered++;
      else expect(result, query).toMatchObject({ code: "invalid_argument", field: expect.any(String) });
    }
    expect(answered).toBeGreaterThan(500);
  });

  it("returns a result for queries of the maximum length", async () => {
    const { service } = await openFilled();
    const fill = (text: string) => text.repeat(Math.floor(20_000 / text.length));
    const distinct = Array.from({ length: 20_000 }, (_, index) =>
      String.fromCodePoint(0x4e00 + ((index * 7_919) % 20_000)),
    );
    for (const query of [
      ...fragments.map(fill),
      fill("spaces "),
      fill('"the spaces" '),
      fill("aB"),
      distinct.join(""),
    ]) {
      const { items } = await service.search(OWNER, { query });
      expect(items.length).toBeLessThanOrEqual(3);
    }
    await expect(service.search(OWNER, { query: "x".repeat(20_001) })).rejects.toMatchObject({ field: "query" });
  });
});
