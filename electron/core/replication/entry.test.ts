import { expect, it } from "vitest";
import { RecollectError } from "../../text/errors.ts";
import { type Entry, parseEntry, readStoredEntry, writeEntry } from "./entry.ts";

const DEVICE = "01DEV000000000000000000001";
const MEMORY = "01MEM000000000000000000001";
const stamp = (time: number) => `${time.toString(16).padStart(12, "0")}0000${DEVICE}`;

const capture: Entry = {
  stamp: stamp(2),
  memory: MEMORY,
  action: "capture",
  parents: [],
  at: 1_000,
  client: { name: "claude-code", version: "2.1", via: "claude" },
  fields: {
    content: "a memory",
    namespace: "context",
    domain: "acme/shop",
    tags: ["a", "b"],
    source: null,
    validity: { validFrom: null, validUntil: "2030-01-01T00:00:00.000Z" },
    pinned: false,
    deletedAt: null,
    supersededBy: null,
  },
  origin: { createdAt: 1_000, updatedAt: 1_000, author: null, past: 0, as: "capture" },
};
const update: Entry = {
  ...capture,
  action: "update",
  parents: [stamp(1)],
  fields: { content: "new" },
  origin: undefined,
};

function problemOf(entry: unknown): Record<string, unknown> {
  try {
    parseEntry(typeof entry === "string" ? entry : JSON.stringify({ version: 1, ...(entry as object) }));
  } catch (error) {
    if (error instanceof RecollectError) return { code: error.code, field: error.field, ...error.details };
    throw error;
  }
  throw new Error("The entry was accepted.");
}

it("reads what it writes", () => {
  for (const entry of [capture, { ...update, resolves: [stamp(1)] }]) {
    expect(parseEntry(writeEntry(entry))).toEqual(entry);
    expect(readStoredEntry(writeEntry(entry))).toEqual(entry);
  }
});

it("reads texts without control and tag characters, and refuses a content without others", () => {
  const hidden = (text: string) => `${text}\u001b\u0085\u{e0041}`;
  const fields = {
    ...capture.fields,
    content: hidden("a memory"),
    tags: [hidden("a"), "b"],
    source: hidden("notes.md"),
  };
  const clean = { ...capture, fields: { ...capture.fields, source: "notes.md" } };
  expect(parseEntry(writeEntry({ ...capture, fields }))).toEqual(clean);
  expect(readStoredEntry(writeEntry({ ...capture, fields }))).toEqual(clean);
  const empty = { ...update, fields: { content: hidden("") } };
  expect(problemOf(empty)).toMatchObject({ code: "invalid_argument", field: "fields.content" });
});

it("refuses a value that this version would store differently, and names its field", () => {
  const withField = (field: object) => ({ ...update, fields: field });
  for (const [entry, field] of [
    ["{", "body"],
    ["[]", "body"],
    [`"${"x".repeat(600_000)}"`, "body"],
    [{ ...update, stamp: "1" }, "stamp"],
    [{ ...update, stamp: `g${stamp(2).slice(1)}` }, "stamp"],
    [{ ...update, memory: MEMORY.toLowerCase() }, "memory"],
    [{ ...update, action: "rename" }, "action"],
    [{ ...update, at: 1.5 }, "at"],
    [{ ...update, at: 9e15 }, "at"],
    [{ ...update, client: { name: "x" } }, "client.version"],
    [{ ...update, parents: ["x"] }, "parents.0"],
    [{ ...update, parents: [stamp(2)] }, "parents"],
    [{ ...update, resolves: [stamp(3)] }, "resolves"],
    [withField({ content: " \n" }), "fields.content"],
    [withField({ content: "a\0b" }), "fields.content"],
    [withField({ content: "\ud800" }), "fields.content"],
    [withField({ content: "é".repeat(40_000) }), "fields.content"],
    [withField({ namespace: "Decisions" }), "fields.namespace"],
    [withField({ domain: "_" }), "fields.domain"],
    [withField({ domain: " acme" }), "fields.domain"],
    [withField({ tags: ["b", "a"] }), "fields.tags"],
    [withField({ tags: ["a", "a"] }), "fields.tags"],
    [withField({ tags: ["a,b"] }), "fields.tags.0"],
    [withField({ tags: Array.from({ length: 33 }, (_, number) => `t${100 + number}`) }), "fields.tags"],
    [withField({ source: "" }), "fields.source"],
    [withField({ validity: { validFrom: "2030-01-01", validUntil: null } }), "fields.validity.validFrom"],
    [
      withField({ validity: { validFrom: "2030-01-01T00:00:00.000Z", validUntil: "2020-01-01T00:00:00.000Z" } }),
      "fields.validity",
    ],
    [withField({ supersededBy: "x" }), "fields.supersededBy"],
    [withField({ colour: "red" }), "fields"],
    [{ ...update, action: "pin" }, "fields.content"],
    [{ ...update, action: "purge" }, "fields.content"],
    [{ ...update, action: "leave", fields: {} }, "fields.deletedAt"],
    [{ ...update, origin: capture.origin }, "origin"],
    [{ ...capture, origin: undefined }, "origin"],
    [{ ...capture, fields: { content: "x" } }, "fields"],
  ] as const) {
    expect(problemOf(entry), JSON.stringify(entry).slice(0, 200)).toMatchObject({
      code: "invalid_argument",
      reason: "entry_invalid",
      field,
    });
  }
});

it("reports an entry of a newer version as such, whatever it contains", () => {
  expect(problemOf({ version: 2, unknown: true })).toMatchObject({ code: "unavailable", reason: "entry_newer" });
});
