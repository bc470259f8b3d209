import { expect, it } from "vitest";
import { EMPTY_STATE, toRegisters } from "./memory-fields.ts";
import { changedFields, type RuledMemory, replaced, separated, superseded, trashed, updated } from "./memory-rules.ts";
import type { EntryFields } from "./replication/entry.ts";

const NOW = Date.parse("2026-01-01T00:00:00.000Z");
const LATER = "2026-02-01T00:00:00.000Z";
const STATE = { ...EMPTY_STATE, content: "We deploy on Friday.", namespace: "decisions", domain: "user" };
const memory = (id: string, fields: Partial<EntryFields> = {}): RuledMemory => ({
  id,
  fields: { ...toRegisters(STATE), pinned: false, deletedAt: null, supersededBy: null, ...fields },
});
const refusal = (details: object) => expect.objectContaining({ details: expect.objectContaining(details) });

it("changes only the given fields, and refuses an empty interval and a memory in the trash", () => {
  const one = memory("1");
  expect(changedFields(one.fields, updated(one, { tags: ["x"], source: null }))).toEqual({ tags: ["x"] });
  expect(changedFields(one.fields, updated(one, { content: STATE.content }))).toBeNull();
  const ends = { validFrom: LATER, validUntil: LATER };
  expect(() => updated(one, ends)).toThrow(refusal({ reason: "validity_empty" }));
  expect(() => updated(memory("1", { deletedAt: NOW }), {})).toThrow(refusal({ reason: "memory_in_trash" }));
});

it("keeps the time of a memory that is in the trash already", () => {
  expect(trashed(memory("1"), true, NOW)).toEqual({ deletedAt: NOW });
  expect(trashed(memory("1", { deletedAt: NOW - 1 }), true, NOW)).toEqual({});
  expect(trashed(memory("1", { deletedAt: NOW }), false, NOW)).toEqual({ deletedAt: null });
});

it("supersedes a memory by another current one only, and separates it from that one only", () => {
  expect(superseded(memory("1"), memory("2"))).toEqual({ supersededBy: "2" });
  expect(() => superseded(memory("1"), memory("1"))).toThrow(refusal({ reason: "merge_impossible" }));
  expect(() => superseded(memory("1"), memory("2", { supersededBy: "1" }))).toThrow(
    refusal({ reason: "merge_impossible" }),
  );
  expect(separated(memory("1", { supersededBy: "2" }), "2")).toEqual({ supersededBy: null });
  expect(() => separated(memory("1"), "2")).toThrow(refusal({ reason: "not_merged" }));
});

it("ends the interval of a memory whose successor is not valid yet", () => {
  const successor = memory("2", { validity: { validFrom: LATER, validUntil: null } });
  const { target, action } = replaced(memory("1"), successor, NOW);
  expect(action).toBe("update");
  expect(target.validity).toEqual({ validFrom: null, validUntil: LATER });
  expect(target.supersededBy).toBeUndefined();
  expect(replaced(memory("1"), successor, Date.parse(LATER)).target).toEqual({ supersededBy: "2" });
  const startsLater = memory("1", { validity: { validFrom: LATER, validUntil: null } });
  expect(replaced(startsLater, successor, NOW)).toEqual({ target: { supersededBy: "2" }, action: "supersede" });
});
