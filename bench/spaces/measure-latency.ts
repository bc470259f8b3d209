import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createRandom } from "../../electron/search/testing/random-vectors.ts";
import { SyncedFolders } from "../../tests/torture/spaces/synced-folders.ts";
import { quantile } from "../support/statistics.ts";
import { DOMAIN, join, Member, makeDatabaseSpace, makeSpace, openDatabase } from "./member.ts";

const WARM_UP = 5;
/** Between two changes: a person's or an assistant's, not a bulk load. */
const PAUSE_MS = 400;
const PATIENCE_MS = 60_000;

/** How long a capture takes to reach the search of another application. Returns the cells of the rows. */
export async function measureLatency(root: string, changes: number): Promise<string[][]> {
  return [await throughDatabase(root, changes), await throughFolder(root, changes)];
}

async function throughDatabase(root: string, changes: number): Promise<string[]> {
  const database = await openDatabase();
  const [one, other] = [await Member.start(path.join(root, "one")), await Member.start(path.join(root, "other"))];
  try {
    const { id, link } = await makeDatabaseSpace(one, database);
    await join(other, link);
    for (const member of [one, other]) await member.synchronise(id);
    const times: number[] = [];
    for (let number = -WARM_UP; number < changes; number++) {
      const word = `zqdatabase${number + WARM_UP}`;
      const started = performance.now();
      await one.tool("capture_memory", { content: `A change with the word ${word}.`, domain: DOMAIN });
      await waitUntilFound(other, word);
      if (number >= 0) times.push(performance.now() - started);
      await sleep(PAUSE_MS * (0.5 + Math.random()));
    }
    return cells("a change to another search, PostgreSQL", times, "p50 500 ms");
  } finally {
    await Promise.all([one.stop(), other.stop()]);
    await database.server.close();
  }
}

/** From the moment at which the program that syncs has written the file. */
async function throughFolder(root: string, changes: number): Promise<string[]> {
  const folders = ["synced-one", "synced-other"].map((name) => path.join(root, name));
  const synced = new SyncedFolders(folders, createRandom(1));
  const [here = "", there = ""] = folders;
  const [one, other] = [await Member.start(path.join(root, "third")), await Member.start(path.join(root, "fourth"))];
  try {
    const { id, link } = await makeSpace(one, { kind: "folder", folder: here });
    synced.round();
    synced.round();
    await join(other, link, { folder: there });
    for (const member of [one, other]) await member.synchronise(id);
    const times: number[] = [];
    for (let number = -WARM_UP; number < changes; number++) {
      const word = `zqfolder${number + WARM_UP}`;
      await one.tool("capture_memory", { content: `A change with the word ${word}.`, domain: DOMAIN });
      const started = await syncNext(synced);
      await waitUntilFound(other, word);
      if (number >= 0) times.push(performance.now() - started);
      await sleep(PAUSE_MS * (0.5 + Math.random()));
    }
    return cells("a change to another search, folder, after the file is there", times, "2000 ms");
  } finally {
    await Promise.all([one.stop(), other.stop()]);
  }
}

/** Copies the next segment. @returns when it was there */
async function syncNext(synced: SyncedFolders): Promise<number> {
  const isSegment = (file: string) => file.endsWith(".segment");
  const before = synced.written.filter(isSegment).length;
  for (;;) {
    synced.round();
    if (synced.written.filter(isSegment).length > before) return performance.now();
    await sleep(5);
  }
}

async function waitUntilFound(member: Member, word: string): Promise<void> {
  const started = performance.now();
  while (!(await member.finds(word))) {
    if (performance.now() - started > PATIENCE_MS) throw new Error(`${word} did not arrive.`);
    await sleep(2);
  }
}

function cells(name: string, times: readonly number[], goal: string): string[] {
  return [name, `${quantile(times, 0.5).toFixed(0)} ms`, `${quantile(times, 0.99).toFixed(0)} ms`, goal];
}
