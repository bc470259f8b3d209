import { describe, expect, it } from "vitest";
import { open } from "../../tests/testing/open-engine.ts";
import { idAt } from "../store/testing/open-store.ts";

describe("similar", () => {
  const decision = "We decided to use PostgreSQL 16 as the main database, since it has row level security.";

  it("finds near duplicates by their words, the most similar first", async () => {
    const { engine } = await open(
      decision,
      "We use PostgreSQL 16 as the main database since row level security is needed.",
      "The main entrance is locked at night by security.",
    );
    const similar = await engine.similar(decision, {}, { limit: 5, exceptId: null });
    expect(similar.map(({ memory }) => memory.id)).toEqual([idAt(1), idAt(2)]);
    expect(similar[0]).toMatchObject({ score: 1, by: "text" });
    expect(similar[1]?.score).toBeLessThan(1);
  });

  it("leaves out the memory itself and those outside the filter", async () => {
    const { engine } = await open(decision, { content: decision, domain: "acme/shop" });
    const similar = await engine.similar(decision, { domains: ["user"] }, { limit: 5, exceptId: idAt(1) });
    expect(similar).toEqual([]);
  });

  it("finds a near duplicate of a memory with many words of its own", async () => {
    const own = Array.from({ length: 15 }, (_, index) => `peculiarity${index}`).join(" ");
    const { engine } = await open(decision, `${decision} ${own}`);
    const similar = await engine.similar(`${decision} ${own}`, {}, { limit: 5, exceptId: idAt(2) });
    expect(similar.map(({ memory }) => memory.id)).toEqual([idAt(1)]);
  });

  it("finds Chinese near duplicates", async () => {
    const { engine } = await open("我们决定使用本地数据库保存所有记忆", "天气很好");
    const similar = await engine.similar("我们决定使用本地数据库来保存所有记忆", {}, { limit: 5, exceptId: null });
    expect(similar.map(({ memory }) => memory.id)).toEqual([idAt(1)]);
  });

  it.each(["", "🎉", "the of and"])("finds nothing for %j", async (content) => {
    const { engine } = await open(decision);
    expect(await engine.similar(content, {}, { limit: 5, exceptId: null })).toEqual([]);
  });
});
