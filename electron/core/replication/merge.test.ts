import fc from "fast-check";
import { expect, it } from "vitest";
import type { Entry, EntryFields, FieldName } from "./entry.ts";
import { type MergedState, mergeEntries, stateAfter } from "./merge.ts";
import { HybridClock } from "./stamp.ts";

const MEMORY = "01MEM000000000000000000001";
const DEVICES = [1, 2, 3, 4].map((number) => `01DEV00000000000000000000${number}`);
const FULL: EntryFields = {
  content: "first",
  namespace: "context",
  domain: "acme/shop",
  tags: [],
  source: null,
  validity: { validFrom: null, validUntil: null },
  pinned: false,
  deletedAt: null,
  supersededBy: null,
};

/** A set of changes that devices make of one memory while they exchange some of them. */
class History {
  readonly entries: Entry[] = [];
  readonly known: Entry[][] = DEVICES.map(() => []);
  /** The stamps that each change's device knew. */
  readonly seen = new Map<string, ReadonlySet<string>>();
  readonly #clocks;

  constructor(skews: readonly number[]) {
    const now = () => 1_000_000 + this.entries.length;
    this.#clocks = DEVICES.map((_, index) => new HybridClock({ now: () => now() + (skews[index] ?? 0) }));
  }

  change(device: number, change: Partial<Entry>): Entry {
    const known = this.known[device] ?? [];
    const clock = this.#clocks[device];
    if (clock === undefined) throw new Error("There is no clock.");
    for (const { stamp } of known) clock.observe(stamp);
    const entry: Entry = {
      stamp: clock.next(DEVICES[device] ?? "", mergeEntries(known).last),
      memory: MEMORY,
      action: "update",
      parents: mergeEntries(known).heads,
      at: this.entries.length,
      client: null,
      fields: {},
      ...change,
    };
    this.seen.set(entry.stamp, new Set(known.map(({ stamp }) => stamp)));
    this.entries.push(entry);
    known.push(entry);
    return entry;
  }

  capture(device: number): Entry {
    const origin = { createdAt: 0, updatedAt: 0, author: null, past: 0, as: "capture" } as const;
    return this.change(device, { action: "capture", fields: FULL, origin });
  }

  receive(from: number, to: number): void {
    const known = this.known[to] ?? [];
    known.push(...(this.known[from] ?? []).filter((entry) => !known.includes(entry)));
  }
}

const step = fc.record({
  kind: fc.constantFrom("content", "tags", "delete", "restore", "pin", "resolve", "share", "receive", "receive"),
  on: fc.nat({ max: 3 }),
  other: fc.nat({ max: 3 }),
  value: fc.nat({ max: 4 }),
});
type RandomStep = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const histories = fc
  .tuple(
    fc.array(fc.integer({ min: -1e8, max: 1e8 }), { minLength: 4, maxLength: 4 }),
    fc.array(step, { maxLength: 40, size: "max" }),
  )
  .map(([skews, steps]) => run(new History(skews), steps));

function run(history: History, steps: readonly RandomStep[]): History {
  history.capture(0);
  for (const { kind, on, other, value } of steps) {
    if (kind === "receive") history.receive(other, on);
    else if ((history.known[on] ?? []).length === 0) continue;
    else if (kind === "content") history.change(on, { fields: { content: `content ${value}` } });
    else if (kind === "tags") history.change(on, { fields: { tags: [`t${value}`] } });
    else if (kind === "delete") history.change(on, { action: "delete", fields: { deletedAt: value } });
    else if (kind === "restore") history.change(on, { action: "restore", fields: { deletedAt: null } });
    else if (kind === "pin") history.change(on, { action: "pin", fields: { pinned: value % 2 === 0 } });
    else if (kind === "share") {
      const origin = { createdAt: 0, updatedAt: 0, author: null, past: value, as: "update" } as const;
      history.change(on, { action: "share", fields: { ...FULL, content: `shared ${value}` }, origin });
    } else {
      const conflicts = mergeEntries(history.known[on] ?? []).memory?.conflicts ?? [];
      history.change(on, { resolves: conflicts.map(({ stamp }) => stamp) });
    }
  }
  return history;
}

it("does not depend on the order in which changes arrive, nor on repetition", () => {
  const shuffled = histories.chain((history) =>
    fc.tuple(
      fc.constant(history),
      fc.shuffledSubarray([...history.entries], { minLength: history.entries.length }),
      fc.subarray([...history.entries]),
    ),
  );
  fc.assert(
    fc.property(shuffled, ([history, order, repeated]) => {
      const union = new Map([...order, ...repeated].map((entry) => [entry.stamp, entry]));
      expect(mergeEntries(union.values())).toEqual(mergeEntries(history.entries));
    }),
  );
});

it("gives each field the value of the change with the greatest stamp that sets it", () => {
  fc.assert(
    fc.property(histories, ({ entries }) => {
      const memory = mergeEntries(entries).memory;
      const sorted = [...entries].sort((one, other) => (one.stamp < other.stamp ? -1 : 1));
      for (const name of Object.keys(FULL) as FieldName[]) {
        const last = sorted.filter(({ fields }) => fields[name] !== undefined).at(-1);
        expect(memory?.fields[name]).toEqual(last?.fields[name]);
      }
    }),
  );
});

