import { describe, expect, it } from "vitest";
import { clientWith, openTestService } from "../app/testing/open-service.ts";
import { FULL_GRANT, OWNER } from "../core/caller.ts";
import { createRandom } from "../search/testing/random-vectors.ts";
import { memoryAt } from "../store/testing/open-store.ts";

const ids = ["01AAAAAAAAAAAAAAAAAA7KQX2Z", "01AAAAAAAAAAAAAAAAAA8KQX2Z", "01BBBBBBBBBBBBBBBBBBBBBBB9"] as const;

async function openWithIds() {
  const opened = await openTestService();
  for (const [index, id] of ids.entries()) {
    await opened.store.memories.insert(memoryAt(index, { id, domain: index === 1 ? "secret/corp" : "user" }));
  }
  const limited = clientWith({ project: null, grant: { ...FULL_GRANT, domains: ["user"] } });
  return { ...opened, limited };
}

describe("an abbreviated id", () => {
  it("finds a memory by the start or end of its id, in each method, in any case, alone and in an address", async () => {
    const { service } = await openWithIds();
    for (const part of ["01bb", "BBB9", ids[2].slice(0, 25), `recollect://memory/${ids[2].slice(-6)}`]) {
      expect((await service.get(OWNER, part)).id).toBe(ids[2]);
    }
    expect((await service.get(OWNER, "recollect://user/context/BBBB9")).id).toBe(ids[2]);
    expect((await service.update(OWNER, "BBBB9", { tags: ["one"] })).id).toBe(ids[2]);
    expect((await service.delete(OWNER, "BBBB9")).id).toBe(ids[2]);
    expect((await service.restore(OWNER, "BBBB9")).id).toBe(ids[2]);
    expect(await service.history(OWNER, "BBBB9")).toHaveLength(4);
    await service.capture(OWNER, { content: "The successor.", supersedes: "BBBB9" });
    expect((await service.get(OWNER, "BBBB9")).supersededBy).not.toBeNull();
  });

  it("finds a memory by the first letters of its short id, unless the letters start or end another id", async () => {
    const { service, store, limited } = await openWithIds();
    expect((await service.get(OWNER, "aa7k")).id).toBe(ids[0]);
    await expect(service.get(limited, "AA8K")).rejects.toMatchObject({ code: "not_found" });
    await expect(service.get(OWNER, "A7KQX2Y")).rejects.toMatchObject({ code: "not_found" });
    await store.memories.insert(memoryAt(9, { id: "01CCCCCCCCCCCCCCCCCCCCAA7K" }));
    expect((await service.get(OWNER, "AA7K")).id).toBe("01CCCCCCCCCCCCCCCCCCCCAA7K");
  });

  it("is refused with the candidates if it is ambiguous, and changes nothing", async () => {
    const { service } = await openWithIds();
    for (const part of ["KQX2Z", "01AA"]) {
      await expect(service.delete(OWNER, part)).rejects.toMatchObject({
        code: "invalid_argument",
        field: "id",
        details: { candidates: [ids[0], ids[1]], more: false },
        message: expect.stringContaining(`${ids[0]}, ${ids[1]}`),
        hint: expect.stringContaining("more characters"),
      });
    }
    await expect(service.capture(OWNER, { content: "x", supersedes: "KQX2Z" })).rejects.toMatchObject({
      field: "supersedes",
      details: { candidates: [ids[0], ids[1]] },
    });
    expect((await service.list(OWNER, { domain: "_" })).items).toHaveLength(3);
  });

  it("names five candidates at most", async () => {
    const { service, store } = await openWithIds();
    for (let index = 0; index < 6; index++) {
      await store.memories.insert(memoryAt(10 + index, { id: `01CCCCCCCCCCCCCCCCCCCCCCC${index}` }));
    }
    await expect(service.get(OWNER, "01CC")).rejects.toMatchObject({
      details: { candidates: { length: 5 }, more: true },
    });
  });

  it("is refused if it is too short, and is not found if nothing has it", async () => {
    const { service } = await openWithIds();
    await expect(service.get(OWNER, "BB9")).rejects.toMatchObject({ code: "invalid_argument" });
    await expect(service.get(OWNER, "MYLO")).rejects.toMatchObject({ code: "invalid_argument" });
    await expect(service.get(OWNER, "ZZZZZZ")).rejects.toMatchObject({ code: "not_found" });
  });

  it("is ambiguous for a limited client only among the memories that it may see", async () => {
    const { service, limited } = await openWithIds();
    expect((await service.get(limited, "KQX2Z")).id).toBe(ids[0]);
    await expect(service.get(limited, ids[1].slice(-7))).rejects.toMatchObject({ code: "not_found" });
    expect([...(await service.shortIds(limited, [ids[0]])).values()]).toEqual([ids[0].slice(-6)]);
  });
});

describe("short ids", () => {
  it("are ends of six characters, and longer ones where several memories share them", async () => {
    const { service } = await openWithIds();
    expect([...(await service.shortIds(OWNER, ids)).values()]).toEqual(["7KQX2Z", "8KQX2Z", "BBBBB9"]);
  });

  it("find their memory, also where ends are beginnings of other ids", async () => {
    const { service, store } = await openTestService();
    const random = createRandom(3);
    const given = Array.from({ length: 300 }, (_, index) => {
      const digits = (length: number) => Array.from({ length }, () => random.integer(2)).join("");
      return { number: index, id: `0${digits(25)}` };
    });
    for (const { number, id } of given) await store.memories.insert(memoryAt(number, { id }));
    const short = await service.shortIds(
      OWNER,
      given.map(({ id }) => id),
    );
    expect(Math.max(...[...short.values()].map(({ length }) => length))).toBeGreaterThan(8);
    for (const [id, part] of short) expect((await service.get(OWNER, part)).id).toBe(id);
  });
});
