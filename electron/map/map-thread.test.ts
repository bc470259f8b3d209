import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { workerUrl } from "../../tests/testing/entries.ts";
import type { MemoryMap } from "../core/map.ts";
import { createRandom } from "../search/testing/random-vectors.ts";
import type { OpenedStore } from "../store/open-memory-store.ts";
import { idAt, memoryAt, openTestStore, SILENT, START, temporaryFolder } from "../store/testing/open-store.ts";
import { sampleOf } from "./compute-map.ts";
import { createMapThread } from "./map-thread.ts";

const MODEL = "test-model/1";
const DIMENSIONS = 32;
const TOPICS = ["postgres orders", "staging keys", "browser tests"];
const random = createRandom(11);
const CENTRES = TOPICS.map(() => random.vector(DIMENSIONS));

function vectorOf(topic: number): Int8Array {
  const centre = CENTRES[topic] as Int8Array;
  return centre.map((component) => Math.max(-127, Math.min(127, component + random.integer(40) - 20)));
}

/** Captures memories with these numbers, with vectors of their topics. */
async function capture({ memories, vectors }: OpenedStore, numbers: readonly number[], fingerprint = MODEL) {
  for (const number of numbers) {
    const topic = number % TOPICS.length;
    const content = `Memory ${number} about ${TOPICS[topic]}`;
    const { id, revision } = await memories.insert(
      memoryAt(number, { content, domain: `acme/${topic}`, namespace: "decisions" }),
    );
    await vectors.put(id, revision, fingerprint, [{ start: 0, end: 1, vector: vectorOf(topic) }]);
  }
}

const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

async function openMap(count: number) {
  const folder = await temporaryFolder();
  const store = await openTestStore(folder);
  await capture(store, upTo(count));
  let model = MODEL;
  const openThread = () => {
    const thread = createMapThread({
      workerUrl: workerUrl("mapWorker"),
      path: join(folder, "memories.sqlite"),
      placesFile: join(folder, "map.json"),
      fingerprint: () => model,
      logger: SILENT,
    });
    onTestFinished(() => thread.close());
    return thread;
  };
  const chooseModel = (name: string) => {
    model = name;
  };
  return { store, placesFile: join(folder, "map.json"), openThread, map: openThread(), chooseModel };
}

const positionsOf = ({ points }: MemoryMap) => new Map(points.map(({ id, x, y }) => [id, [x, y]]));

it("shows current memories with their facts, in clusters named by their words", async () => {
  const { store, map } = await openMap(60);
  await store.memories.setDeleted(idAt(60), true, null, { client: null, at: START, action: "delete" });
  const { points, clusters, total } = await map.read();
  expect(total).toBe(59);
  expect(points).toHaveLength(59);
  expect(points[0]).toMatchObject({
    id: idAt(1),
    title: "Memory 1 about staging keys",
    domain: "acme/1",
    namespace: "decisions",
    used: 0,
  });
  expect(clusters.map(({ words }) => [...words].sort().join(" ")).sort()).toEqual([
    "browser tests",
    "keys staging",
    "orders postgres",
  ]);
  for (const { domain, cluster } of points) {
    const words = clusters[cluster ?? -1]?.words ?? [];
    expect(TOPICS[Number(domain.slice("acme/".length))]).toContain(words[0]);
  }
});

it("returns the same map in the next run, and keeps all positions when some memories are added", async () => {
  const { store, map, openThread } = await openMap(60);
  const first = await map.read();
  await map.close();
  const again = openThread();
  expect(await again.read()).toEqual(first);
  await capture(store, upTo(66, 61));
  const after = await again.read();
  expect(after.points).toHaveLength(66);
  const positions = positionsOf(after);
  for (const [id, position] of positionsOf(first)) expect(positions.get(id)).toEqual(position);
});

it("lays out all memories again when many are new, and after another model was chosen", async () => {
  const { store, map, chooseModel } = await openMap(40);
  const first = positionsOf(await map.read());
  await capture(store, upTo(80, 41));
  const second = positionsOf(await map.read());
  expect([...first].filter(([id, position]) => String(second.get(id)) === String(position))).toEqual([]);
  chooseModel("other-model/1");
  expect(await map.read()).toEqual({ points: [], clusters: [], total: 80 });
});

it("moves a changed memory once its vectors are ready, and until then leaves it in its place", async () => {
  const { store, map } = await openMap(60);
  const before = positionsOf(await map.read());
  const id = idAt(3);
  const edit = { client: null, at: START, action: "update" } as const;
  const { revision } = await store.memories.update(id, { content: "Another text about staging keys" }, null, edit);
  const waiting = await map.read();
  expect(waiting.points.find((point) => point.id === id)).toMatchObject({ title: "Another text about staging keys" });
  expect(positionsOf(waiting)).toEqual(before);
  await store.vectors.put(id, revision, MODEL, [{ start: 0, end: 1, vector: vectorOf(1) }]);
  const after = await map.read();
  expect(positionsOf(after).get(id)).not.toEqual(before.get(id));
  const clusterOf = (memory: string) => after.points.find((point) => point.id === memory)?.cluster;
  expect(clusterOf(id)).toBe(clusterOf(idAt(1)));
});

it("finds the clusters of a file without them", async () => {
  const { map, placesFile, openThread } = await openMap(60);
  const first = await map.read();
  await map.close();
  const { clusters, ...others } = JSON.parse(readFileSync(placesFile, "utf8"));
  expect(clusters).toHaveLength(first.clusters.length);
  writeFileSync(placesFile, JSON.stringify(others));
  expect(await openThread().read()).toEqual(first);
});

it("counts how often answers used a memory", async () => {
  const { store, map } = await openMap(30);
  const given = { memories: [idAt(5)], by: "search", subject: "codex", client: "codex", project: null } as const;
  store.use.record({ ...given, at: START, session: "a-session" });
  const [record] = await store.use.inSession("a-session");
  await store.use.setOutcomes([{ row: record?.row ?? 0, used: true, conversation: "a-conversation", message: 3 }]);
  const { points } = await map.read();
  expect(points.filter(({ used }) => used > 0).map(({ id, used }) => [id, used])).toEqual([[idAt(5), 1]]);
});

it("shows no map of a few memories, and of memories without vectors", async () => {
  const { store, map } = await openMap(19);
  expect(await map.read()).toEqual({ points: [], clusters: [], total: 19 });
  for (const number of upTo(40, 20)) await store.memories.insert(memoryAt(number));
  expect(await map.read()).toEqual({ points: [], clusters: [], total: 40 });
});

it("lays out the memories again if the file with the positions is damaged", async () => {
  const { map, placesFile, openThread } = await openMap(30);
  const first = await map.read();
  await map.close();
  writeFileSync(placesFile, "{ damaged");
  expect(await openThread().read()).toEqual(first);
  expect(JSON.parse(readFileSync(placesFile, "utf8")).places).toHaveLength(30);
});

it("chooses the same sample after memories were added or removed", () => {
  const items = upTo(1_000).map((number) => ({ id: idAt(number) }));
  const sample = sampleOf(items, 100);
  expect(sample).toHaveLength(100);
  const kept = sampleOf(items.slice(10), 100).filter((item) => sample.includes(item));
  expect(kept.length).toBeGreaterThan(95);
  expect(sampleOf(items.slice(0, 80), 100)).toHaveLength(80);
});
