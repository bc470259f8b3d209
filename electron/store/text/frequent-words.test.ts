import { expect, it } from "vitest";
import { workerUrl } from "../../../tests/testing/entries.ts";
import type { TextQuery, TextTerm } from "../../core/search.ts";
import { countTurnsDuring } from "../../threads/testing/event-loop.ts";
import { type OpenedStore, openMemoryStore } from "../open-memory-store.ts";
import { memoryAt, openTestStore, optionsIn, temporaryFolder } from "../testing/open-store.ts";

const MEMORIES = 10_500;
const WORDS = ["note", "about", "server", "cache"];
const word = (token: string): TextTerm => ({ kind: "word", token });
const SCOPE = { domains: ["user"] };

const QUERIES: readonly (readonly [string, TextQuery])[] = [
  ["words", { any: WORDS.map(word), all: [] }],
  ["a prefix", { any: [{ kind: "prefix", token: "cach" }], all: [] }],
  ["a phrase", { any: [{ kind: "phrase", tokens: ["note", "about"] }], all: [] }],
  ["a required phrase", { any: WORDS.map(word), all: [{ kind: "phrase", tokens: ["server", "cache"] }] }],
];

/** Every memory has all words; a few have them more often. */
async function fill(folder: string): Promise<void> {
  const { memories, close } = await openTestStore(folder);
  const contentOf = (number: number) =>
    `note about server cache ${"note ".repeat(number % 7)}${"cache ".repeat(number % 11)}number${number}`;
  for (let from = 0; from < MEMORIES; from += 1_500) {
    await Promise.all(
      Array.from({ length: 1_500 }, (_, index) =>
        memories.insert(
          memoryAt(from + index, { content: contentOf(from + index), domain: index % 3 === 0 ? "user" : "acme/app" }),
        ),
      ),
    );
  }
  await close();
}

async function withStore<Result>(folder: string, worker: boolean, use: (store: OpenedStore) => Promise<Result>) {
  const aggregateWorker = worker ? workerUrl("aggregateWorker") : undefined;
  const store = await openMemoryStore({ ...optionsIn(folder), aggregateWorker });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

it("serves other requests while it reads words that every memory contains, with the same results", async () => {
  const folder = await temporaryFolder();
  await fill(folder);
  const searchAll = async ({ text }: OpenedStore) => {
    const counting = await countTurnsDuring(text.documentFrequencies([...WORDS, "number5", "other"]));
    expect([...counting.result]).toEqual([...WORDS.map((token) => [token, MEMORIES]), ["number5", 1], ["other", 0]]);
    const found = [{ label: "counts", turns: counting.turns, hits: [...counting.result] as unknown[] }];
    for (const scope of [null, SCOPE]) {
      for (const [name, query] of QUERIES) {
        const { result: hits, turns } = await countTurnsDuring(text.search(query, {}, 50, scope));
        expect(hits, name).toHaveLength(50);
        found.push({ label: `${name}${scope === null ? "" : " in a scope"}`, turns, hits });
      }
    }
    return found;
  };
  const here = await withStore(folder, false, searchAll);
  const elsewhere = await withStore(folder, true, searchAll);
  expect(elsewhere.map(({ label, hits }) => [label, hits])).toEqual(here.map(({ label, hits }) => [label, hits]));
  // One reading alone may end before this thread gets the processor again.
  const turns = elsewhere.reduce((sum, each) => sum + each.turns, 0);
  expect(turns).toBeGreaterThanOrEqual(2 * elsewhere.length);
}, 240_000);
