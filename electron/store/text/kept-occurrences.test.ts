import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { createRandom } from "../../search/testing/random-vectors.ts";
import { idAt, memoryAt, openTestStore, START, temporaryFolder } from "../testing/open-store.ts";

const WORDS = ["deploy", "deploying", "server", "cache", "cached", "café", "日本語", "index", "indexes", "x86s"];
const edit = (action: "update" | "delete") => ({ client: null, at: START, action });

/** A store whose searches are compared with FTS5 itself. */
async function openCompared() {
  const folder = await temporaryFolder();
  const store = await openTestStore(folder);
  const database = new Database(`${folder}/memories.sqlite`, { readonly: true });
  const select = database.prepare<[string], { id: string; rank: number }>(
    `SELECT m.id, -text_index.rank AS rank FROM text_index JOIN memories m ON m.row = text_index.rowid
     WHERE text_index MATCH ? AND m.deleted_at IS NULL ORDER BY m.id`,
  );
  const rounded = (hits: readonly { readonly id: string; readonly rank: number }[]) =>
    hits.map(({ id, rank }) => `${id} ${rank.toFixed(9)}`).sort();
  return {
    ...store,
    async expectRanksOfIndex(words: readonly string[] = WORDS): Promise<void> {
      for (const token of words) {
        const hits = await store.text.search({ any: [{ kind: "word", token }], all: [] }, {}, 1_000);
        // The pairs of a run without spaces are single tokens.
        if (token !== "日本語") expect(rounded(hits), token).toEqual(rounded(select.all(`"${token}"`)));
      }
    },
    close: () => database.close(),
  };
}

it("ranks memories that are captured between two searches like FTS5", async () => {
  const { memories, expectRanksOfIndex, close } = await openCompared();
  const { next } = createRandom(3);
  const draw = () => WORDS[Math.floor(next() * WORDS.length)] ?? "";
  const text = () => Array.from({ length: 1 + Math.floor(next() * 12) }, draw).join(" ");
  for (let number = 1; number <= 60; number += 3) {
    const captured = [number, number + 1, number + 2].map((at) =>
      memories.insert(memoryAt(at, { content: text(), tags: next() < 0.4 ? [draw()] : [], source: `src/${draw()}` })),
    );
    await Promise.all(captured);
    await expectRanksOfIndex();
  }
  close();
});

it("ranks a word like FTS5 that is searched after a memory with it was captured, and captured after that", async () => {
  const { memories, expectRanksOfIndex, close } = await openCompared();
  await memories.insert(memoryAt(1, { content: "deploy the server" }));
  await expectRanksOfIndex(["deploy"]);
  await memories.insert(memoryAt(2, { content: "cache cache x86s" }));
  await expectRanksOfIndex(["deploy"]);
  await expectRanksOfIndex(["cached", "x86s"]);
  for (const number of [3, 4]) {
    await memories.insert(memoryAt(number, { content: "cached cache, x86s", tags: ["cache"] }));
    await expectRanksOfIndex();
  }
  close();
});

it("ranks memories that are changed and purged between two searches like FTS5", async () => {
  const { memories, expectRanksOfIndex, close } = await openCompared();
  for (const number of [1, 2, 3, 4]) await memories.insert(memoryAt(number, { content: "deploy the server" }));
  await expectRanksOfIndex();
  await memories.update(idAt(1), { content: "cached index" }, null, edit("update"));
  await expectRanksOfIndex();
  await memories.update(idAt(2), { tags: ["cache", "server"] }, null, edit("update"));
  await memories.insert(memoryAt(5, { content: "deploying a cache" }));
  await expectRanksOfIndex();
  await memories.setDeleted(idAt(3), true, null, edit("delete"));
  await memories.purge("trash");
  await expectRanksOfIndex();
  close();
});

it("ranks memories like FTS5 after the memory of words was freed", async () => {
  const { memories, expectRanksOfIndex, releaseMemory, close } = await openCompared();
  await memories.insert(memoryAt(1, { content: "deploy the server" }));
  await expectRanksOfIndex();
  await memories.insert(memoryAt(2, { content: "deploying a cache" }));
  releaseMemory();
  await memories.insert(memoryAt(3, { content: "the cached index" }));
  await expectRanksOfIndex();
  close();
});

it("does not rank a memory whose capture failed", async () => {
  const { memories, expectRanksOfIndex, close } = await openCompared();
  await memories.insert(memoryAt(1, { content: "deploy the server" }));
  await expectRanksOfIndex();
  const results = await Promise.allSettled([
    memories.insert(memoryAt(2, { content: "deploy the cache" })),
    memories.insert(memoryAt(1, { content: "deploy the index" })),
    memories.insert(memoryAt(3, { content: "deploy an index" })),
  ]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  await expectRanksOfIndex();
  close();
});

it("keeps nothing that was read while a memory was captured", async () => {
  const { memories, text, expectRanksOfIndex, close } = await openCompared();
  await memories.insert(memoryAt(1, { content: "deploy the server" }));
  const search = () => text.search({ any: WORDS.map((token) => ({ kind: "word", token })), all: [] }, {}, 10);
  await Promise.all([
    search(),
    ...[2, 3, 4].map((number) => memories.insert(memoryAt(number, { content: "deploy the cache" })).then(search)),
    search(),
  ]);
  await expectRanksOfIndex();
  close();
});
