import { expect, it } from "vitest";
import { EMPTY_STATE, type MemoryState, toRegisters } from "../../core/memory-fields.ts";
import type { MergedRevision } from "../../core/replication/merge.ts";
import { combineHistories } from "./combined-history.ts";

const stateOf = (content: string): MemoryState => ({
  ...EMPTY_STATE,
  content,
  namespace: "learnings",
  domain: "acme/shop",
});

function sharedRevision(revision: number, content: string, at: number): MergedRevision {
  const fields = { ...toRegisters(stateOf(content)), pinned: false, deletedAt: null, supersededBy: null };
  return { stamp: String(at), revision, action: revision === 1 ? "capture" : "update", fields, client: null, at };
}

function ownRevision(revision: number, content: string, at: number) {
  const action = revision === 1 ? ("capture" as const) : ("update" as const);
  const time = new Date(at).toISOString();
  return { ...stateOf(content), memoryId: "one", revision, action, client: null, at: time };
}

const contents = (history: ReturnType<typeof combineHistories>) =>
  history.past.map(({ revision, content }) => `${revision} ${content}`);

it("puts the revisions of this device before the ones of the entries", () => {
  const revisions = [sharedRevision(1, "c", 30), sharedRevision(2, "d", 40)];
  const combined = combineHistories({ revisions, base: 0 }, [ownRevision(1, "a", 10), ownRevision(2, "b", 20)], []);
  expect(contents(combined)).toEqual(["1 a", "2 b", "3 c", "4 d"]);
  expect(combined.base).toBe(2);
});

it("lists a revision once that is on this device and in the entries", () => {
  const revisions = [sharedRevision(1, "a", 10), sharedRevision(2, "b", 20)];
  const combined = combineHistories({ revisions, base: 0 }, [ownRevision(1, "a", 10)], []);
  expect(contents(combined)).toEqual(["1 a", "2 b"]);
});

it("keeps the numbers of the entries if other devices had more revisions before them", () => {
  const combined = combineHistories(
    { revisions: [sharedRevision(6, "c", 30)], base: 5 },
    [ownRevision(1, "a", 10)],
    [],
  );
  expect(contents(combined)).toEqual(["5 a", "6 c"]);
});

it("adds an edit of another space once, although this device has it too", () => {
  const missed = [sharedRevision(2, "b", 20), sharedRevision(3, "x", 25)];
  const local = [ownRevision(1, "a", 10), ownRevision(2, "b", 20)];
  const combined = combineHistories({ revisions: [sharedRevision(1, "c", 30)], base: 0 }, local, missed);
  expect(contents(combined)).toEqual(["1 a", "2 b", "3 x", "4 c"]);
});
