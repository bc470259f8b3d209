import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createFileSecrets } from "../secrets/file-secrets.ts";
import { SILENT } from "../store/testing/open-store.ts";
import type { RecollectError } from "../text/errors.ts";
import { type Move, MovedServers } from "./moved-servers.ts";

let folder: string;
let file: string;
let reported: RecollectError[];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "recollect-moved-"));
  file = path.join(folder, "moved-servers.json");
  reported = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open(): MovedServers {
  return new MovedServers({
    file,
    secrets: createFileSecrets(folder),
    newId: () => "secret-1",
    clock: { now: () => 0 },
    logger: SILENT,
    report: (error) => reported.push(error),
  });
}

function move(id: string): Move {
  const at = { clientId: "cursor", scope: "user", project: null, path: "/home/a/.cursor/mcp.json" } as const;
  return { ...at, id, servers: [], connected: true, digest: "d", backupPath: "/backups/mcp.json" };
}

it("keeps a damaged file under another name, with the moves that can be read", () => {
  open().save(move("first"));
  const damaged = JSON.stringify([...(JSON.parse(readFileSync(file, "utf8")) as unknown[]), { id: "second" }]);
  writeFileSync(file, damaged);
  const moved = open();
  expect(moved.list()).toEqual([move("first")]);
  moved.save(move("third"));
  expect(open().list()).toEqual([move("first"), move("third")]);
  expect(reported).toMatchObject([{ details: { reason: "record_damaged", path: file } }]);
  expect(readFileSync(String(reported[0]?.details?.setAside), "utf8")).toBe(damaged);
});

it("never replaces moves that cannot be read", async () => {
  mkdirSync(file);
  const moved = open();
  expect(moved.list()).toEqual([]);
  expect(() => moved.save(move("first"))).toThrow(file);
  await expect(moved.remove([])).rejects.toMatchObject({ code: "storage" });
  expect(reported).toMatchObject([{ details: { reason: "record_unreadable", path: file } }]);
  expect(readdirSync(folder)).toEqual(["moved-servers.json"]);
});