it("numbers the revisions without gaps, after the longest history that was not sent", () => {
  fc.assert(
    fc.property(histories, ({ entries }) => {
      const { memory } = mergeEntries(entries);
      expect(memory?.base).toBe(Math.max(...entries.map(({ origin }) => origin?.past ?? 0)));
      const numbers = memory?.revisions.map(({ revision }) => revision) ?? [];
      expect(numbers).toEqual(numbers.map((_, index) => (memory?.base ?? 0) + index + 1));
      expect(memory?.revisions.at(-1)?.fields).toMatchObject({ ...memory?.fields, pinned: expect.anything() });
    }),
  );
});

it("has as heads the changes that no device knew when it made another one", () => {
  fc.assert(
    fc.property(histories, ({ entries, seen }) => {
      const heads = entries.filter(({ stamp }) => ![...seen.values()].some((known) => known.has(stamp)));
      expect(new Set(mergeEntries(entries).heads)).toEqual(new Set(heads.map(({ stamp }) => stamp)));
    }),
  );
});

it("reports exactly the overwritten contents that the overwriting device did not know", () => {
  fc.assert(
    fc.property(histories, ({ entries, seen }) => {
      const { memory } = mergeEntries(entries);
      const knew = (later: Entry, earlier: Entry) => seen.get(later.stamp)?.has(earlier.stamp) ?? false;
      const resolved = new Set(entries.flatMap(({ resolves = [] }) => resolves));
      const setting = entries.filter(({ fields }) => fields.content !== undefined);
      const first =
        memory === null
          ? ""
          : ([...entries]
              .filter(({ origin }) => origin !== undefined)
              .map(({ stamp }) => stamp)
              .sort()[0] ?? "");
      const expected = setting.filter((lost) => {
        if (lost.stamp < first || resolved.has(lost.stamp)) return false;
        if (lost.fields.content === memory?.fields.content) return false;
        return setting.some(
          (won) =>
            won.stamp > lost.stamp &&
            won.fields.content !== lost.fields.content &&
            !knew(won, lost) &&
            !setting.some((next) => next !== won && knew(next, lost) && !knew(next, won)) &&
            !setting.some((next) => next.fields.content === lost.fields.content && knew(next, lost) && knew(next, won)),
        );
      });
      const deletion = memory?.fields.deletedAt !== null;
      const found =
        memory?.conflicts.filter(({ fields }) => fields.includes("content")).map(({ stamp }) => stamp) ?? [];
      for (const { stamp } of expected) expect(found).toContain(stamp);
      if (!deletion) expect(found).toHaveLength(expected.length);
    }),
  );
});

it("has no conflict where every device knew all changes", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20, size: "max" }), (steps) => {
      const history = new History([0, 0, 0, 0]);
      const inOrder = steps.flatMap((one) => [
        ...DEVICES.map((_, from) => ({ ...one, kind: "receive" as const, other: from })),
        one,
      ]);
      run(history, inOrder);
      expect(mergeEntries(history.entries).memory?.conflicts).toEqual([]);
    }),
  );
});

it("has no memory after a purge, whatever else is in the set", () => {
  fc.assert(
    fc.property(histories, (history) => {
      history.change(0, { action: "purge" });
      const state = mergeEntries(history.entries);
      expect(state).toMatchObject({ isPurged: true, memory: null });
    }),
  );
});

it("has no memory before an entry with all fields arrives", () => {
  const history = new History([0, 0, 0, 0]);
  history.capture(0);
  const update = history.change(0, { fields: { content: "second" } });
  expect(mergeEntries([update]).memory).toBeNull();
  expect(mergeEntries(history.entries).memory?.fields.content).toBe("second");
});

it("returns the state that the device of a change saw", () => {
  const history = new History([0, 0, 0, 0]);
  history.capture(0);
  history.receive(0, 1);
  const one = history.change(0, { fields: { content: "by one" } });
  history.change(1, { fields: { tags: ["x"] } });
  const state: MergedState = mergeEntries(history.entries);
  expect(state.memory?.fields).toMatchObject({ content: "by one", tags: ["x"] });
  expect(stateAfter(history.entries, one.stamp)).toMatchObject({ content: "by one", tags: [] });
});

it("reports an edit that a device did not know when it deleted the memory", () => {
  const history = new History([0, 0, 0, 0]);
  history.capture(0);
  history.receive(0, 1);
  const edited = history.change(0, { fields: { content: "needed" } });
  history.change(1, { action: "delete", fields: { deletedAt: 5 } });
  expect(mergeEntries(history.entries).memory?.conflicts).toEqual([{ stamp: edited.stamp, fields: ["content"] }]);
  history.receive(0, 1);
  history.change(1, { action: "restore", fields: { deletedAt: null } });
  expect(mergeEntries(history.entries).memory?.conflicts).toEqual([]);
});
