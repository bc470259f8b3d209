import { mkdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ListedSpace } from "../../electron/core/spaces.ts";
import { dataFiles } from "../../electron/platform/paths.ts";
import { asSuperuser } from "../../electron/postgres/testing/test-database.ts";
import { ReplicaFile } from "../../tests/torture/spaces/replica-file.ts";
import { contentOf } from "../http/contents.ts";
import { fillMemories, openBundledEmbedder, openProduct } from "../search/open-product.ts";
import { type BenchDatabase, DOMAIN, join, Member, makeDatabaseSpace, openDatabase } from "./member.ts";

const POLL_MS = 50;
const GOALS: Readonly<Record<number, string>> = { 10000: "30 s", 100000: "360 s" };

/**
 * A device with many memories shares them, and two others join; one of them is killed in the middle and restarted.
 * Returns the cells of the rows.
 */
export async function measureFirstSync(root: string, memories: number): Promise<string[][]> {
  const database = await openDatabase();
  const folder = path.join(root, `first-${memories}`);
  await fill(folder, memories);
  const running = [await Member.start(folder)];
  const [first] = running;
  try {
    if (first === undefined) throw new Error("There is no member.");
    const sharing = performance.now();
    const { id, link } = await makeDatabaseSpace(first, database);
    await waitUntilSent(first, memories);
    const shared = performance.now() - sharing;

    const second = await Member.start(path.join(root, `second-${memories}`));
    running.push(second);
    const joining = performance.now();
    await join(second, link);
    await waitUntilReceived(second.folder, memories);
    const joined = performance.now() - joining;

    const continued = await joinWithKill(path.join(root, `third-${memories}`), link, memories);
    running.push(continued.member);
    const goal = GOALS[memories] ?? "–";
    return [
      [`sharing and sending ${count(memories)} memories`, seconds(shared), "–", "–"],
      [`first sync of ${count(memories)} memories`, seconds(joined), "–", goal],
      [
        `the same, killed after ${count(continued.killedAt)}, continued after ${count(continued.resumedAt)}`,
        seconds(continued.duration),
        "–",
        "continues",
      ],
      await measureSize(first, database, id),
    ];
  } finally {
    await Promise.all(running.map((member) => member.stop()));
    await database.server.close();
  }
}

/** Without vectors: their embedding is local and not measured here. */
async function fill(folder: string, memories: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  const embedder = openBundledEmbedder();
  const product = await openProduct(folder, embedder);
  await fillMemories(
    product,
    memories,
    () => undefined,
    (number) => ({ ...contentOf(number), domain: DOMAIN }),
  );
  await product.store.close();
  await embedder.close();
}

async function joinWithKill(folder: string, link: string, memories: number) {
  const first = await Member.start(folder);
  const started = performance.now();
  await join(first, link);
  await waitUntilReceived(folder, Math.floor(memories / 2));
  await first.stop("SIGKILL");
  const killedAt = receivedIn(folder);
  const member = await Member.start(folder);
  const resumedAt = receivedIn(folder);
  if (resumedAt < killedAt) throw new Error(`After ${killedAt} changes, the first sync continued after ${resumedAt}.`);
  await waitUntilReceived(folder, memories);
  return { member, killedAt, resumedAt, duration: performance.now() - started };
}

async function waitUntilSent(member: Member, memories: number): Promise<void> {
  for (;;) {
    const [space] = await member.method<ListedSpace[]>("spaces.list");
    if (space?.sync.state === "current" && space.unpublished === 0 && lastIn(member.folder) >= memories) return;
    await sleep(POLL_MS);
  }
}

async function waitUntilReceived(folder: string, memories: number): Promise<void> {
  while (receivedIn(folder) < memories) await sleep(POLL_MS);
}

/** The number of changes of others that are applied in a data folder. */
export function receivedIn(folder: string): number {
  return readReplica(folder, (replica) => [...replica.received().values()].reduce((sum, one) => sum + one, 0));
}

function lastIn(folder: string): number {
  return readReplica(folder, (replica) => replica.spaces()[0]?.last ?? 0);
}

function readReplica<T>(folder: string, read: (replica: ReplicaFile) => T): T {
  const replica = new ReplicaFile(0, dataFiles(folder).memories, { readonly: true });
  try {
    return read(replica);
  } finally {
    replica.close();
  }
}

/** What one change takes in the log of a device and in the database, with its indexes. */
async function measureSize(member: Member, { server, database }: BenchDatabase, space: string): Promise<string[]> {
  const sizes = "SELECT sum(length(CAST(body AS BLOB))) AS bytes, count(*) AS entries FROM entries";
  const { bytes, entries } = readReplica(
    member.folder,
    ({ database: file }) =>
      file.prepare<[], { bytes: number; entries: number }>(sizes).get() ?? { bytes: 0, entries: 0 },
  );
  const text = `SELECT pg_total_relation_size('recollect_${space.toLowerCase()}.entries') AS bytes`;
  const { rows } = await asSuperuser(server, database, (client) => client.query<{ bytes: string }>(text));
  const stored = Number(rows[0]?.bytes) / entries;
  return [
    "log of an average memory",
    `${(bytes / entries).toFixed(0)} bytes`,
    `in PostgreSQL with its index ${stored.toFixed(0)} bytes`,
    "2048 bytes",
  ];
}

const count = (number: number) => number.toLocaleString("en");
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
