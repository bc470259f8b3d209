import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import type { TextTerm } from "../../core/search.ts";
import { createRandom } from "../../search/testing/random-vectors.ts";
import { toMatchExpression } from "../../sqlite/match-expression.ts";
import { countTurnsDuring } from "../../threads/testing/event-loop.ts";
import { idAt, memoryAt, numberOf, openTestStore, START, temporaryFolder } from "../testing/open-store.ts";

const WORDS = [
  "deploy",
  "deploying",
  "server",
  "cache",
  "cached",
  "café",
  "日本語",
  "наука",
  "index",
  "indexes",
  "token",
];
const edit = (action: "update" | "delete") => ({ client: null, at: START, action });

it("serves other requests while the first search after a start reads the lengths of all memories", async () => {
  const folder = await temporaryFolder();
  const filled = await openTestStore(folder);
  const count = 9_000;
  await Promise.all(
    Array.from({ length: count }, (_, number) => filled.memories.insert(memoryAt(number + 1, { content: "common" }))),
  );
  await filled.close();
  const { text } = await openTestStore(folder);
  const search = text.search({ any: [{ kind: "word", token: "common" }], all: [] }, {}, 5);
  const { result: hits, turns } = await countTurnsDuring(search);
  expect(hits).toHaveLength(5);
  expect(turns).toBeGreaterThanOrEqual(3);
});

/** A store of random words; some memories are updated, some are purged. */
async function createHistory() {
  const folder = await temporaryFolder();
  const store = await openTestStore(folder);
  const { next } = createRandom(7);
  const draw = () => WORDS[Math.floor(next() * WORDS.length)] ?? "";
  const text = () => Array.from({ length: 1 + Math.floor(next() * 30) }, draw).join(" ");
  for (let number = 1; number <= 300; number++) {
    const source = next() < 0.3 ? `src/${draw()}.ts` : null;
    // Lengths of one, two and three bytes.
    const content = number % 90 === 0 ? `${text()}${" token".repeat(number * 70)}` : text();
    await store.memories.insert(memoryAt(number, { content, tags: next() < 0.4 ? [draw()] : [], source }));
  }
  await store.text.search({ any: WORDS.map((token) => ({ kind: "word", token })), all: [] }, {}, 300);
  for (let number = 1; number <= 60; number++) {
    await store.memories.update(idAt(number), { content: text() }, null, edit("update"));
  }
  for (let number = 50; number <= 90; number++)
    await store.memories.setDeleted(idAt(number), true, null, edit("delete"));
  await store.memories.purge("trash");
  return { ...store, folder };
}

it("computes the same ranks as FTS5 after updates and deletions", async () => {
  const { text, folder } = await createHistory();
  const database = new Database(`${folder}/memories.sqlite`, { readonly: true });
  const ranked = database.prepare<[string], { id: string; rank: number }>(
    `SELECT m.id, -text_index.rank AS rank FROM text_index JOIN memories m ON m.row = text_index.rowid
     WHERE text_index MATCH ? ORDER BY text_index.rank`,
  );
  const queries: readonly (readonly TextTerm[])[] = [
    [{ kind: "word", token: "deploys" }],
    [
      { kind: "word", token: "cache" },
      { kind: "word", token: "cafe" },
      { kind: "word", token: "unheard" },
    ],
    [
      { kind: "word", token: "index" },
      { kind: "word", token: "indexes" },
      { kind: "word", token: "日本" },
    ],
    [
      { kind: "prefix", token: "c" },
      { kind: "word", token: "наука" },
    ],
    [{ kind: "prefix", token: "zz" }],
    [
      { kind: "phrase", tokens: ["cache", "server"] },
      { kind: "phrase", tokens: ["never", "there"] },
      { kind: "word", token: "cache" },
      { kind: "prefix", token: "dep" },
    ],
    [{ kind: "phrase", tokens: ["src", "token"] }],
  ];
  for (const any of queries) {
    const expected = new Map(ranked.all(toMatchExpression({ any, all: [] }) ?? "").map(({ id, rank }) => [id, rank]));
    const hits = await text.search({ any, all: [] }, {}, 1_000);
    expect(hits.map(({ id }) => id).sort()).toEqual([...expected.keys()].sort());
    for (const { id, rank } of hits) expect(rank).toBeCloseTo(expected.get(id) ?? Number.NaN, 9);
    const ranks = hits.map(({ rank }) => rank);
    expect(ranks).toEqual(ranks.toSorted((one, other) => other - one));
  }
  database.close();
});

describe("a prefix with more occurrences than the limit", () => {
  const common = Array.from({ length: 1_000 }, () => "deployment").join(" ");

  it("searches a prefix with too many occurrences by its terms within the limit", async () => {
    const { memories, text } = await openTestStore();
    await Promise.all([1, 2, 3, 4, 5, 6].map((number) => memories.insert(memoryAt(number, { content: common }))));
    const found = async () => {
      const hits = await text.search({ any: [{ kind: "prefix", token: "depl" }], all: [] }, {}, 100);
      return hits.map(({ id }) => numberOf(id)).sort((one, other) => one - other);
    };
    await memories.insert(memoryAt(30, { content: "deplorable" }));
    expect(await found()).toEqual([1, 2, 3, 4, 5, 6, 30]);
    const more = Array.from({ length: 20 }, (_, index) => memoryAt(index + 7, { content: common }));
    await Promise.all(more.map((memory) => memories.insert(memory)));
    expect(await found()).toEqual([30]);
  });

  it("searches a prefix by its rarest term if no term is within the limit", async () => {
    const { memories, text } = await openTestStore();
    const all = Array.from({ length: 21 }, (_, index) => memoryAt(index + 1, { content: common }));
    await Promise.all(all.map((memory) => memories.insert(memory)));
    expect(await text.search({ any: [{ kind: "prefix", token: "depl" }], all: [] }, {}, 100)).toHaveLength(21);
  });
});
