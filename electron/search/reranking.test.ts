import { describe, expect, it } from "vitest";
import type { RankingFacts } from "../core/ports.ts";
import { createStemmer } from "../core/stem.ts";
import { tokensOfText } from "../core/text-analysis.ts";
import { Kinds, kindsIn } from "./lexicon/named-kinds.ts";
import type { Candidate } from "./ranking.ts";
import { compoundsIn, type RerankedQuery, rerankingInputs, rerankingScore, tokensRead } from "./reranking.ts";

const stem = createStemmer();
const CANDIDATE: Candidate = {
  id: "A",
  text: 0.25,
  vector: 0.25,
  context: 0,
  similarity: 0.5,
  passage: 0,
  passages: 1,
  rank: 4,
  terms: 1,
};
const FACTS: RankingFacts = {
  domain: "team/app",
  namespace: "context",
  source: null,
  sessionId: null,
  validFrom: null,
  createdAt: 1000,
  updatedAt: 1000,
  recallCount: 0,
  pinned: false,
};
const QUERY: RerankedQuery = {
  stems: [],
  frequentNames: new Set(),
  names: new Set(),
  characters: new Set(),
  periods: [],
  kinds: [],
  vectorWeight: 0.5,
  dialogueShare: 1,
};
const stemsOf = (text: string) => tokensOfText(text).map(stem);

interface Given {
  readonly content?: string;
  readonly candidate?: Partial<Candidate>;
  readonly facts?: Partial<RankingFacts>;
}

/** The inputs of each memory. */
function inputsOf(query: Partial<RerankedQuery>, ...memories: readonly Given[]) {
  const read = memories.map(({ content = "a note", candidate, facts }) => ({
    content,
    tokens: tokensRead(content),
    kinds: kindsIn(tokensRead(content), query.kinds ?? []),
    candidate: { ...CANDIDATE, ...candidate },
    facts: { ...FACTS, ...facts },
  }));
  return rerankingInputs({ ...QUERY, ...query }, read, stem);
}

/** One input of one memory by its content. */
function inputOf(name: keyof ReturnType<typeof inputsOf>[number], query: Partial<RerankedQuery>, content: string) {
  return inputsOf(query, { content })[0]?.[name];
}

