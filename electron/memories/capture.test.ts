import { describe, expect, it, vi } from "vitest";
import { clientWith, openTestService } from "../app/testing/open-service.ts";
import { OWNER } from "../core/caller.ts";
import { BUILT_IN_NAMESPACES } from "../core/namespace.ts";
import type { MemoryStore, TextIndex } from "../core/ports.ts";
import { memoryAt, openTestStore } from "../store/testing/open-store.ts";

/** A service whose captures are committed, but not on disk until the test says so. */
async function openUnsynced() {
  const store = await openTestStore();
  const sync = Promise.withResolvers<void>();
  const steps: string[] = [];
  const memories: MemoryStore = {
    ...store.memories,
    async insert(memory, onCommitted) {
      const stored = await store.memories.insert(memory, onCommitted);
      await sync.promise;
      return stored;
    },
  };
  const text: TextIndex = {
    ...store.text,
    search(...query) {
      steps.push("searched");
      return store.text.search(...query);
    },
  };
  return { ...(await openTestService({ store: { ...store, memories, text } })), steps, sync };
}

describe("capturing", () => {
  it("stores a normalised memory with its client and announces it once", async () => {
    const { service, changes } = await openTestService();
    const { memory, created, similar } = await service.capture(clientWith({ project: "owner/repo" }), {
      content: "  Keep the *white space*\n",
      namespace: "Decisions",
      tags: ["#Release Plan", "release-plan", "API"],
      source: " docs/plan.md ",
    });
    expect(created).toBe(true);
    expect(similar).toEqual([]);
    expect(memory).toMatchObject({
      content: "  Keep the *white space*\n",
      namespace: "decisions",
      domain: "owner/repo",
      tags: ["api", "release-plan"],
      source: "docs/plan.md",
      client: { name: "claude-code", version: "2.1" },
    });
    expect(changes).toEqual([
      [
        {
          kind: "captured",
          id: memory.id,
          urn: memory.urn,
          previousUrn: memory.urn,
          domain: "owner/repo",
          namespace: "decisions",
          tags: ["api", "release-plan"],
          previousTags: ["api", "release-plan"],
          revision: 1,
          pinned: false,
          client: { name: "claude-code", version: "2.1" },
        },
      ],
    ]);
  });

  it("captures to the domain user and the namespace context by default", async () => {
    const { service } = await openTestService();
    const { memory } = await service.capture(OWNER, { content: "x" });
    expect(memory).toMatchObject({ domain: "user", namespace: "context", client: null });
  });

  it.each([
    [{ content: "" }, "content", "invalid_argument", /1 byte to 64 KiB/],
    [{ content: " \n\t\u3000" }, "content", "invalid_argument", /empty/],
    [{ content: "a\0b" }, "content", "invalid_argument", /NUL/],
    [{ content: "é".repeat(32_769) }, "content", "too_large", /65538 bytes.*65536/],
    [{ content: "x", namespace: "thoughts" }, "namespace", "invalid_argument", /decisions, patterns/],
    [{ content: "x", namespace: "no spaces" }, "namespace", "invalid_argument", /not a valid namespace name/],
    [{ content: "x", domain: "org" }, "domain", "invalid_argument", /reserved/],
    [{ content: "x", domain: "_" }, "domain", "invalid_argument", /reserved/],
    [{ content: "x", domain: " " }, "domain", "invalid_argument", /1 to 200 characters/],
    [
      { content: "x", tags: Array.from({ length: 33 }, (_, index) => `t${index}`) },
      "tags",
      "invalid_argument",
      /33.*32/,
    ],
    [{ content: "x", tags: ["y".repeat(65)] }, "tags", "invalid_argument", /64/],
    [{ content: "x", source: "s".repeat(2_049) }, "source", "invalid_argument", /2049.*2048/],
    [{ content: "x", source: "two\nlines" }, "source", "invalid_argument", /control/],
    [{ content: "x", supersedes: "nothing" }, "supersedes", "invalid_argument", /not a memory id/],
  ])("refuses %o with the field %s and a hint", async (input, field, code, sentence) => {
    const { service } = await openTestService();
    const error = await service.capture(OWNER, input).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code, field });
    const { message, hint } = error as { message: string; hint: string };
    expect(`${message} ${hint}`).toMatch(sentence);
    expect(hint).not.toBe("");
    expect((await service.status(OWNER)).counts.memories).toBe(0);
  });

  it("accepts 64 KiB and replaces lone surrogates by U+FFFD", async () => {
    const { service } = await openTestService();
    expect((await service.capture(OWNER, { content: "é".repeat(32_768) })).created).toBe(true);
    expect((await service.capture(OWNER, { content: "half \ud83d a pair" })).memory.content).toBe("half \ufffd a pair");
  });

  it("stores identical content once per domain and namespace, also with concurrent captures", async () => {
    const { service, changes } = await openTestService();
    const results = await Promise.all(
      Array.from({ length: 8 }, () => service.capture(clientWith(), { content: "the same" })),
    );
    expect(results.filter(({ created }) => created)).toHaveLength(1);
    expect(new Set(results.map(({ memory }) => memory.id)).size).toBe(1);
    expect(changes.flat()).toHaveLength(1);
    expect((await service.capture(OWNER, { content: "the same", namespace: "apis" })).created).toBe(true);
    expect((await service.capture(OWNER, { content: "the same", domain: "owner/repo" })).created).toBe(true);
  });

  it("stores content again whose memory is in the trash", async () => {
    const { service } = await openTestService();
    const first = await service.capture(OWNER, { content: "the same" });
    await service.delete(OWNER, first.memory.id);
    const second = await service.capture(OWNER, { content: "the same" });
    expect(second.created).toBe(true);
    expect(second.memory.id).not.toBe(first.memory.id);
  });

  it("compares a text of words that thousands of memories contain with the newest memories", async () => {
    const { service, store } = await openTestService();
    const words = "retry failed uploads whenever networks recover";
    await Promise.all(
      Array.from({ length: 2_100 }, (_, number) =>
        store.memories.insert(memoryAt(50_000 + number, { content: `${words} ${"and something else ".repeat(9)}` })),
      ),
    );
    const newest = await store.memories.insert(memoryAt(90_000, { content: `${words} soon` }));
    const { similar } = await service.capture(OWNER, { content: `${words} unquestionably` });
    expect(similar.map(({ memory }) => memory.id)).toContain(newest.id);
  });

  it("returns similar memories, but not the captured one", async () => {
    const { service } = await openTestService();
    const known = await service.capture(OWNER, { content: "The build cache lives in the folder named target" });
    await service.capture(OWNER, { content: "An unrelated fact about bicycles" });
    const { memory, similar } = await service.capture(OWNER, {
      content: "The build cache lives in a folder that is named target",
    });
    expect(similar.map((found) => found.memory.id)).toEqual([known.memory.id]);
    expect((await service.similar(OWNER, known.memory.id)).map((found) => found.memory.id)).toEqual([memory.id]);
  });

  it("searches similar memories while the new one is written to disk, and answers when it is", async () => {
    const { service, changes, steps, sync } = await openUnsynced();
    const captured = service.capture(OWNER, { content: "We use pnpm for all builds" });
    const answered = captured.then(() => steps.push("answered"));
    await vi.waitFor(() => expect(steps).toEqual(["searched"]));
    expect(changes).toEqual([]);
    sync.resolve();
    await answered;
    expect(steps).toEqual(["searched", "answered"]);
    expect(changes).toHaveLength(1);
  });

  it("fails, and announces nothing, if the memory cannot be written to disk", async () => {
    const { service, changes, steps, sync } = await openUnsynced();
    const captured = service.capture(OWNER, { content: "We use pnpm for all builds" });
    await vi.waitFor(() => expect(steps).toEqual(["searched"]));
    sync.reject(new Error("The disk is broken."));
    await expect(captured).rejects.toThrow("The disk is broken.");
    expect(changes).toEqual([]);
  });

  it("lists what a memory supersedes, and finds both similar to each other", async () => {
    const { service } = await openTestService();
    const old = (await service.capture(OWNER, { content: "The build cache lives in the folder named target" })).memory;
    const { memory } = await service.capture(OWNER, {
      content: "The build cache lives in a folder that is named target",
      supersedes: old.id,
    });
    const similarTo = async (id: string) => (await service.similar(OWNER, id)).map((found) => found.memory.id);
    expect(await similarTo(old.id)).toEqual([memory.id]);
    expect(await similarTo(memory.id)).toEqual([old.id]);
    const listed = async (id: string) =>
      (await service.list(OWNER, { supersededBy: id, superseded: "only" })).items.map((each) => each.id);
    expect(await listed(memory.id)).toEqual([old.id]);
    expect(await listed(old.id)).toEqual([]);
  });

  it("supersedes a memory in the same transaction and announces both", async () => {
    const { service, changes } = await openTestService();
    const old = (await service.capture(OWNER, { content: "old way" })).memory;
    const { memory } = await service.capture(clientWith(), { content: "new way", supersedes: old.urn });
    expect(await service.get(OWNER, old.id)).toMatchObject({ supersededBy: memory.id, revision: 2 });
    expect((await service.list(OWNER, {})).items.map(({ id }) => id)).toEqual([memory.id]);
    expect(changes.at(-1)?.map(({ kind, id }) => [kind, id])).toEqual([
      ["captured", memory.id],
      ["updated", old.id],
    ]);
    await expect(
      service.capture(OWNER, { content: "more", supersedes: "01ARZ3NDEKTSV4RRFFQ69G5FAV" }),
    ).rejects.toMatchObject({ code: "not_found" });
  });

  it("supersedes a memory by an existing one with identical content, once", async () => {
    const { service, changes } = await openTestService();
    const known = (await service.capture(OWNER, { content: "new way" })).memory;
    const old = (await service.capture(OWNER, { content: "old way" })).memory;
    const again = async () => service.capture(clientWith(), { content: "new way", supersedes: old.id });
    expect(await again()).toMatchObject({ memory: { id: known.id, revision: 1 }, created: false });
    expect(changes.at(-1)?.map(({ kind, id }) => [kind, id])).toEqual([["updated", old.id]]);
    await again();
    await service.capture(clientWith(), { content: "new way", supersedes: known.id });
    expect(await service.get(OWNER, old.id)).toMatchObject({ supersededBy: known.id, revision: 2 });
    expect(await service.get(OWNER, known.id)).toMatchObject({ supersededBy: null, revision: 1 });
  });

  it("accepts a namespace after the owner has added it", async () => {
    const { service } = await openTestService();
    expect(await service.addNamespace(OWNER, "Recipes")).toEqual([...BUILT_IN_NAMESPACES, "recipes"]);
    expect((await service.capture(clientWith(), { content: "x", namespace: "recipes" })).memory.namespace).toBe(
      "recipes",
    );
    await expect(service.addNamespace(OWNER, "not a name")).rejects.toMatchObject({ field: "name" });
  });
});
