import { describe, expect, it, onTestFinished } from "vitest";
import type { TextQuery, TextTerm } from "../../core/search.ts";
import { hasTerm } from "../../core/term-set.ts";
import { openMemoryStore } from "../open-memory-store.ts";
import { idAt, memoryAt, numberOf, openTestStore, optionsIn, START, temporaryFolder } from "../testing/open-store.ts";
import { limitTransactions } from "../testing/transaction-limit.ts";

const word = (token: string): TextTerm => ({ kind: "word", token });
const any = (...tokens: string[]): TextQuery => ({ any: tokens.map(word), all: [] });
const edit = (action: "update" | "delete" | "restore") => ({ client: null, at: START, action });

async function storeOf(...contents: string[]) {
  const store = await openTestStore();
  await Promise.all(contents.map((content, index) => store.memories.insert(memoryAt(index + 1, { content }))));
  const find = async (query: TextQuery, filter = {}) =>
    (await store.text.search(query, filter, 50)).map(({ id }) => numberOf(id));
  return { ...store, find };
}

describe("text index", () => {
  it("finds any of the words by their stems and without diacritics, the best match first", async () => {
    const { find, text } = await storeOf("deploying the café server", "deploy deploy deploy", "nothing of the kind");
    expect(await find(any("deployed", "cafe"))).toEqual([1, 2]);
    const hits = await text.search(any("deployed", "cafe"), {}, 9);
    expect(hits.every(({ rank }) => rank >= 0)).toBe(true);
    expect(hits[0]?.rank).toBeGreaterThan(hits[1]?.rank ?? 0);
  });

  it("reports which terms each memory contains, in a scope too", async () => {
    const { text } = await storeOf("deploying the red server", "a red apple", "nothing of the kind");
    const phrase: TextTerm = { kind: "phrase", tokens: ["red", "apple"] };
    const query: TextQuery = {
      any: [word("unknown"), word("deployed"), phrase, { kind: "prefix", token: "serv" }, word("red")],
      all: [],
    };
    for (const scope of [null, {}]) {
      const hits = await text.search(query, {}, 9, scope);
      const found = hits.map(({ id, terms }) => [numberOf(id), [0, 1, 2, 3, 4].filter((n) => hasTerm(terms ?? 0, n))]);
      expect(new Map(found as [number, number[]][])).toEqual(
        new Map([
          [1, [1, 3, 4]],
          [2, [2, 4]],
        ]),
      );
    }
    expect(await text.search({ any: [word("apple")], all: [phrase] }, {}, 9)).toMatchObject([{ terms: null }]);
  });

  it("reports the first 53 terms", async () => {
    const tokens = Array.from({ length: 60 }, (_, index) => `word${index}`);
    const { text } = await storeOf(tokens.join(" "));
    const [hit] = await text.search(any(...tokens), {}, 9);
    expect(tokens.filter((_, index) => hasTerm(hit?.terms ?? 0, index))).toEqual(tokens.slice(0, 53));
  });

  it("requires every given phrase, and matches prefixes", async () => {
    const { find } = await storeOf("red apple pie", "apple red pie", "red apples");
    const phrase: TextTerm = { kind: "phrase", tokens: ["red", "apple"] };
    expect(await find({ any: [word("pie")], all: [phrase] })).toEqual([1]);
    expect((await find({ any: [], all: [phrase] })).sort()).toEqual([1, 3]);
    expect((await find({ any: [{ kind: "prefix", token: "app" }], all: [] })).sort()).toEqual([1, 2, 3]);
  });

  it("finds words in tags and sources, and ranks a tag above the content", async () => {
    const { memories, find } = await storeOf("kubernetes is named here in passing");
    await memories.insert(memoryAt(2, { content: "another matter in some words", tags: ["kubernetes"] }));
    await memories.insert(memoryAt(3, { source: "src/kubernetes.ts" }));
    expect(await find(any("kubernetes"))).toEqual([2, 1, 3]);
  });

  it("finds the current content of a memory only", async () => {
    const { memories, find } = await storeOf("first wording");
    await memories.update(idAt(1), { content: "second saying", tags: ["fresh"] }, null, edit("update"));
    expect(await find(any("wording"))).toEqual([]);
    expect(await find(any("saying"))).toEqual([1]);
    expect(await find(any("fresh"))).toEqual([1]);
  });

  it("searches the trash on request, and does not find purged memories", async () => {
    const { memories, find, text } = await storeOf("kept word", "binned word");
    await memories.setDeleted(idAt(2), true, null, edit("delete"));
    expect(await find(any("word"))).toEqual([1]);
    expect(await find(any("word"), { trash: "only" })).toEqual([2]);
    await memories.purge("trash");
    expect(await find(any("word"), { trash: "include" })).toEqual([1]);
    expect(await text.size()).toBe(1);
    expect(await text.documentFrequencies(["binned", "word"])).toEqual(
      new Map([
        ["binned", 0],
        ["word", 1],
      ]),
    );
  });

  it("continues until enough matches pass the filter", async () => {
    const { memories, text } = await openTestStore();
    const numbers = Array.from({ length: 200 }, (_, index) => index + 1);
    await Promise.all(
      numbers.map((number) =>
        memories.insert(memoryAt(number, { content: "same word", domain: number % 50 === 0 ? "owner/rare" : "user" })),
      ),
    );
    expect(await text.search(any("word"), { domains: ["owner/rare"] }, 10)).toHaveLength(4);
  });

  it("counts the memories that contain a token, folded and stemmed", async () => {
    const { text } = await storeOf("Running tests", "runs", "Über", "unrelated");
    expect(await text.documentFrequencies(["run", "running", "uber", "tests", "absent", "…", "unrelated run"])).toEqual(
      new Map([
        ["run", 2],
        ["running", 2],
        ["uber", 1],
        ["tests", 1],
        ["absent", 0],
        ["…", 0],
        ["unrelated run", 1],
      ]),
    );
  });

  it("counts a word in the first memory that has it, although the word was absent before", async () => {
    const { memories, text } = await openTestStore();
    const numbers = Array.from({ length: 400 }, (_, index) => index + 1);
    await Promise.all(numbers.map((number) => memories.insert(memoryAt(number, { content: "same word" }))));
    expect(await text.documentFrequencies(["zookeeper"])).toEqual(new Map([["zookeeper", 0]]));
    await memories.insert(memoryAt(401, { content: "We chose zookeeper" }));
    expect(await text.documentFrequencies(["zookeeper"])).toEqual(new Map([["zookeeper", 1]]));
  });

  it("returns rough counts of a frequent word from before a few writes, and close ones after", async () => {
    const { memories, text } = await openTestStore();
    const numbers = Array.from({ length: 600 }, (_, index) => index + 1);
    await Promise.all(numbers.map((number) => memories.insert(memoryAt(number, { content: "same word" }))));
    expect(await text.documentFrequencies(["word"], null, {}, true)).toEqual(new Map([["word", 600]]));
    for (let number = 601; number <= 640; number++) {
      await memories.insert(memoryAt(number, { content: "same word" }));
    }
    expect(await text.documentFrequencies(["word"], null, {}, true)).toEqual(new Map([["word", 600]]));
    expect(await text.documentFrequencies(["word"])).toEqual(new Map([["word", 640]]));
  });

  it("returns exact counts of a rare word, even if rough ones are asked for", async () => {
    const { memories, text } = await openTestStore();
    await memories.insert(memoryAt(1, { content: "a rare word" }));
    const count = async () => (await text.documentFrequencies(["rare", "absent"], null, {}, true)).values().toArray();
    expect(await count()).toEqual([1, 0]);
    await memories.insert(memoryAt(2, { content: "rare, no longer absent" }));
    expect(await count()).toEqual([2, 1]);
    await memories.update(idAt(1), { content: "another word" }, null, { client: null, at: START, action: "update" });
    expect(await count()).toEqual([1, 1]);
  });

  it("returns nothing for an empty query", async () => {
    const { find } = await storeOf("word");
    expect(await find({ any: [], all: [] })).toEqual([]);
    expect(await find(any("", "  ", "***"))).toEqual([]);
  });

  it("accepts any string as a token", async () => {
    const { find } = await storeOf("word AND near");
    const pieces = [
      '"',
      "'",
      "*",
      "(",
      ")",
      "AND",
      "OR",
      "NOT",
      "NEAR(",
      "^",
      ":",
      "-",
      "+",
      "{",
      "}",
      "\0",
      "\\",
      "%",
      "👩‍👩‍👧",
      "日本",
      "\ud800",
      "\udc00",
      "é",
      " ",
      "\n",
      "word",
      ";--",
      "content:",
      "ß".repeat(10),
    ];
    let state = 7;
    const next = (below: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state % below;
    };
    const token = (): string => Array.from({ length: next(6) }, () => pieces[next(pieces.length)] ?? "").join("");
    const term = (): TextTerm => {
      const kind = next(3);
      if (kind === 0) return word(token());
      return kind === 1 ? { kind: "prefix", token: token() } : { kind: "phrase", tokens: [token(), token(), token()] };
    };
    for (let round = 0; round < 400; round++) {
      await find({ any: Array.from({ length: next(5) }, term), all: Array.from({ length: next(3) }, term) });
    }
    expect(await find(any("x".repeat(10_240), "word"))).toEqual([1]);
    expect(
      await find({ any: Array.from({ length: 2_000 }, (_, index) => word(`w${index}`)), all: [word("word")] }),
    ).toEqual([]);
  });

  it("rebuilds in steps, reports its progress and stays searchable", async () => {
    const { find, text } = await storeOf(...Array.from({ length: 450 }, (_, index) => `word number ${index}`));
    limitTransactions("one");
    const steps: number[] = [];
    const searches: Promise<number[]>[] = [];
    await text.rebuild((done, total) => {
      steps.push(done);
      expect(total).toBe(450);
      searches.push(find(any("word")));
    }, new AbortController().signal);
    expect(steps.length).toBeGreaterThan(1);
    expect(steps).toEqual([...steps].sort((one, other) => one - other));
    expect(steps.at(-1)).toBe(450);
    for (const found of await Promise.all(searches)) expect(found).toHaveLength(50);
    expect(await text.size()).toBe(450);
  });

  it("stops rebuilding at the next step when aborted, and stays searchable", async () => {
    const { find, text } = await storeOf(...Array.from({ length: 450 }, (_, index) => `word number ${index}`));
    limitTransactions("one");
    const stop = new AbortController();
    await expect(text.rebuild(() => stop.abort(), stop.signal)).rejects.toMatchObject({ code: "cancelled" });
    expect(await find(any("word"))).toHaveLength(50);
  });

  it("is outdated for another version of the text analysis until it is rebuilt", async () => {
    const folder = await temporaryFolder();
    const first = await openTestStore(folder);
    await first.memories.insert(memoryAt(1, { content: "Straße" }));
    expect(await first.text.isOutdated()).toBe(false);
    await first.close();
    const options = { ...optionsIn(folder), analyse: (text: string) => `${text} also`, analyserVersion: 99 };
    const { text, memories, close } = await openMemoryStore(options);
    onTestFinished(close);
    expect(await text.isOutdated()).toBe(true);
    expect(await text.search(any("also"), {}, 9)).toEqual([]);
    await memories.insert(memoryAt(2));
    expect(await text.isOutdated()).toBe(true);
    await text.rebuild(() => undefined, new AbortController().signal);
    expect(await text.isOutdated()).toBe(false);
    expect(await text.search(any("also"), {}, 9)).toHaveLength(2);
  });
});
