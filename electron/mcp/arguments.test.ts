import { describe, expect, it } from "vitest";
import { z } from "zod";
import { readArguments } from "./arguments.ts";

const schema = z.strictObject({
  query: z.string().describe("What to look for."),
  limit: z.int().min(1).max(100).optional().describe("How many, 1 to 100."),
  tags: z.array(z.string()).optional(),
  pinned: z.boolean().optional(),
});
const { properties = {} } = z.toJSONSchema(schema) as { properties?: Record<string, { type?: string }> };
const read = (args: unknown) => readArguments("search_memories", { schema, properties }, args);

describe("readArguments", () => {
  it("returns valid arguments unchanged", () => {
    const args = { query: "redis", limit: 5, tags: ["a"], pinned: true };
    expect(read(args)).toEqual(args);
  });

  it.each([
    [
      { query: "q", limit: "5" },
      { query: "q", limit: 5 },
    ],
    [
      { query: "q", pinned: "TRUE" },
      { query: "q", pinned: true },
    ],
    [
      { query: "q", tags: "a, b ,c" },
      { query: "q", tags: ["a", "b", "c"] },
    ],
    [
      { query: "q", tags: '["a","b"]' },
      { query: "q", tags: ["a", "b"] },
    ],
    [{ query: 42 }, { query: "42" }],
    [{ query: "q", limit: null, tags: null }, { query: "q" }],
  ])("converts arguments whose meaning is clear: %j", (given, converted) => {
    expect(read(given)).toEqual(converted);
  });

  it("names an unknown argument and the most similar known one", () => {
    expect(() => read({ querry: "q" })).toThrow(
      expect.objectContaining({
        code: "invalid_argument",
        field: "querry",
        message: 'search_memories has no argument "querry".',
        hint: 'Did you mean "query"? It takes query, limit, tags, pinned.',
      }),
    );
  });

  it("refuses more than 64 arguments before the schema runs", () => {
    let runs = 0;
    const counted = z.unknown().transform(() => {
      runs += 1;
    });
    const args = Object.fromEntries(Array.from({ length: 65 }, (_, number) => [`a${number}`, 0]));
    expect(() => readArguments("search_memories", { schema: counted, properties: {} }, args)).toThrow(
      expect.objectContaining({ code: "invalid_argument", field: "arguments" }),
    );
    expect(runs).toBe(0);
    readArguments("search_memories", { schema: counted, properties: {} }, { query: "q" });
    expect(runs).toBe(1);
  });

  it("runs the schema once if an argument is unknown", () => {
    let runs = 0;
    const counted = z.strictObject({ query: z.unknown().transform(() => ++runs) });
    expect(() => readArguments("t", { schema: counted, properties }, { query: "q", other: "1" })).toThrow(
      expect.objectContaining({ field: "other" }),
    );
    expect(runs).toBe(1);
  });

  it("does not convert a text of many entries to a list", () => {
    expect(() => read({ query: "q", tags: "a,".repeat(100_000) })).toThrow(expect.objectContaining({ field: "tags" }));
  });

  it("names a missing argument with its description", () => {
    expect(() => read(undefined)).toThrow(
      expect.objectContaining({
        field: "query",
        message: 'search_memories needs the argument "query".',
        hint: '"query": What to look for.',
      }),
    );
  });

  it("names an invalid argument with its description", () => {
    expect(() => read({ query: "q", limit: 500 })).toThrow(
      expect.objectContaining({
        field: "limit",
        message: expect.stringMatching(/^"limit" of search_memories is not valid: .*100/),
        hint: '"limit": How many, 1 to 100.',
      }),
    );
    expect(() => read({ query: "q", tags: ["a", 5, {}] })).toThrow(expect.objectContaining({ field: "tags.1" }));
    expect(() => read(["q"])).toThrow(expect.objectContaining({ field: "arguments" }));
  });

  it.each([
    ["qeury", "query"],
    ["Tag", "tags"],
    ["pined", "pinned"],
    ["colour", null],
  ])("suggests for %s the argument %s", (given, suggested) => {
    expect(() => read({ query: "q", [given]: 1 })).toThrow(
      expect.objectContaining({
        hint: `${suggested === null ? "" : `Did you mean "${suggested}"? `}It takes query, limit, tags, pinned.`,
      }),
    );
  });
});
