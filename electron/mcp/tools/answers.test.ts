import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { answer, call, capture, kinds } from "../../../tests/testing/calls.ts";
import { connectV1, openTestStack } from "../../../tests/testing/clients.ts";

const LINES = Array.from(
  { length: 400 },
  (_, index) => `Line ${index} of the incident report: 发布失败 and rolled back.`,
);
const LONG = LINES.join("\n");

async function openFilled() {
  const client = await connectV1(await openTestStack());
  const { id: long } = await capture(client, { content: LONG, tags: ["report"] });
  const short: string[] = [];
  for (let index = 0; index < 12; index++) {
    short.push((await capture(client, { content: `Fact ${index} of the incident: the queue was full.` })).id);
  }
  return { client, long, short };
}

const idsOf = (rows: unknown) => (rows as { id: string }[]).map(({ id }) => id);

describe("maxTokens", () => {
  it.each(["search_memories", "list_memories"])(
    "is never exceeded by %s, filled best first, and continued",
    async (name) => {
      const { client } = await openFilled();
      const args = name === "search_memories" ? { query: "incident", limit: 20 } : { limit: 20 };
      const member = name === "search_memories" ? "results" : "memories";
      const all = idsOf((await call(client, name, args))[member]);
      for (const maxTokens of [100, 150, 300, 600, 1200, 5000]) {
        for (const detail of ["light", "medium", "everything"]) {
          const { text, structured } = await answer(client, name, { ...args, detail, maxTokens });
          expect(countTokens(text), `${maxTokens} ${detail}`).toBeLessThanOrEqual(maxTokens);
          expect(countTokens(JSON.stringify(structured)), `${maxTokens} ${detail}`).toBeLessThanOrEqual(maxTokens);
          const ids = idsOf(structured[member]);
          expect(ids).toEqual(all.slice(0, ids.length));
          expect(structured.omitted ?? 0).toBe(all.length - ids.length);
          if (structured.omitted !== undefined) expect(text).toContain(`${structured.omitted} omitted by maxTokens`);
        }
      }
      const seen: string[] = [];
      let cursor: unknown;
      do {
        const page = await call(client, name, { ...args, maxTokens: 400, cursor });
        seen.push(...idsOf(page[member]));
        cursor = page.nextCursor;
      } while (cursor !== undefined && seen.length < 50);
      expect(seen).toEqual(all);
    },
  );

  it("is refused below its minimum with the field, and changes nothing that is not given", async () => {
    const { client } = await openFilled();
    expect(await call(client, "search_memories", { query: "incident", maxTokens: 20 })).toMatchObject({
      code: "invalid_argument",
      field: "maxTokens",
      message: '"maxTokens" of search_memories is not valid: it must be at least 100.',
    });
    expect(await call(client, "search_memories", { query: "incident" })).not.toHaveProperty("omitted");
  });
});

describe.each(kinds)("get_memory (%s)", (_kind, connect) => {
  it("reads a long memory by parts within a budget", async () => {
    const client = await connect(await openTestStack());
    const { id } = await capture(client, { content: LONG });
    let content = "";
    let from: number | undefined;
    let parts = 0;
    do {
      const { text, structured } = await answer(client, "get_memory", { id: id.slice(-6), from, maxTokens: 1500 });
      expect(countTokens(text)).toBeLessThanOrEqual(1500);
      expect(countTokens(JSON.stringify(structured))).toBeLessThanOrEqual(1500);
      const memory = structured.memory as { content: string; next?: number; length?: number };
      content += memory.content;
      from = memory.next;
      parts += 1;
      if (from !== undefined) expect(text).toContain(`"from": ${from}`);
    } while (from !== undefined && parts < 100);
    expect(content).toBe(LONG);
    expect(parts).toBeGreaterThan(3);
    expect(await call(client, "get_memory", { id, from: LONG.length - 12 })).toMatchObject({
      memory: { content: LONG.slice(-12) },
    });
    expect(await call(client, "get_memory", { id, from: LONG.length + 1 })).toMatchObject({ field: "from" });
    expect(await call(client, "get_memory", { id, maxTokens: 100 })).toMatchObject({
      field: "maxTokens",
      hint: expect.stringMatching(/\d+ or more/),
    });
  });
});

describe("get_memory", () => {
  it("reads several memories, names those that it cannot read, and keeps a budget", async () => {
    const { client, long, short } = await openFilled();
    const some = short.slice(0, 3);
    const { structured, text } = await answer(client, "get_memory", {
      ids: [...some.map((id) => id.slice(-8)), "ZZZZZZZZ"],
    });
    expect(idsOf(structured.memories)).toEqual(some);
    expect(structured.notices).toEqual([expect.stringContaining("ZZZZZZZZ")]);
    expect(text).toContain("ZZZZZZZZ");
    expect(await call(client, "get_memory", { ids: ["ZZZZZZZZ"] })).toMatchObject({ code: "not_found" });
    expect(await call(client, "get_memory", { ids: some, id: long })).toMatchObject({ code: "invalid_argument" });
    expect(await call(client, "get_memory", { ids: some, from: 5 })).toMatchObject({ field: "from" });
    const limited = await call(client, "get_memory", { ids: [...some, long], maxTokens: 1000 });
    expect(idsOf(limited.memories)).toEqual(some);
    expect(limited.omitted).toBe(1);
    const first = await call(client, "get_memory", { ids: [long, ...some], maxTokens: 1000 });
    expect((first.memories as { next: number }[])[0]?.next).toBeGreaterThan(0);
  });
});

describe("a list of memories", () => {
  it("takes filters in its query, and refuses words and wrong filters with the field", async () => {
    const { client, long, short } = await openFilled();
    expect(idsOf((await call(client, "list_memories", { query: "tag:report since:1d" })).memories)).toEqual([long]);
    await call(client, "delete_memory", { id: short[0] });
    expect(idsOf((await call(client, "list_memories", { query: "trash:only" })).memories)).toEqual([short[0]]);
    for (const query of ["tag:report queue", "since:yesteryear", "trash:maybe", "ns:nonsense"]) {
      expect(await call(client, "list_memories", { query })).toMatchObject({ isError: true, code: "invalid_argument" });
    }
  });

  it("shows a long memory by its best passage in search, and by its start in a list", async () => {
    const { client } = await openFilled();
    const { results } = await call(client, "search_memories", { query: "line 399 rolled" });
    const [hit] = results as { excerpt?: string; content?: string; length?: number }[];
    expect(hit).toMatchObject({ excerpt: expect.stringContaining("399"), length: LONG.length });
    expect(hit).not.toHaveProperty("content");
    const { memories } = await call(client, "list_memories", { query: "tag:report" });
    expect(memories).toMatchObject([{ excerpt: expect.stringMatching(/^Line 0 .*…$/s) }]);
  });
});
