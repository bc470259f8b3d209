import { describe, expect, it } from "vitest";
import { clientWith, openTestService } from "../app/testing/open-service.ts";
import { MAX_TAGS } from "../core/tags.ts";

const FACT = "The cache is emptied at night.\nIt takes two minutes.";

describe("a capture of the same text", () => {
  it.each([
    ["a final line end", `${FACT}\n`],
    ["line ends of Windows", FACT.replace("\n", "\r\n")],
    ["spaces around it", `  ${FACT}  `],
    ["several spaces", FACT.replaceAll(" ", "  ")],
    ["another line break", FACT.replace("\n", " ").replace("at night", "at\nnight")],
    ["no-break and ideographic spaces", FACT.replace(" ", "\u00a0").replace(" is", "\u3000is")],
    ["line separators", FACT.replace("\n", "\u2028")],
    ["characters without a width", `\ufeff${FACT.replace(" ", " \u200b")}\u2060`],
    ["a tab and an empty line", FACT.replace("\n", "\n\n").replace(" is ", "\tis ")],
  ])("is the same memory, with %s", async (_, content) => {
    const { service } = await openTestService();
    const client = clientWith();
    const first = await service.capture(client, { content: FACT });
    const again = await service.capture(client, { content });
    expect(again).toMatchObject({ created: false, addedTags: [], memory: { id: first.memory.id, content: FACT } });
    expect(again.memory.revision).toBe(1);
  });

  it.each([
    ["The cache is emptied at noon.\nIt takes two minutes."],
    [FACT.toUpperCase()],
    [`${FACT}!`],
    ["Thecache is emptied at night.\nIt takes two minutes."],
  ])("is another memory if a character differs: %j", async (content) => {
    const { service } = await openTestService();
    const client = clientWith();
    await service.capture(client, { content: FACT });
    expect((await service.capture(client, { content })).created).toBe(true);
  });

  it("is stored once if two clients capture it at the same time", async () => {
    const { service } = await openTestService();
    const client = clientWith();
    const both = await Promise.all([FACT, `${FACT} \n`].map((content) => service.capture(client, { content })));
    expect(both.map(({ created }) => created)).toEqual([true, false]);
    expect(both[0]?.memory.id).toBe(both[1]?.memory.id);
  });

  it("adds its tags, and says which", async () => {
    const { service } = await openTestService();
    const client = clientWith();
    await service.capture(client, { content: FACT, tags: ["cache", "ops"] });
    const again = await service.capture(client, { content: FACT, tags: ["ops", "night", "batch"] });
    expect(again).toMatchObject({ created: false, addedTags: ["batch", "night"] });
    expect(again.memory.tags).toEqual(["batch", "cache", "night", "ops"]);
    expect((await service.get(client, again.memory.id)).tags).toEqual(["batch", "cache", "night", "ops"]);
    expect((await service.history(client, again.memory.id)).map(({ tags }) => tags.length)).toEqual([4, 2]);
  });

  it("adds as many tags as a memory may have", async () => {
    const { service } = await openTestService();
    const client = clientWith();
    const tags = Array.from({ length: MAX_TAGS - 1 }, (_, index) => `tag-${index}`);
    await service.capture(client, { content: FACT, tags });
    const again = await service.capture(client, { content: FACT, tags: ["x", "y"] });
    expect(again.addedTags).toEqual(["x"]);
    expect(again.memory.tags).toHaveLength(MAX_TAGS);
  });

  it("adds its tags if it also replaces another memory", async () => {
    const { service } = await openTestService();
    const client = clientWith();
    const old = await service.capture(client, { content: "The cache is never emptied." });
    await service.capture(client, { content: FACT, tags: ["ops"] });
    const again = await service.capture(client, { content: `${FACT}\n`, tags: ["night"], supersedes: old.memory.id });
    expect(again).toMatchObject({ created: false, addedTags: ["night"], memory: { tags: ["night", "ops"] } });
    expect((await service.get(client, old.memory.id)).supersededBy).toBe(again.memory.id);
  });
});
