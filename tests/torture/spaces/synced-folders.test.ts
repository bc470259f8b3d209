import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createRandom } from "../../../electron/search/testing/random-vectors.ts";
import { filesIn, SyncedFolders } from "./synced-folders.ts";

const FILES = 30;

function openFolders() {
  const root = mkdtempSync(path.join(tmpdir(), "recollect-synced-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folders = ["one", "two", "three"].map((name) => path.join(root, name));
  return { folders, synced: new SyncedFolders(folders, createRandom(7)) };
}

const contentsOf = (folder: string) =>
  new Map(filesIn(folder).map((file) => [file, readFileSync(path.join(folder, file), "latin1")]));

it("copies files late, in parts, with conflict copies and wrongly, and all of them in the end", () => {
  const { folders, synced } = openFolders();
  const [one = "", two = "", three = ""] = folders;
  synced.disturb({ late: 0.5, partial: 0.5, conflictCopy: 0.2, lie: 1 });
  mkdirSync(path.join(one, "a"));
  for (let number = 0; number < FILES; number++) writeFileSync(path.join(one, "a", `${number}`), `content ${number}`);
  for (let round = 0; round < 20; round++) synced.round();
  expect(contentsOf(two)).not.toEqual(contentsOf(one));
  synced.heal();
  for (let round = 0; round < 3; round++) synced.round();
  expect(synced.isSettled).toBe(true);
  expect(contentsOf(two)).toEqual(contentsOf(one));
  expect(contentsOf(three)).toEqual(contentsOf(one));
  for (const count of Object.values(synced.counts)) expect(count).toBeGreaterThan(0);
});

it("copies a deletion and a change, and nothing to and from a device that is offline", () => {
  const { folders, synced } = openFolders();
  const [one = "", two = "", three = ""] = folders;
  writeFileSync(path.join(one, "kept"), "first");
  writeFileSync(path.join(one, "removed"), "x");
  synced.round();
  synced.round();
  synced.setOffline(2, true);
  rmSync(path.join(one, "removed"));
  writeFileSync(path.join(one, "kept"), "the second content");
  synced.round();
  expect([...contentsOf(two)]).toEqual([["kept", "the second content"]]);
  expect(contentsOf(three).get("kept")).toBe("first");
  synced.heal();
  synced.round();
  expect(contentsOf(three)).toEqual(contentsOf(two));
});
