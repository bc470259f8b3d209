import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Edit } from "../../core/ports.ts";
import { RecollectError } from "../../text/errors.ts";
import { memoryAt } from "../testing/open-store.ts";
import { Exchange, PRIVATE, Replica, SHARED, SPACE, synchronise, ulidAt } from "./testing/replica.ts";

const RUNS = Number(process.env.RECOLLECT_PROPERTY_RUNS ?? 12);
const DAY = 86_400_000;
const SECOND_SPACE = "01SPACE0000000000000000002";
const APP = "acme/app";
const DOMAINS = [SHARED, APP, PRIVATE];
const ID = ulidAt("M", 1);
const REPLICAS = 3;

const step = fc.record({
  kind: fc.constantFrom("edit", "edit", "move", "move", "moveAndEdit", "trash", "resolve", "sync", "sync"),
  on: fc.nat({ max: REPLICAS - 1 }),
  value: fc.nat({ max: 30 }),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** One memory, on replicas that are in two spaces. */
class MovedMemory {
  readonly replicas: readonly Replica[];
  /** The contents that were acknowledged in a shared domain. */
  readonly acknowledged: string[] = ["first"];
  /** The contents that a change replaced on a device that knew them, and those about which a person decided. */
  readonly replaced = new Set<string>();
  #count = 0;
  readonly #exchanges = new Map([SPACE, SECOND_SPACE].map((id) => [id, new Exchange()]));

  constructor(replicas: readonly Replica[]) {
    this.replicas = replicas;
  }

  async historyOn({ store }: Replica): Promise<string[]> {
    return (await store.memories.history(ID)).map(({ content }) => content);
  }

  async conflictsOn({ store }: Replica): Promise<string[]> {
    return (await store.changes.conflicts(50, null)).items.flatMap(({ other }) => other?.content ?? []);
  }

  async run({ kind, on, value }: Step): Promise<void> {
    const replica = this.replicas[on];
    if (replica === undefined) return;
    replica.tick(1 + value);
    if (kind === "sync") return this.#exchange(replica, value);
    const [history, open] = [await this.historyOn(replica), await this.conflictsOn(replica)];
    try {
      await this.#change(replica, kind, value);
    } catch (error) {
      if (!(error instanceof RecollectError) || error.code === "internal") throw error;
      return;
    }
    for (const content of history) if (kind !== "trash" && !open.includes(content)) this.replaced.add(content);
  }

  async synchroniseAll(): Promise<void> {
    // A delivery in one space can make a change in the other one.
    for (const _round of [1, 2]) {
      for (const [id, exchange] of this.#exchanges) await synchronise(this.replicas, exchange, id);
    }
  }

  async #exchange(replica: Replica, value: number): Promise<void> {
    const [id, exchange] = [...this.#exchanges][value % 2] ?? [];
    if (exchange === undefined) return;
    await exchange.publish(replica, true, id);
    for (const [index, log] of [...(await exchange.missing(replica, id)).values()].entries()) {
      if ((value >> index) % 3 !== 0) await replica.apply(log.slice(0, 1 + (value % log.length)), id);
    }
  }

  async #change(replica: Replica, kind: Step["kind"], value: number): Promise<void> {
    const { memories, changes } = replica.store;
    const edit: Edit = { client: null, at: replica.now(), action: "update" };
    this.#count += 1;
    const content = `content ${this.#count}`;
    const domain = DOMAINS[value % DOMAINS.length] ?? SHARED;
    if (kind === "trash") {
      const isDeleted = (await memories.get(ID))?.deletedAt !== null;
      await memories.setDeleted(ID, !isDeleted, null, { ...edit, action: isDeleted ? "restore" : "delete" });
    } else if (kind === "resolve") {
      const { items } = await changes.conflicts(50, null);
      const item = items[value % Math.max(1, items.length)];
      if (item === undefined) return;
      const decision = [{}, { take: item.stamp }][value % 2];
      const resolution = { memory: ID, stamps: [item.stamp], expectedRevision: null, ...decision };
      await changes.resolve(item.space, resolution, edit);
      if (item.other !== null) this.replaced.add(item.other.content);
    } else {
      const place = kind === "edit" ? {} : { domain };
      const text = kind === "move" ? {} : { content };
      const changed = await memories.update(ID, { ...place, ...text }, null, edit);
      if (changed.domain !== PRIVATE && kind !== "move") this.acknowledged.push(content);
    }
  }
}

async function expectComplete(memory: MovedMemory): Promise<void> {
  const conflicts = new Set<string>();
  for (const replica of memory.replicas) {
    const attached = replica.query("SELECT 1 FROM space_memories WHERE status = 'attached'");
    if (attached.length === 0) continue;
    conflicts.add(JSON.stringify(replica.query("SELECT stamp, fields FROM conflicts ORDER BY stamp")));
    const [history, listed] = [await memory.historyOn(replica), await memory.conflictsOn(replica)];
    const present = await replica.store.memories.get(ID);
    const isShown = (content: string) =>
      history.includes(content) && (content === present?.content || listed.includes(content));
    const missing = memory.acknowledged.filter((content) => !memory.replaced.has(content) && !isShown(content));
    expect(missing, `on replica ${replica.number}`).toEqual([]);
    expect(await replica.store.integrity()).toBeNull();
  }
  expect(conflicts.size).toBeLessThanOrEqual(1);
}

it("has each edit in the history, and lists it unless a later change knew it, after any moves between two spaces", async () => {
  const skews = fc.array(fc.integer({ min: -DAY, max: DAY }), { minLength: REPLICAS, maxLength: REPLICAS });
  const steps = fc.array(step, { minLength: 4, maxLength: 25, size: "max" });
  const runHistory = async (clocks: readonly number[], history: readonly Step[]) => {
    const folder = await mkdtemp(join(tmpdir(), "recollect-moves-"));
    const replicas = clocks.map((skew, index) => new Replica(join(folder, String(index)), index + 1, skew));
    try {
      for (const replica of replicas) {
        await replica.open();
        await replica.join();
        await replica.join([APP], SECOND_SPACE);
      }
      const memory = new MovedMemory(replicas);
      await replicas[0]?.store.memories.insert(memoryAt(1, { id: ID, domain: SHARED, content: "first" }));
      await memory.synchroniseAll();
      for (const each of history) await memory.run(each);
      await memory.synchroniseAll();
      await expectComplete(memory);
    } finally {
      for (const replica of replicas) await replica.close();
      await rm(folder, { recursive: true, force: true });
    }
  };
  await fc.assert(fc.asyncProperty(skews, steps, runHistory), {
    numRuns: RUNS,
    endOnFailure: process.env.RECOLLECT_PROPERTY_SHRINK === "no",
  });
}, 600_000);
