import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { readStoredEntry } from "../../core/replication/entry.ts";
import { mergeEntries } from "../../core/replication/merge.ts";
import { ALL, MARK, RandomHistory, type Step, steps } from "./testing/random-history.ts";
import { Exchange, PRIVATE, Replica, SHARED, synchronise, withoutAuthors } from "./testing/replica.ts";

const RUNS = Number(process.env.RECOLLECT_PROPERTY_RUNS ?? 12);
const DAY = 86_400_000;

interface LinkRow {
  readonly memory: string;
  readonly status: string;
  readonly purged: number;
  readonly base: number;
}

/** Everything that must be equal on two replicas, of the memories that the entries make there. */
async function replicatedState(replica: Replica) {
  const links = replica.query<LinkRow>("SELECT memory, status, purged, base FROM space_memories ORDER BY memory");
  const entries = replica.query<{ stamp: string; memory: string; body: string | null }>(
    "SELECT stamp, memory, body FROM entries ORDER BY stamp",
  );
  const conflicts = replica.query<{ memory: string }>(
    "SELECT memory, stamp, fields FROM conflicts ORDER BY memory, stamp",
  );
  const memories = new Map<string, unknown>();
  for (const { memory: id, status, base } of links) {
    if (status !== "attached") continue;
    const memory = await replica.store.memories.get(id);
    const history = (await replica.store.memories.history(id)).filter(({ revision }) => revision > base);
    memories.set(id, { ...memory, history, conflicts: conflicts.filter((conflict) => conflict.memory === id) });
  }
  return { links, entries, memories };
}

async function expectConverged(replicas: readonly Replica[]): Promise<void> {
  const states = await Promise.all(replicas.map(replicatedState));
  const [first] = states;
  for (const state of states) {
    expect(state.entries).toEqual(first?.entries);
    for (const [index, { memory, status, purged }] of state.links.entries()) {
      expect(first?.links[index]).toMatchObject({ memory, purged });
      // A replica that moved a memory out of the space has it in another domain.
      const attached = states.find(({ memories }) => memories.has(memory));
      if (status === "attached")
        expect(withoutAuthors(state.memories.get(memory))).toEqual(withoutAuthors(attached?.memories.get(memory)));
      if (status === "absent") expect(purged).toBe(1);
    }
    for (const [id, given] of state.memories) {
      const bodies = state.entries.flatMap(({ memory, body }) => (memory === id && body !== null ? [body] : []));
      const merged = mergeEntries(bodies.map(readStoredEntry)).memory;
      const { content, tags, namespace, domain, source, pinned } = merged?.fields ?? {};
      expect(given).toMatchObject({ content, tags, namespace, domain, source, pinned });
    }
  }
}

async function expectSound(replica: Replica): Promise<void> {
  expect(await replica.store.integrity()).toBeNull();
  const found = [...(await replica.state(SHARED)), ...(await replica.state(PRIVATE))];
  expect(await replica.store.text.size()).toBe(found.length);
  for (const { memory } of found) {
    const token = new RegExp(`${MARK}[a-z]+`).exec(memory.content)?.[0] ?? "";
    const hits = await replica.store.text.search({ any: [{ kind: "word", token }], all: [] }, ALL, 10);
    expect(hits.map(({ id }) => id)).toEqual([memory.id]);
  }
}

async function runHistory(skews: readonly number[], history: readonly Step[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "recollect-replicas-"));
  const replicas: Replica[] = [];
  try {
    for (const [index, skew] of skews.entries()) {
      const replica = await new Replica(join(folder, String(index)), index + 1, skew).open();
      replicas.push(replica);
      await replica.join();
    }
    const exchange = new Exchange();
    const random = new RandomHistory(replicas, exchange);
    for (const step of history) await random.run(step);
    await synchronise(replicas, exchange);
    await expectConverged(replicas);
    for (const replica of replicas) await expectSound(replica);
    const rows = replicas[0]?.query<{ memory: string; body: string | null }>("SELECT memory, body FROM entries") ?? [];
    for (const { id, content } of random.acknowledged) {
      const isPurged = rows.some(({ memory, body }) => memory === id && body?.includes('"purge"'));
      const isThere = rows.some(({ memory, body }) => memory === id && body?.includes(content));
      expect(isPurged || isThere, `${content} of ${id}`).toBe(true);
    }
  } finally {
    for (const replica of replicas) await replica.close();
    await rm(folder, { recursive: true, force: true });
  }
}

it("makes all replicas equal after any history, order, repetition, partition, failure and clock skew", async () => {
  const skews = fc.array(fc.integer({ min: -20 * DAY, max: 20 * DAY }), { minLength: 2, maxLength: 5 });
  await fc.assert(fc.asyncProperty(skews, steps, runHistory), {
    numRuns: RUNS,
    endOnFailure: process.env.RECOLLECT_PROPERTY_SHRINK === "no",
  });
}, 600_000);