describe("rerankingInputs", () => {
  it("measures the fused score and context relative to the best fused score", () => {
    const [best, other] = inputsOf(
      {},
      { candidate: { text: 0.4, vector: 0.4 } },
      { candidate: { text: 0.2, vector: 0, context: 0.4 } },
    );
    expect(best).toMatchObject({ "words and meaning": 1, context: 0 });
    expect(other).toMatchObject({ "words and meaning": 0.25, context: 0.5 });
  });

  it("counts similarity less if vector search has less than half of the weight", () => {
    expect(inputsOf({}, { candidate: { vector: 0.4 } })[0]?.meaning).toBeCloseTo(0.8, 10);
    expect(inputsOf({ vectorWeight: 0.25 }, { candidate: { vector: 0.2 } })[0]?.meaning).toBeCloseTo(0.4, 10);
    expect(inputsOf({ vectorWeight: 0 }, { candidate: { vector: 0 } })[0]?.meaning).toBe(0);
  });

  it("counts the frequent names of the query that a memory contains, if several memories start with them", () => {
    const query = { stems: stemsOf("Melanie Caroline paint"), frequentNames: new Set(stemsOf("Melanie Caroline")) };
    const turns = ["Melanie: I painted it", "Melanie: a boat", "Caroline: nice", "Caroline and Melanie painted"];
    const namesIn = (asked: Partial<RerankedQuery>, ...contents: readonly string[]) =>
      inputsOf(asked, ...contents.map((content) => ({ content }))).map(({ names }) => names);
    expect(namesIn(query, ...turns)).toEqual([0.5, 0.5, 0.5, 1]);
    expect(namesIn({ stems: stemsOf("paint") }, ...turns)).toEqual([0, 0, 0, 0]);
    expect(namesIn(query, "All about Melanie", "More about Melanie")).toEqual([0, 0]);
  });

  it("counts the other names of the query as far as the scope is notes", () => {
    const query = { stems: stemsOf("the Python module"), names: new Set(stemsOf("Python")), dialogueShare: 0.25 };
    expect(inputOf("rare names", query, "bindings for Python")).toBe(0.75);
    expect(inputOf("rare names", query, "bindings for Ruby")).toBe(0);
  });

  it("gives a memory the best score of its source or session, as far as the scope is dialogue", () => {
    const good = { candidate: { text: 0.5, vector: 0.5 }, facts: { sessionId: "one" } };
    const weak = { candidate: { text: 0.1, vector: 0.1 } };
    const near = { ...weak, facts: { sessionId: "one" } };
    const far = { ...weak, facts: { sessionId: "two" } };
    const sessions = (dialogueShare: number) =>
      inputsOf({ dialogueShare }, good, near, far).map(({ session }) => session);
    expect(sessions(1)).toEqual([1, 1, expect.closeTo(0.2, 10)]);
    expect(sessions(0)).toEqual([0, 0, 0]);
    expect(inputsOf({}, good, weak)[1]?.session).toBe(0);
  });

  it("counts words of the query that are next to each other in the memory, in either order", () => {
    const query = { stems: stemsOf("write ahead log") };
    expect(inputOf("adjacent words", query, "the write ahead log")).toBe(2);
    expect(inputOf("adjacent words", query, "log the writes ahead")).toBe(1.5);
    expect(inputOf("adjacent words", query, "a log that is far away from any of the writes")).toBe(0);
    expect(inputOf("adjacent words", { stems: stemsOf("a b c d e f") }, "a b c d e f")).toBe(3);
  });

  it("counts the parts of long words that the memory does not contain", () => {
    expect(inputOf("word parts", { stems: ["etikettendruck"] }, "Das Versandetikett")).toBeCloseTo(3 / 10, 10);
    expect(inputOf("word parts", { stems: ["etikettendruck"] }, "Der Etikettendruck")).toBe(0);
    expect(inputOf("word parts", { stems: ["druck"] }, "Der Etikettendruck")).toBe(0);
    // A long word has more parts than a short one.
    expect(inputOf("word parts", { stems: ["etikettendruck", "macht"] }, "Versandetikett")).toBeCloseTo(3 / 11, 10);
  });

  it("recognises a short memory that only asks", () => {
    expect(inputOf("question", {}, "Anna: have you been there?")).toBe(1);
    expect(inputOf("question", {}, "Anna: do you like it? [image: a red boat]")).toBe(1);
    expect(inputOf("question", {}, "你去过吗？")).toBe(1);
    expect(inputOf("question", {}, "Really? I went there in May.")).toBe(0.5);
    expect(inputOf("question", {}, "I went there in May.")).toBe(0);
    expect(inputOf("question", {}, `${"We decided it after a long talk. ".repeat(6)}Is it right?`)).toBe(0);
    expect(inputsOf({}, { content: "Why?", candidate: { passages: 2 } })[0]?.question).toBe(0);
  });

  it("recognises a memory that was captured in a period of the query, or became valid in it", () => {
    const periods = [{ from: 1000, to: 2000 }];
    const inPeriod = (facts: Partial<RankingFacts>) => inputsOf({ periods }, { facts })[0]?.period;
    expect(inPeriod({ createdAt: 1000 })).toBe(1);
    expect(inPeriod({ createdAt: 2000 })).toBe(0);
    expect(inPeriod({ createdAt: 9000, validFrom: 1500 })).toBe(1);
  });

  it("counts the kinds of the query of which a memory names a member", () => {
    const asked = new Kinds(stem).askedIn("which database and which queue");
    expect(inputOf("kinds", { kinds: asked }, "Orders are in PostgreSQL.")).toBe(1 / asked.length);
    expect(inputOf("kinds", { kinds: asked }, "Orders are in PostgreSQL, jobs in RabbitMQ.")).toBe(2 / asked.length);
    expect(inputOf("kinds", {}, "Orders are in PostgreSQL.")).toBe(0);
  });

  it("distinguishes notes about progress, and projects from the user if both are searched", () => {
    const [note, mine] = inputsOf({}, { facts: { namespace: "progress" } }, { facts: { domain: "user" } });
    expect(note).toMatchObject({ progress: 1, user: 0 });
    expect(mine).toMatchObject({ progress: 0, user: 1 });
    expect(inputsOf({}, {})[0]?.user).toBe(0);
  });
});

it("prefers the memory with the name of the query, and an answer to a question", () => {
  const query = { stems: stemsOf("Melanie paint"), frequentNames: new Set(["melani"]) };
  const [answer, question, other] = inputsOf(
    query,
    { content: "Melanie: I painted a lake at sunrise." },
    { content: "Melanie: did you paint?" },
    { content: "Caroline: I painted a lake at sunrise." },
  ).map((inputs) => rerankingScore(inputs));
  expect(answer).toBeGreaterThan(question ?? 0);
  expect(answer).toBeGreaterThan(other ?? 0);
});

it("finds words of the query that start or end a longer word of the memory", () => {
  const tokens = tokensRead("Die Stichtagsinventur zählt Bodenwaagen, Lagerplätze und restores.");
  expect([...compoundsIn(tokens, ["inventur", "waagen", "lager", "stichtag", "inhalt"])]).toEqual([
    "inventur",
    "waagen",
    "lager",
    "stichtag",
  ]);
  // Too short, in the middle, a prefix of a prefix, and the word itself.
  expect(compoundsIn(tokens, ["tags", "tagsinv", "stores", "stichtagsinventur"]).size).toBe(0);
});
