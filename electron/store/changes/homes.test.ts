import fc from "fast-check";
import { expect, it } from "vitest";
import { type Entry, type LoggedEntry, writeEntry } from "../../core/replication/entry.ts";
import { fullEntry, stampAt } from "../../core/replication/testing/full-entry.ts";
import { START, temporaryFolder } from "../testing/open-store.ts";
import { Replica, SHARED, SPACE, ulidAt, withoutAuthors } from "./testing/replica.ts";

const RUNS = Number(process.env.RECOLLECT_PROPERTY_RUNS ?? 12);
const ID = ulidAt("M", 1);
/** Three spaces with a domain each. */
const SPACES = [
  { id: SPACE, domain: SHARED },
  { id: "01SPACE0000000000000000002", domain: "acme/app" },
  { id: "01SPACE0000000000000000003", domain: "acme/web" },
] as const;
const DEVICES = ["DEVA", "DEVB"];

interface Sent {
  /** The number of the space. */
  readonly space: number;
  /** The number of the device. */
  readonly device: number;
  readonly kind: "full" | "leave" | "update" | "restore" | "purge";
  /** Whether its device knew the earlier changes in the space. */
  readonly isKnown: boolean;
}

/** The changes that devices sent, each later than those before it, and each in the log of its device in its space. */
function logsOf(all: readonly Sent[]): { readonly space: string; readonly entries: readonly LoggedEntry[] }[] {
  const logs = new Map<string, { space: string; entries: LoggedEntry[] }>();
  const last = new Map<number, string>();
  for (const [index, { space: number, device: kindOfDevice, kind, isKnown }] of all.entries()) {
    const { id: space, domain } = SPACES[number] ?? SPACES[0];
    const device = ulidAt(DEVICES[kindOfDevice] ?? "", number);
    const stamp = stampAt(START + index, 0, device);
    const parents = isKnown ? [last.get(number) ?? []].flat() : [];
    const entry = fullEntry({ stamp, memory: ID, domain, content: `content ${index}`, parents });
    const log = logs.get(device) ?? { space, entries: [] };
    log.entries.push({ device, sequence: log.entries.length + 1, body: writeEntry(withKind(entry, kind)) });
    logs.set(device, log);
    last.set(number, stamp);
  }
  return [...logs.values()];
}

function withKind(entry: Entry, kind: Sent["kind"]): Entry {
  if (kind === "full") return entry;
  const { content } = entry.fields;
  const fields = { leave: { deletedAt: entry.at }, update: { content }, restore: { deletedAt: null }, purge: {} }[kind];
  return { ...entry, action: kind, fields, origin: undefined };
}

/** What a device of all spaces shows after it received the logs, in an order that the numbers decide. */
async function shownAfter(logs: ReturnType<typeof logsOf>, order: readonly number[]) {
  const replica = await new Replica(await temporaryFolder(), 1).open();
  try {
    for (const { id, domain } of SPACES) await replica.join([domain], id);
    const rest = logs.map(({ space, entries }) => ({ space, entries: [...entries] }));
    for (let at = 0; rest.some(({ entries }) => entries.length > 0); at++) {
      const waiting = rest.filter(({ entries }) => entries.length > 0);
      const number = order[at % order.length] ?? 0;
      const log = waiting[number % waiting.length];
      if (log === undefined) break;
      expect(await replica.apply(log.entries.splice(0, 1 + (number % 3)), log.space)).toEqual([]);
    }
    const memory = withoutAuthors(await replica.store.memories.get(ID));
    return {
      memory: memory && { content: memory.content, domain: memory.domain, deletedAt: memory.deletedAt },
      home: replica.query(
        "SELECT s.id FROM space_memories m JOIN spaces s ON s.number = m.space WHERE m.status = 'attached'",
      ),
      conflicts: replica.query(
        "SELECT s.id, c.stamp, c.fields FROM conflicts c JOIN spaces s ON s.number = c.space ORDER BY s.id, c.stamp",
      ),
      integrity: await replica.store.integrity(),
    };
  } finally {
    await replica.close();
  }
}

const sent = (space: number, kind: Sent["kind"] = "full", device = 0): Sent => ({ space, device, kind, isKnown: true });
/** Orders in which the logs arrive: each log first. */
const ORDERS = [[0], [1], [2], [0, 1], [1, 0, 2], [2, 1]];

it.each<[string, readonly Sent[], string | null]>([
  ["of which another space has an entry", [sent(0), sent(1)], SHARED],
  [
    "that was moved, and of which a member of its former space sent a new state",
    [sent(0), sent(0, "leave"), sent(1), sent(0, "full", 1)],
    "acme/app",
  ],
  [
    "that was moved back, and of which a member of the other space sent a new state",
    [sent(0), sent(0, "leave"), sent(1), sent(1, "leave"), sent(0), sent(1, "full", 1)],
    SHARED,
  ],
  [
    "that two devices moved to two spaces",
    [sent(0), sent(0, "leave"), sent(1), sent(0, "leave", 1), sent(2)],
    "acme/app",
  ],
  [
    "that was purged in its space, and of which another one has an entry",
    [sent(0), sent(1), sent(0, "purge")],
    "acme/app",
  ],
])("shows a memory %s in the same space on every device", async (_case, all, domain) => {
  const logs = logsOf(all);
  for (const order of ORDERS) {
    const shown = await shownAfter(logs, order);
    expect(shown.memory?.domain ?? null, `in the order ${order}`).toBe(domain);
    expect(shown.integrity).toBeNull();
  }
});

it("shows a memory with entries in several spaces equally, whatever the order in which they arrived", async () => {
  const step = fc.record({
    space: fc.nat({ max: SPACES.length - 1 }),
    device: fc.nat({ max: DEVICES.length - 1 }),
    kind: fc.constantFrom<Sent["kind"][]>("full", "full", "full", "leave", "leave", "update", "restore", "purge"),
    isKnown: fc.boolean(),
  });
  const all = fc.array(step, { minLength: 2, maxLength: 14, size: "max" });
  const order = fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 12, size: "max" });
  await fc.assert(
    fc.asyncProperty(all, fc.array(order, { minLength: 2, maxLength: 3 }), async (entries, orders) => {
      const logs = logsOf(entries);
      const [first, ...others] = await Promise.all(orders.map((each) => shownAfter(logs, each)));
      for (const other of others) expect(other).toEqual(first);
    }),
    { numRuns: RUNS },
  );
}, 600_000);
