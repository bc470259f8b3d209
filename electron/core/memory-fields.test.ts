import { expect, it } from "vitest";
import {
  changedState,
  EMPTY_STATE,
  fromRegisters,
  isSameState,
  MEMORY_FIELD_LIST,
  MEMORY_FIELD_NAMES,
  type MemoryState,
  parseChanges,
  parseState,
  REGISTER_NAMES,
  stateOf,
  toRegisters,
} from "./memory-fields.ts";

const STATE: MemoryState = {
  ...EMPTY_STATE,
  content: "We deploy with Nomad.",
  namespace: "decisions",
  domain: "user",
  tags: ["nomad"],
  validFrom: "2026-01-01T00:00:00.000Z",
};

it("parses the given fields of a change and leaves the others out", () => {
  expect(parseChanges({ tags: ["#Nomad", "nomad"], source: " ", domain: undefined })).toEqual({
    tags: ["nomad"],
    source: null,
  });
});

it("fills the optional fields of a new memory and refuses an empty interval", () => {
  const given = { content: "x", namespace: "context", domain: "user" };
  expect(parseState(given)).toEqual({ ...given, ...EMPTY_STATE });
  const ends = { validFrom: "2026-02-01", validUntil: "2026-01-01" };
  expect(() => parseState({ ...given, ...ends })).toThrow(expect.objectContaining({ field: "validUntil" }));
});

it("keeps every field of a state in registers and back", () => {
  expect(Object.keys(toRegisters(STATE))).toEqual(REGISTER_NAMES);
  expect(fromRegisters(toRegisters(STATE))).toEqual(STATE);
});

it("applies changes to a state and sees the difference", () => {
  const changed = changedState(STATE, { source: "notes.md", content: undefined });
  expect(changed).toEqual({ ...STATE, source: "notes.md" });
  expect(isSameState(STATE, changed)).toBe(false);
  expect(isSameState(STATE, changed, ["content", "tags"])).toBe(true);
});

it("has a different column for each field", () => {
  expect(new Set(MEMORY_FIELD_LIST.map(([, { column }]) => column)).size).toBe(MEMORY_FIELD_NAMES.length);
  expect(Object.keys(stateOf({ ...STATE, id: "x" }))).toEqual(MEMORY_FIELD_NAMES);
});
